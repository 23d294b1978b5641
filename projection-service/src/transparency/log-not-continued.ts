/**
 * Thrown when the log does not continue a checkpoint that was signed before, or when its last event is missing; the
 * message is for the operator.
 */
export class LogNotContinued extends Error {
  override name = 'LogNotContinued';
}
