import { type FailureEnvelope, headers as names, type ProblemCode, type Success } from '@anecdotes/contracts';
import { knownPosition, raisePosition } from './position.ts';
import { endSession, keepToken, token } from './session.ts';
import { strings } from './strings.ts';

const ATTEMPTS = 4;
/** The longest wait, in seconds, a server may ask for before trying again by ourselves makes no sense. */
const PATIENCE = 5;

/** A call that was refused or did not arrive; `message` may be shown to the person as it is. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** What the service said; UNREACHABLE and UNREADABLE where it could not say anything. */
  readonly code: ProblemCode | 'UNREACHABLE' | 'UNREADABLE';
  readonly fields: Readonly<Record<string, string>>;
  readonly revision: number | undefined;

  constructor(code: ApiError['code'], message: string, fields: Record<string, string> = {}, revision?: number) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.revision = revision;
  }
}

/** Why a call failed in the service's own words, or `fallback` where it did not say. */
export function reasonOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.code === 'UNREACHABLE' || error.code === 'UNREADABLE') return fallback;
  return error.message || fallback;
}

export type Query = Readonly<Record<string, string | number | undefined>>;

/**
 * Reads `path` below /api and gives the whole successful envelope. Never older than what this tab has written or
 * heard of: waits and asks again while the server has not got there. Throws ApiError.
 */
export async function read<Envelope extends Success<unknown>>(
  path: string,
  { query = {}, signal }: { query?: Query; signal?: AbortSignal } = {},
): Promise<Envelope> {
  const request = new Headers();
  const position = knownPosition();
  if (position !== null) request.set(names.minPosition, position);
  const init: RequestInit = { headers: request };
  if (signal) init.signal = signal;
  return parse<Envelope>(await call(`${path}${queryString(query)}`, init));
}

export type Change = {
  body?: unknown;
  /** Names one intended change, so that sending it again can never make it twice. */
  key: string;
  /** The revision the person saw; a newer one answers REVISION_CONFLICT. */
  ifMatch?: number;
};

/** Asks for a change and gives the answer's data; a call that did not arrive is repeated with the same key. */
export async function send<Data>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, key, ifMatch }: Change,
): Promise<Data> {
  const request = new Headers({ [names.idempotencyKey]: key });
  if (ifMatch !== undefined) request.set('if-match', `"${ifMatch}"`);
  const init: RequestInit = { method, headers: request };
  if (body instanceof URLSearchParams) init.body = body;
  else if (body !== undefined) {
    request.set('content-type', 'application/json');
    init.body = JSON.stringify(body);
  }
  const envelope = await parse<Success<Data>>(await call(path, init));
  return envelope.data;
}

/** Opens `path` as a stream with the session's token; the caller reads the body. */
export function open(path: string, signal: AbortSignal): Promise<Response> {
  return fetch(`/api${path}`, { headers: authorised(new Headers({ accept: 'text/event-stream' })), signal });
}

async function call(path: string, init: RequestInit): Promise<Response> {
  const sent = token();
  const request = authorised(new Headers(init.headers));
  if (init.method !== undefined) copyCsrfCookie(request);
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`/api${path}`, { ...init, headers: request }).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      return undefined;
    });
    const wait = response === undefined ? 0.4 * attempt : Number(response.headers.get('retry-after') ?? 1);
    const worthwhile =
      response === undefined || ((response.status === 503 || response.status === 429) && wait <= PATIENCE);
    const retry = attempt < ATTEMPTS && worthwhile;
    if (!retry) {
      if (response === undefined) throw new ApiError('UNREACHABLE', strings.errors.unreachable);
      if (response.status === 401 && sent !== null && sent === token()) endSession('expired');
      raisePosition(response.headers.get(names.logPosition));
      const renewed = response.headers.get(names.renewedToken);
      if (renewed !== null && sent === token()) keepToken(renewed);
      return response;
    }
    await pause(wait * 1000, init.signal);
  }
}

async function parse<Envelope extends Success<unknown>>(response: Response): Promise<Envelope> {
  const body: Envelope | FailureEnvelope | undefined = await response.json().catch(() => undefined);
  if (body?.success === true) return body;
  const error = body?.error;
  if (!error) throw new ApiError('UNREADABLE', strings.errors.unknown);
  throw new ApiError(error.code as ProblemCode, error.message, error.fields, error.revision);
}

function authorised(request: Headers): Headers {
  const bearer = token();
  if (bearer !== null) request.set('authorization', `Bearer ${bearer}`);
  return request;
}

function copyCsrfCookie(request: Headers): void {
  const value = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  if (value !== undefined) request.set('x-xsrf-token', decodeURIComponent(value));
}

function queryString(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
}

function pause(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
