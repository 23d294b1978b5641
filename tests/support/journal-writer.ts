import { randomUUID } from 'node:crypto';
import type { Client } from './client.ts';

type Request = { key: string; method: 'POST' | 'PUT'; path: string; description: string };

/**
 * Writes anecdotes one after the other, sometimes changes one, and remembers what must be there afterwards. A request
 * without an answer stays open until `settle` has repeated it with the same idempotency key.
 */
export type JournalWriter = {
  /** Writes until the product no longer answers. */
  writeOn(client: Client): Promise<void>;
  /** Repeats the request whose answer was lost. */
  settle(client: Client): Promise<void>;
  /** Description by id, of everything acknowledged. */
  readonly expected: ReadonlyMap<string, string>;
  /** Position of the last acknowledged change. */
  readonly position: () => bigint;
};

/** A writer that calls `onAcknowledged` after every change that was acknowledged. */
export function createJournalWriter(onAcknowledged: () => void): JournalWriter {
  const expected = new Map<string, string>();
  let position = 0n;
  let open: Request | undefined;

  async function send(client: Client, request: Request): Promise<void> {
    open = request;
    const { key, method, path, description } = request;
    const answer = await client.call(method, path, { description, tags: ['kill'] }, { 'idempotency-key': key });
    if (answer.status >= 300) throw new Error(`answered ${answer.status}`);
    open = undefined;
    expected.set(answer.body.data.id, answer.body.data.description);
    position = BigInt(answer.headers.get('x-log-position') ?? 0);
    onAcknowledged();
  }

  function nextRequest(): Request {
    const key = randomUUID();
    const [changed] = expected.size % 4 === 3 ? [...expected.keys()].slice(-2) : [];
    return changed !== undefined && expected.get(changed)?.startsWith('first')
      ? { key, method: 'PUT', path: `/api/anecdotes/${changed}`, description: `second ${key}` }
      : { key, method: 'POST', path: '/api/anecdotes', description: `first ${key}` };
  }

  return {
    expected,
    position: () => position,
    async writeOn(client) {
      try {
        for (;;) await send(client, nextRequest());
      } catch {
        // The answer is lost; `settle` repeats the request to learn its outcome.
      }
    },
    async settle(client) {
      if (open !== undefined) await send(client, open);
    },
  };
}

/** Everything in the journal of `client`, description by id; throws when an id is listed twice. */
export async function readJournal(client: Client, position: bigint): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = `limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const seen = { 'x-min-position': String(position) };
    const { body, status } = await client.call<{ id: string; description: string }[]>(
      'GET',
      `/api/anecdotes/cursor?${query}`,
      undefined,
      seen,
    );
    if (status !== 200) throw new Error(`the list answered ${status}`);
    for (const { id, description } of body.data) {
      if (found.has(id)) throw new Error(`${id} is listed twice`);
      found.set(id, description);
    }
    cursor = body.pagination?.nextCursor as string | null;
  }
  return found;
}
