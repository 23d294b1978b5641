/**
 * Thrown when the log does not continue a checkpoint that was signed before, or ends before the event that it names as
 * its last; the message is for the operator.
 */
export class LogNotContinued extends Error {
  override name = 'LogNotContinued';
}
