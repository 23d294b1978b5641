import { type FailureEnvelope, headers as names, type ProblemCode, type Success } from '@anecdotes/contracts';
import { newChangeKey } from './change-key.ts';
import { delay } from './delay.ts';
import { takeEarlyRead } from './early-reads.ts';
import { joinSentences } from './join-sentences.ts';
import { clearLocalCache } from './local-cache.ts';
import { askForPassword } from './password-question.ts';
import { knownPosition, recordChange, recordOldRead, recordRead } from './position.ts';
import { setReachable } from './reachability.ts';
import { endSession, storeToken, token } from './session.ts';
import { strings } from './strings.ts';

const MAX_ATTEMPTS = 4;
/** The longest `Retry-After`, in seconds, after which a call is retried automatically. */
const MAX_RETRY_AFTER_S = 5;
/** A retry comes up to this share later, at random, so that many tabs do not return to the server at once. */
const SPREAD = 0.3;
/** After this time an attempt counts as unanswered, and the call is retried. */
const CALL_TIMEOUT_MS = 20_000;

type Answer = { response: Response; text: string };

/** A call that was refused or got no answer; `message` can be shown to the person. */
export class ApiError extends Error {
  override name = 'ApiError';
  /**
   * The code of the service; UNREACHABLE or UNREADABLE when there was no readable answer, CANCELLED when the person did
   * not confirm their password.
   */
  readonly code: ProblemCode | 'UNREACHABLE' | 'UNREADABLE' | 'CANCELLED';
  readonly fields: Readonly<Record<string, string>>;
  readonly revision: number | undefined;
  /** The id of the existing anecdote, if the call was refused because it exists. */
  readonly anecdoteId: string | undefined;

  constructor(code: ApiError['code'], message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.fields = details.fields ?? {};
    this.revision = details.revision;
    this.anecdoteId = details.anecdoteId;
  }
}

type ErrorDetails = {
  fields?: Record<string, string> | undefined;
  revision?: number | undefined;
  anecdoteId?: string | undefined;
};

/** True if a call or its answer did not arrive. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'UNREACHABLE';
}

/** True if the requested anecdote does not exist, or no longer exists. */
export function isMissing(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'ANECDOTE_NOT_FOUND';
}

/** True if the person cancelled the call, so that there is no error to show. */
export function isCancelled(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'CANCELLED';
}

/** The service's message about a failed call, or `fallback` if there is none. */
export function reasonOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.code === 'UNREACHABLE' || error.code === 'UNREADABLE') return fallback;
  return error.message || fallback;
}

/** `failure` as a text to show, followed by the cause if the service cannot be reached. */
export function withCause(error: unknown, failure: string): string {
  return isUnreachable(error) ? joinSentences(failure, strings.errors.unreachable) : failure;
}

export type Query = Readonly<Record<string, string | number | undefined>>;
type ReadOptions = { query?: Query; signal?: AbortSignal };

/**
 * Reads `path` below /api and returns the whole successful envelope. Asks for the newest position this tab has written
 * or knows of, and repeats the read while the answer is older, up to 4 attempts. Throws ApiError.
 */
export async function read<Envelope extends Success<unknown>>(
  path: string,
  { query = {}, signal }: ReadOptions = {},
): Promise<Envelope> {
  for (let attempt = 1; ; attempt += 1) {
    const position = knownPosition();
    const init: RequestInit = { headers: position === null ? {} : { [names.minPosition]: position } };
    if (signal) init.signal = signal;
    const answer = await call(`${path}${queryString(query)}`, init);
    const answeredAt = answer.response.headers.get(names.logPosition);
    // What a visitor reads is not of a journal.
    if (token() === null || recordRead(answeredAt)) return parse<Envelope>(answer);
    if (attempt === MAX_ATTEMPTS) {
      recordOldRead(answeredAt);
      return parse<Envelope>(answer);
    }
  }
}

/** Reads `path` like `read`, and returns the data of the answer. Throws ApiError. */
export async function readData<Data>(path: string, options?: ReadOptions): Promise<Data> {
  return (await read<Success<Data>>(path, options)).data;
}

export type Change = {
  body?: unknown;
  /** The idempotency key; needed to send the same change again later. By default a new one. */
  key?: string;
  /** The revision the person saw; if there is a newer one, the call is refused with REVISION_CONFLICT. */
  ifMatch?: number;
  query?: Query;
  /** How long one attempt may take, in milliseconds. */
  timeout?: number;
};

/** Sends a change and returns the data of the answer; an unanswered call is repeated with the same key. */
export async function send<Data>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, key = newChangeKey(), ifMatch, query = {}, timeout }: Change = {},
): Promise<Data> {
  const request = new Headers({ [names.idempotencyKey]: key });
  if (ifMatch !== undefined) request.set('if-match', `"${ifMatch}"`);
  const init: RequestInit = { method, headers: request };
  if (body instanceof URLSearchParams) init.body = body;
  else if (body instanceof Blob) {
    request.set('content-type', 'application/octet-stream');
    init.body = body;
  } else if (body !== undefined) {
    request.set('content-type', 'application/json');
    init.body = JSON.stringify(body);
  }
  const envelope = await withPassword(async () =>
    parse<Success<Data>>(await call(`${path}${queryString(query)}`, init, timeout)),
  );
  clearLocalCache();
  return envelope.data;
}

