import { randomBytes } from 'node:crypto';
import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { expect, onTestFinished, test } from 'vitest';
import { type Client, clientWith, logIn } from '../support/client.ts';
import { createPreparedDatabase } from '../support/database.ts';
import { startTestServer } from '../support/eventstoredb/server.ts';
import { newDataDir, startProduct } from '../support/product.ts';
import { sharedSettings, startService } from '../support/service-process.ts';

/** LINK_ROUNDS=100 runs the test for longer. */
const ROUNDS = Number(process.env.LINK_ROUNDS ?? 30);

/** Addresses of two processes for commands and of those for reads, all on one log and one vault. */
type Processes = { commands: [string, string]; views: string[] };

async function startOnEventStoreDb(): Promise<Processes> {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const environment = { ...(await sharedSettings(server.url)), LOG_LEVEL: 'error' };
  const one = await startService('command-service/src/main.ts', environment);
  const two = await startService('command-service/src/main.ts', environment);
  const view = await startService('projection-service/src/main.ts', environment);
  return { commands: [one.address, two.address], views: [view.address] };
}

async function startOnPostgres(): Promise<Processes> {
  const environment = {
    DATABASE_URL: await createPreparedDatabase(),
    EVENTSTORE_URL: '',
    MASTER_KEY: randomBytes(32).toString('base64'),
    SIGNING_KEY: newSigningKey(),
  };
  const start = async () => {
    const { address, stop } = await startProduct(newDataDir(), environment);
    onTestFinished(async () => void (await stop('SIGKILL')));
    return address;
  };
  const [one, two] = [await start(), await start()];
  return { commands: [one, two], views: [one, two] };
}

test.each([
  ['the log in Postgres', startOnPostgres],
  ['EventStoreDB', startOnEventStoreDb],
])(`two processes on %s cannot close a loop by parallel connections, in any of ${ROUNDS} rounds`, async (_, start) => {
  const { commands, views } = await start();
  const one = await logIn(commands[0]);
  const two = clientWith(commands[1], one.token);
  /** One anecdote for each round, each connected to one of `parents`. */
  const make = async (parents: readonly string[] = []): Promise<string[]> => {
    const anecdotes = Array.from({ length: ROUNDS }, (_, round) => ({
      description: 'One of a chain',
      ...(parents[round] !== undefined && { connected_to: parents[round] }),
    }));
    const { body } = await one.call<{ data: { id: string } }[]>('POST', '/api/anecdotes/batch', { anecdotes });
    return body.data.map(({ data }) => data.id);
  };
  const top = await make();
  const middle = await make(top);
  const single = await make();
  const connect = (client: Client, child: string, parent: string) =>
    client.call('PUT', `/api/anecdotes/${child}/parent`, { parent });
  let position = '0';
  let connected = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const [a = '', b = '', c = ''] = [single[round], middle[round], top[round]];
    // Each of the two connections is allowed alone; both together close a loop through the middle.
    const answers = await Promise.all([connect(one, a, b), connect(two, c, a)]);
    const inRound = answers.filter(({ status }) => status === 200).length;
    expect(inRound).toBeLessThanOrEqual(1);
    connected += inRound;
    // A call that waits too long for the lock is answered 503.
    for (const { status } of answers) expect([200, 422, 503]).toContain(status);
    position =
      answers
        .map(({ headers }) => headers.get('x-log-position') ?? '0')
        .sort(byLength)
        .at(-1) ?? position;
  }

  expect(connected).toBeGreaterThan(0);
  for (const address of views) {
    const parents = await parentsIn(clientWith(address, one.token), position);
    expect(parents.size).toBe(3 * ROUNDS);
    for (const id of parents.keys()) expect(isInLoop(id, parents)).toBe(false);
  }
});

function byLength(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}

/** The parent of each anecdote in the views at `position` or later. */
async function parentsIn(client: Client, position: string): Promise<Map<string, string | null>> {
  const parents = new Map<string, string | null>();
  for (let page = 1; ; page += 1) {
    const path = `/api/anecdotes?page=${page}&page_size=100`;
    const { body } = await client.call<{ id: string; connected_to: string | null }[]>('GET', path, undefined, {
      'x-min-position': position,
    });
    for (const { id, connected_to } of body.data) parents.set(id, connected_to);
    if (body.data.length < 100) return parents;
  }
}

function isInLoop(id: string, parents: ReadonlyMap<string, string | null>): boolean {
  const seen = new Set<string>();
  for (let next: string | null = id; next !== null; next = parents.get(next) ?? null) {
    if (seen.has(next)) return true;
    seen.add(next);
  }
  return false;
}
