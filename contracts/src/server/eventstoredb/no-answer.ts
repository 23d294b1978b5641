/** Why a call to EventStoreDB failed: the server was not reached, or did not answer in time. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}
