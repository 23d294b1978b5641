import type { AnecdoteView, FailureEnvelope } from '@anecdotes/contracts';

type Answer<Data> = {
  status: number;
  headers: Headers;
  body: {
    success: boolean;
    timestamp: string;
    data: Data;
    error: FailureEnvelope['error'] | null;
    detail?: string;
    pagination?: Record<string, unknown>;
  };
};

/** A client of the HTTP API with a token. */
export type Client = {
  token: string;
  call<Data = AnecdoteView>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Data>>;
};

/**
 * Logs in at `address`, by default as the guest, and returns a client with that token. A read with the `position` of
 * the log-in as its minimum shows every change before it.
 */
export async function logIn(
  address: string,
  username = 'guest',
  password = 'guest-demo',
): Promise<Client & { position: string }> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  });
  if (!answer.ok) throw new Error(`login answered ${answer.status}`);
  const { data } = (await answer.json()) as { data: { access_token: string } };
  return { ...clientWith(address, data.access_token), position: answer.headers.get('x-log-position') ?? '' };
}

/** A client that sends `token`. */
export function clientWith(address: string, token: string): Client {
  return {
    token,
    async call(method, path, body, headers = {}) {
      const answer = await fetch(`${address}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, headers: answer.headers, body: JSON.parse((await answer.text()) || 'null') };
    },
  };
}
