import { MissingKey } from '@anecdotes/contracts/server/crypto/event-keys';
import { UnreadableEvent } from '@anecdotes/contracts/server/crypto/journal-codec';

/** Classes of SQLSTATE that say that a value cannot be stored: data, integrity, program limit. */
const REFUSED_VALUE = /^(?:22|23|54)[0-9A-Z]{3}$/;
const STATEMENT_TIMEOUT = '57014';
/** What pg says when the server did not end the statement in time. */
const CLIENT_TIMEOUT = 'Query read timeout';

/** Thrown when a projector fails on an event; `cause` is what it threw. */
export class HandlerFailed extends Error {
  override name = 'HandlerFailed';
}

/**
 * True when `error` surely comes from the event itself, so that trying again without it helps: the event cannot be
 * read, a projector fails on it, or the database refuses one of its values. Anything else may pass: a lost connection,
 * a time-out, a lack of resources, a vault that is away.
 */
export function isPoison(error: unknown): boolean {
  if (error instanceof UnreadableEvent || error instanceof MissingKey || error instanceof HandlerFailed) return true;
  const { code } = (error ?? {}) as { code?: unknown };
  if (code !== undefined) return typeof code === 'string' && REFUSED_VALUE.test(code);
  // A value that cannot even be written down for the database, such as a date that is none.
  return error instanceof TypeError || error instanceof RangeError;
}

/** True when a statement was ended because it took too long, so that a smaller one may succeed. */
export function isTimeout(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === STATEMENT_TIMEOUT || (code === undefined && message === CLIENT_TIMEOUT);
}

/** What may be kept about a failure: its name and code, never its message, which can quote a value. */
export function labelOf(error: unknown): string {
  if (error instanceof HandlerFailed) return labelOf(error.cause);
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return typeof code === 'string' ? `${String(name)} ${code}` : String(name ?? typeof error);
}
