import { randomUUID } from 'node:crypto';
import { createEventStore, type EventStore } from '@anecdotes/deploy/embedded/event-store';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { collect, newEvent } from '../support/log-events.ts';

const WRITERS = 16;
const TRANSACTIONS = 20;
const ROLLBACK_SHARE = 0.05;

let url: string;
let store: EventStore;

beforeAll(async () => {
  url = await createTestDatabase();
  store = createEventStore(url);
  await store.migrate();
});

afterAll(() => store.close());

describe('16 writers with slow commits and rollbacks beside a follower', () => {
  test('lose no event of the log, repeat none and leave no gap in the positions', async () => {
    const insert = async (client: pg.Client, id: string) => {
      await client.query('select * from log.append($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
        [`anecdote-${id}`],
        [-1],
        [1],
        [1],
        [0],
        [id],
        ['AnecdoteCreated'],
        ['{}'],
        [JSON.stringify(newEvent().metadata)],
      ]);
    };
    let restartedAt = 0n;
    const beforeRestart = collect(store, 0n, (events) => {
      restartedAt = events.at(-1)?.position ?? 0n;
      return events.length >= 100;
    });
    const committed = await write(url, insert, 1);
    const head = await store.head();
    const delivered = [
      ...(await beforeRestart),
      ...(await collect(store, restartedAt, (events) => events.at(-1)?.position === head)),
    ];
    const replayed = await collect(store, 0n, (events) => events.at(-1)?.position === head);

    expect(delivered.map(({ id }) => id).sort()).toEqual(committed.sort());
    expect(delivered.map(({ position }) => position)).toEqual(committed.map((_, index) => BigInt(index + 1)));
    expect(replayed).toEqual(delivered);
    expect(await store.verifyChain()).toMatchObject({ verified: committed.length, firstDifference: null });
  });

  test('lose events of a log whose positions are from a sequence', async () => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query('create table plain_log (position bigint generated always as identity primary key, id uuid)');
    const insert = async (writer: pg.Client, id: string) => {
      await writer.query('insert into plain_log (id) values ($1)', [id]);
    };
    const delivered = new Set<string>();
    let cursor = 0n;
    const readOn = async () => {
      const { rows } = await client.query<{ position: bigint; id: string }>(
        'select position, id from plain_log where position > $1 order by position',
        [cursor],
      );
      for (const row of rows) delivered.add(row.id);
      cursor = rows.at(-1)?.position ?? cursor;
    };
    let writing = true;
    const committed = write(url, insert, 10).finally(() => {
      writing = false;
    });
    while (writing) await readOn();
    await readOn();
    await client.end();
    expect((await committed).filter((id) => !delivered.has(id)).length).toBeGreaterThan(0);
  });
});

/** Runs writers that wait up to `lingering` ms before commit or rollback; returns the ids that were committed. */
async function write(
  connectionString: string,
  insert: (client: pg.Client, id: string) => Promise<void>,
  lingering: number,
): Promise<string[]> {
  const committed: string[] = [];
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const client = new pg.Client(connectionString);
      await client.connect();
      for (let turn = 0; turn < TRANSACTIONS; turn += 1) {
        const id = randomUUID();
        const rollback = (writer + turn * WRITERS) % (1 / ROLLBACK_SHARE) === 0;
        await client.query('begin');
        await insert(client, id);
        await client.query('select pg_sleep(random() * $1 / 1000)', [lingering]);
        await client.query(rollback ? 'rollback' : 'commit');
        if (!rollback) committed.push(id);
      }
      await client.end();
    }),
  );
  return committed;
}
