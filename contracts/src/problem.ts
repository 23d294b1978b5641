import { limits } from './limits.ts';

/**
 * Every refusal of the product: a stable code, its HTTP status and the sentence a person reads.
 * Codes are part of the API: 400 for malformed input, 409 for a conflict, 422 for a broken rule, 502 for a failure of
 * an external service, 503 for a temporary failure.
 */
export const problems = {
  ALREADY_IMPORTED: { status: 200, message: 'This post was already imported' },
  MALFORMED_REQUEST: { status: 400, message: 'The request is malformed' },
  VALIDATION_FAILED: { status: 400, message: 'Some fields are not valid' },
  INVALID_CURSOR: { status: 400, message: 'This cursor does not belong to this list' },
  EMPTY_SEARCH: { status: 400, message: 'Search query cannot be empty' },
  UNAUTHENTICATED: { status: 401, message: 'Your session has expired. Please log in again.' },
  LOGIN_FAILED: { status: 401, message: 'Login failed. Please check your credentials.' },
  EMAIL_NOT_VERIFIED: { status: 403, message: 'Please verify your email address before logging in.' },
  ACCOUNT_DISABLED: { status: 403, message: 'This account is disabled. Please contact the operator of this server.' },
  INVITATION_NEEDED: { status: 403, message: 'Registering on this server needs an invitation.' },
  REGISTRATION_CLOSED: { status: 403, message: 'Registration is closed on this server.' },
  WRONG_PASSWORD: { status: 403, message: 'Your current password is incorrect' },
  REAUTH_REQUIRED: { status: 403, message: 'Please confirm your password to do this' },
  CSRF_REFUSED: { status: 403, message: 'This request did not come from this site. Please reload the page.' },
  FORBIDDEN: { status: 403, message: 'This is not allowed' },
  GUEST_NOT_ALLOWED: { status: 403, message: 'Not available for the guest account' },
  IMPORT_TURNED_OFF: { status: 403, message: 'Import from Reddit is turned off' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  ANECDOTE_NOT_FOUND: { status: 404, message: 'Anecdote not found' },
  PROOF_NOT_FOUND: { status: 404, message: 'There is no proof of this anecdote yet' },
  API_KEY_NOT_FOUND: { status: 404, message: 'API key not found' },
  OPERATION_NOT_FOUND: { status: 404, message: 'This change was not found' },
  SESSION_NOT_FOUND: { status: 404, message: 'Session not found' },
  POST_NOT_FOUND: { status: 404, message: 'This post was not found on Reddit' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not support this method' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long' },
  USERNAME_TAKEN: { status: 409, message: 'This username is already taken' },
  REVISION_CONFLICT: { status: 409, message: 'This anecdote was changed in the meantime' },
  OPERATION_RUNNING: {
    status: 409,
    message:
      'Another change of many anecdotes is running, or an import is paused. Please wait until it is done, or stop it.',
  },
  RESTORE_PERIOD_OVER: { status: 410, message: 'This anecdote was deleted more than 30 days ago' },
  POST_DELETED: { status: 410, message: 'This post was deleted on Reddit' },
  API_KEY_EXPIRED: { status: 410, message: 'This API key has expired. Please create a new one.' },
  VERIFICATION_LINK_INVALID: { status: 410, message: 'This verification link is invalid or has expired.' },
  RESET_LINK_INVALID: {
    status: 410,
    message: 'The password reset link is invalid or has expired. Please request a new password reset.',
  },
  INVITATION_INVALID: {
    status: 410,
    message: 'This invitation is invalid, was already used, or has expired. Please ask for a new one.',
  },
  INVITATION_FOR_ANOTHER_ADDRESS: { status: 422, message: 'This invitation is for another email address.' },
  PRECONDITION_FAILED: { status: 412, message: 'The file is no longer the one that was asked for' },
  IMPORT_UNREADABLE: { status: 422, message: 'This file cannot be read' },
  IMPORT_TOO_LARGE: { status: 413, message: 'This file is too large to import' },
  LOG_REPLACED: {
    status: 410,
    message: 'The log that this cursor belongs to was replaced. Start again without a cursor.',
  },
  BODY_TOO_LARGE: { status: 413, message: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'The body must be sent as application/json, in UTF-8 and not compressed',
  },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The file has no bytes in this range' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This idempotency key was already used for a different request' },
  PARENT_NOT_FOUND: { status: 422, message: 'The anecdote to connect to was not found' },
  CONNECTION_LOOP: { status: 422, message: 'This connection would create a loop' },
  CHAIN_TOO_LONG: { status: 422, message: 'The chain above this anecdote is too long to connect something to it' },
  ANECDOTE_LIMIT_REACHED: {
    status: 422,
    message: 'The guest journal is full. Your own account would have no such limit.',
  },
  ANECDOTE_QUOTA_REACHED: {
    status: 422,
    message: 'Your journal holds as many anecdotes as this server allows. Deleting some makes room.',
  },
  BYTE_QUOTA_REACHED: {
    status: 422,
    message:
      'You have reached the limit of what an account can write on this server. You can still edit existing anecdotes.',
  },
  API_KEY_LIMIT_REACHED: { status: 422, message: `An account can have at most ${limits.apiKeys} API keys` },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Please wait a moment.' },
  DAILY_LIMIT_REACHED: { status: 429, message: 'The daily limit for writing was reached. Please try again later.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request headers are too large' },
  INTERNAL_ERROR: { status: 500, message: 'Something went wrong on our side' },
  REDDIT_REFUSED: {
    status: 502,
    message: 'Reddit refused to give us this post. You can paste its title and text yourself.',
  },
  REDDIT_UNAVAILABLE: {
    status: 502,
    message: 'Reddit is not responding. Please try again later, or paste the title and text yourself.',
  },
  REDDIT_UNREADABLE: {
    status: 502,
    message: "Reddit's answer could not be read. You can paste the title and text of the post yourself.",
  },
  UNAVAILABLE: { status: 503, message: 'The service is unavailable right now. Please try again.' },
  NOT_YET_VISIBLE: { status: 503, message: 'The latest change is not visible yet. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof problems;

/** The details that a problem can have in addition to its code. */
export type ProblemDetails = {
  /** Replaces the message in `problems`. */
  message?: string;
  /** Per field path (`tags.3`, `coordinates.lat`) what is wrong with it. */
  fields?: Record<string, string>;
  /** The revision the anecdote has now, for REVISION_CONFLICT. */
  revision?: number;
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  retryAfter?: number;
  /** The rate limit that was used up, as an item of the header `RateLimit-Policy`. */
  policy?: string;
  /** The methods that the path supports, sent as `Allow`. */
  allow?: string;
};

/** A problem as an exception; the only error whose message is sent to the client. */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails = {}, options?: ErrorOptions) {
    super(details.message ?? messageOf(code, details.retryAfter), options);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** The message for `code`; for a rate limit with a long wait, in seconds, it says how long. */
function messageOf(code: ProblemCode, wait = 0): string {
  if (code !== 'RATE_LIMITED' || wait <= 60) return problems[code].message;
  const minutes = Math.ceil(wait / 60);
  const time = minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  return `Too many requests. Please try again in ${time}.`;
}

/** True for a problem with one of `codes`. */
export function isProblem(error: unknown, ...codes: readonly ProblemCode[]): boolean {
  return error instanceof Problem && codes.includes(error.code);
}
