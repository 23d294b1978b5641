import { MissingKey } from '@anecdotes/contracts/server/crypto/event-keys';
import { UnreadableEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { ANSWER_TIMEOUT } from '@anecdotes/contracts/server/postgres/client';
import { sqlStateOf } from '@anecdotes/contracts/server/postgres/sql-state';

/**
 * SQLSTATE codes that mean that a row cannot be stored as it is: invalid data (22…), a violated constraint (23…), an
 * index entry that is too large (54000).
 */
const REFUSED_ROW = /^(?:22[0-9A-Z]{3}|23[0-9A-Z]{3}|54000)$/;
const STATEMENT_TIMEOUT = '57014';

/** Thrown when a projector fails on an event, or makes a row that cannot be written; `cause` is what it threw. */
export class HandlerFailed extends Error {
  override name = 'HandlerFailed';
}

/**
 * Why an event is parked: `poison` when it cannot be read, a projector fails on it, or the database refuses its row;
 * `missing-key` when the vault does not know the key that opens it.
 */
export type Fault = 'poison' | 'missing-key';

/**
 * The fault of the event itself, so that the others are applied without it. Undefined for anything that may be
 * temporary: a name that is not found, a certificate, a lost connection, a time-out, a lack of resources, and unknown
 * errors.
 */
export function faultOf(error: unknown): Fault | undefined {
  if (error instanceof MissingKey) return 'missing-key';
  if (error instanceof UnreadableEvent || error instanceof HandlerFailed) return 'poison';
  return REFUSED_ROW.test(sqlStateOf(error)) ? 'poison' : undefined;
}

/** True when a statement was cancelled because it took too long, so that a smaller one may succeed. */
export function isTimeout(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === STATEMENT_TIMEOUT || (code === undefined && message === ANSWER_TIMEOUT);
}

/** What may be kept about a failure: its name and code, never its message, which can quote a value. */
export function labelOf(error: unknown): string {
  if (error instanceof HandlerFailed) return labelOf(error.cause);
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return typeof code === 'string' ? `${String(name)} ${code}` : String(name ?? typeof error);
}
