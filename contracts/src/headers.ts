/** Header names of the API that are not in any standard, in lower case as Node gives them. */
export const headers = {
  /** On every command's answer: the log position after which the change is visible. */
  logPosition: 'x-log-position',
  /** On a read: answer only from views at this position or later. */
  minPosition: 'x-min-position',
  /** On a read with `as_of`: the log position up to which the journal was read. */
  asOfPosition: 'x-as-of-position',
  idempotencyKey: 'idempotency-key',
  csrfToken: 'x-xsrf-token',
  renewedToken: 'x-renewed-token',
} as const;