/** Reads `path` below /api as a file; `onProgress` gets the number of bytes received so far. Throws ApiError. */
export async function download(
  path: string,
  { query = {}, signal, onProgress }: { query?: Query; signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<Blob> {
  const position = knownPosition();
  try {
    return await withPassword(async () => {
      const request = withAuthorization(new Headers(position === null ? {} : { [names.minPosition]: position }));
      const usedToken = token();
      const response = await fetch(`/api${path}${queryString(query)}`, { headers: request, signal });
      if (response.status === 401 && usedToken === token()) endSession('expired');
      if (!response.ok) parse({ response, text: await response.text() });
      return await blobOf(response, onProgress);
    });
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    throw new ApiError('UNREACHABLE', strings.errors.unreachable);
  }
}

/**
 * Makes `attempt`; once more if it needs the password again and the person confirms it. Throws what it throws, and
 * ApiError with CANCELLED if they do not.
 */
async function withPassword<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'REAUTH_REQUIRED') throw error;
    if (await askForPassword()) return attempt();
    throw new ApiError('CANCELLED', error.message);
  }
}

async function blobOf({ headers, body }: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: headers.get('content-type') ?? '' });
    parts.push(value);
    bytes += value.length;
    onProgress(bytes);
  }
}

/** Opens `path` as a stream with the session's token; the caller reads the body. */
export function openStream(path: string, signal: AbortSignal): Promise<Response> {
  return fetch(`/api${path}`, { headers: withAuthorization(new Headers({ accept: 'text/event-stream' })), signal });
}

async function call(path: string, init: RequestInit, timeout = CALL_TIMEOUT_MS): Promise<Answer> {
  const usedToken = token();
  const request = withAuthorization(new Headers(init.headers));
  const isChange = init.method !== undefined;
  if (isChange) copyCsrfCookie(request);
  for (let attempt = 1; ; attempt += 1) {
    const answer = await callOnce(path, { ...init, headers: request }, timeout);
    const response = answer?.response;
    // The first answers to a new visitor arrive together, each with another CSRF cookie; only the last one is valid.
    if (isChange && response?.status === 403 && attempt < MAX_ATTEMPTS && copyCsrfCookie(request)) continue;
    const wait = response === undefined ? 0.4 * attempt : Number(response.headers.get('retry-after') ?? 1);
    const isRetryable =
      response === undefined
        ? navigator.onLine
        : (response.status === 503 || response.status === 429) && wait <= MAX_RETRY_AFTER_S;
    const retry = attempt < MAX_ATTEMPTS && isRetryable;
    if (!retry) {
      if (answer !== undefined || !navigator.onLine) setReachable(answer !== undefined);
      if (answer === undefined) throw new ApiError('UNREACHABLE', strings.errors.unreachable);
      const { status, headers } = answer.response;
      // A wrong password of another account does not concern the session.
      const isSessionOver = status === 401 && jsonOf(answer.text)?.error?.code !== 'LOGIN_FAILED';
      if (isSessionOver && usedToken !== null && usedToken === token()) endSession('expired');
      if (isChange) recordChange(headers.get(names.logPosition));
      const renewed = headers.get(names.renewedToken);
      if (renewed !== null && usedToken === token()) storeToken(renewed);
      return answer;
    }
    await delay(wait * 1000 * (1 + SPREAD * Math.random()), init.signal);
  }
}

/** Whether an answer comes from a proxy that could not reach the service, such as its page of HTML with status 502. */
export function isOfProxy({ status, headers }: Response): boolean {
  return status >= 502 && !headers.get('content-type')?.includes('json');
}

/** One attempt, or the answer to an early read; undefined if no complete answer of the service arrived. */
async function callOnce(
  path: string,
  { signal, ...init }: RequestInit & { headers: Headers },
  milliseconds: number,
): Promise<Answer | undefined> {
  const timeout = AbortSignal.timeout(milliseconds);
  try {
    const position = init.headers.get(names.minPosition);
    const early = init.method === undefined ? await takeEarlyRead(path, token(), position) : undefined;
    signal?.throwIfAborted();
    const response =
      early ?? (await fetch(`/api${path}`, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }));
    const text = await response.text();
    return isOfProxy(response) ? undefined : { response, text };
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}

function parse<Envelope extends Success<unknown>>({ response, text }: Answer): Envelope {
  const body: Envelope | (FailureEnvelope & { anecdoteId?: string }) | undefined = jsonOf(text);
  if (body?.success === true) return body;
  const error = body?.error;
  // The page of a proxy that accepts less than the service.
  if (!error && response.status === 413) throw new ApiError('BODY_TOO_LARGE', strings.errors.tooLarge);
  if (!error) throw new ApiError('UNREADABLE', strings.errors.unknown);
  throw new ApiError(error.code as ProblemCode, error.message, { ...error, anecdoteId: body.anecdoteId });
}

function jsonOf(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withAuthorization(request: Headers): Headers {
  const bearer = token();
  if (bearer !== null) request.set('authorization', `Bearer ${bearer}`);
  return request;
}

/** Copies the CSRF cookie into a header of `request`; true if that changed the header. */
function copyCsrfCookie(request: Headers): boolean {
  const value = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  if (value === undefined || decodeURIComponent(value) === request.get(names.csrfToken)) return false;
  request.set(names.csrfToken, decodeURIComponent(value));
  return true;
}

function queryString(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
}
