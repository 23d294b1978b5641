/** Classes of SQLSTATE that say that a value cannot be stored: data, integrity, program limit. */
const REFUSED_VALUE = /^(?:22|23|54)[0-9A-Z]{3}$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;
const SYSTEM_ERROR = /^E[A-Z]+$/;
/** What pg says without a code when a connection, or the time for a statement, is gone. */
const LOST_CONNECTION = /timeout|connection|end on the pool|client was closed/i;

/**
 * True when `error` comes from the event itself, so that trying again without it helps: a handler threw, the event
 * cannot be read, or the database refuses a value. Anything about connections, locks or missing tables is not.
 */
export function isPoison(error: unknown): boolean {
  const { name, code, message } = (error ?? {}) as { name?: unknown; code?: unknown; message?: unknown };
  if (typeof code === 'string' && SQLSTATE.test(code)) return REFUSED_VALUE.test(code);
  if (typeof code === 'string' && SYSTEM_ERROR.test(code)) return false;
  return name !== 'Error' || !LOST_CONNECTION.test(String(message));
}

/** What may be kept about a failure: its name and code, never its message, which can quote a value. */
export function labelOf(error: unknown): string {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return typeof code === 'string' ? `${String(name)} ${code}` : String(name ?? typeof error);
}
