/** Non-standard header names of the API, in lower case as in Node. */
export const headers = {
  /** In the answer to a command: views that have reached this log position show the change. */
  logPosition: 'x-log-position',
  /** In a read request: answer only from views that have reached this log position. */
  minPosition: 'x-min-position',
  /** In the answer to a read with `as_of`: the log position up to which the journal was read. */
  asOfPosition: 'x-as-of-position',
  idempotencyKey: 'idempotency-key',
  csrfToken: 'x-xsrf-token',
  renewedToken: 'x-renewed-token',
} as const;
