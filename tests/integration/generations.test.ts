import { type AccountId, type JournalEvent, streams } from '@anecdotes/contracts';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { migrateProjection } from '@anecdotes/projection-service/db/migrate';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { applyBatch } from '@anecdotes/projection-service/projection/apply-batch';
import { FenceLost, openAll } from '@anecdotes/projection-service/projection/batch';
import { compareWithLog } from '@anecdotes/projection-service/projection/compare';
import { liveGeneration } from '@anecdotes/projection-service/projection/generation';
import { runAsLeader } from '@anecdotes/projection-service/projection/leader';
import type { Projection } from '@anecdotes/projection-service/projection/projection';
import type { Projector } from '@anecdotes/projection-service/projection/projector';
import { rebuild } from '@anecdotes/projection-service/projection/rebuild';
import { runProjection } from '@anecdotes/projection-service/projection/run';
import { startProjection } from '@anecdotes/projection-service/projection/start';
import { nullable, type Table, text } from '@anecdotes/projection-service/projection/table';
import { projectors } from '@anecdotes/projection-service/read-models';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventsAfter } from '../support/log-events.ts';
import {
  content,
  created,
  createReadSide,
  edited,
  expectLikeTheLog,
  newAccountId,
  newAnecdoteId,
  type ReadSide,
} from '../support/projection.ts';

let side: ReadSide;
let ann: AccountId;
const silent = { onMove() {}, onBatch() {}, onError() {} };

beforeEach(async () => {
  side = await createReadSide();
  ann = newAccountId();
});

afterEach(() => side.close());

const write = (description = 'an anecdote') =>
  side.record(streams.anecdote(newAnecdoteId()), ann, created(ann, { description }));

/** Writes an anecdote and waits until the live views show it, so that a concurrent task has a moderate load. */
const writeAndSee = async () => {
  const position = await write();
  await vi.waitUntil(async () => (await liveGeneration(side.pool)).position >= position, {
    timeout: 60_000,
    interval: 5,
  });
};

const restored = (owner: AccountId, tags: string[]) => ({
  ...{ owner, connected_to: null, created_at: '2026-11-19T10:00:00.000Z', same_here: [] },
  ...content({ tags }),
});

const withAnotherColumn = <T extends Table>(table: T): T => ({
  ...table,
  columns: { ...table.columns, mood: nullable(text()) },
});

const schemas = async () =>
  (await side.pool.query(`select nspname from pg_namespace where nspname like 'views%' order by 1`)).rows.map(
    (row) => row.nspname,
  );

test('a rebuild during writes never shows fewer rows than before and equals a fold of the whole log', async () => {
  for (let number = 0; number < 300; number += 1) await write();
  await side.caughtUp();
  const stop = new AbortController();
  const live = runProjection(side.projection, { target: 'live', signal: stop.signal });
  let least = 300;
  let isBuilding = true;
  const reading = (async () => {
    while (isBuilding) {
      const { rows } = await side.pool.query(
        'select (select count from views.journal where owner = $1) as total, (select count(*)::int from views.anecdote) as rows',
        [ann],
      );
      expect(rows[0].total).toBe(rows[0].rows);
      expect(rows[0].rows).toBeGreaterThanOrEqual(least);
      least = rows[0].rows;
    }
  })();
  const writing = (async () => {
    while (isBuilding) await writeAndSee();
  })();
  for (let time = 0; time < 3; time += 1) {
    const report = await rebuild(side.projection, AbortSignal.timeout(20_000));
    expect(report?.events).toBeGreaterThanOrEqual(300);
  }
  isBuilding = false;
  await Promise.all([reading, writing]);
  await side.caughtUp();
  const tables = await expectLikeTheLog(side.projection);
  expect(tables.find(({ name }) => name === 'anecdote')?.rows).toBe((await eventsAfter(side.log, 0n)).length);
  expect(await schemas()).toEqual(['views']);
  stop.abort();
  await live;
});

test.each<[string, (projector: Projector) => Projector]>([
  ['of another version', (projector) => ({ ...projector, version: 99 })],
  ['with other tables', (projector) => ({ ...projector, tables: projector.tables.map(withAnotherColumn) })],
])('projectors %s than those that built the views start a rebuild automatically', async (_, change) => {
  await write();
  await side.caughtUp();
  const [anecdotes, ...others] = projectors;
  if (anecdotes === undefined) throw new Error('no projector');
  const projection: Projection = { ...side.projection, projectors: [change(anecdotes), ...others] };
  const before = await side.pool.query('select id from projection.generation');
  const moves: unknown[] = [];
  const running = await startProjection(projection, { ...silent, onMove: (moved) => moves.push(moved) });
  await vi.waitFor(async () => {
    const { rows } = await side.pool.query(`select id from projection.generation where state = 'live'`);
    expect(rows).not.toEqual(before.rows);
  }, 60_000);
  await write();
  await vi.waitFor(async () => {
    const { rows } = await side.pool.query('select count from views.journal');
    expect(rows).toEqual([{ count: 2 }]);
  }, 60_000);
  await running.stop();
  expect(await schemas()).toEqual(['views']);
});

test('a process stops reporting a rebuild that another process has finished', async () => {
  const [anecdotes, ...others] = projectors;
  if (anecdotes === undefined) throw new Error('no projector');
  const projection: Projection = { ...side.projection, projectors: [{ ...anecdotes, version: 99 }, ...others] };
  const overtaken = vi.fn(async () => {
    await rebuild(projection, AbortSignal.timeout(60_000));
    throw new Error('the log is away');
  });
  let heads = 0;
  const head = () => {
    heads += 1;
    // The first call is that of the health check.
    return heads === 2 ? overtaken() : side.log.head();
  };
  const troubles: unknown[] = [];
  const running = await startProjection(
    { ...projection, source: { ...side.log, head } },
    { ...silent, onError: (error) => troubles.push(error) },
  );
  await vi.waitFor(() => expect(troubles).toHaveLength(1), 60_000);
  await vi.waitFor(() => expect(running.health().rebuilding).toBe(false), 60_000);
  await running.stop();
});

test('a rebuild makes the same rows as the live views when events change the same anecdotes repeatedly', async () => {
  const ben = newAccountId();
  const ids = Array.from({ length: 7 }, newAnecdoteId);
  const tags = (number: number) => [`tag ${number % 5}`, 'always'];
  for (let number = 0; number < 450; number += 1) {
    const [owner, id] = [number % 2 === 0 ? ann : ben, ids[number % 7] ?? newAnecdoteId()];
    const record = (...events: JournalEvent[]) => side.record(streams.anecdote(id), owner, ...events);
    if (number < 14 || number % 3 === 0) {
      await side.record(streams.anecdote(newAnecdoteId()), owner, created(owner, { tags: tags(number) }));
    }
    if (number < 7) await record(created(owner, { connected_to: ids[(number + 3) % 7] ?? null }));
    else if (number % 11 === 0) await record({ type: 'AnecdoteDeleted', data: { owner } });
    else if (number % 11 === 3) await record({ type: 'AnecdoteRestored', data: restored(owner, tags(number)) });
    else await record(edited(owner, { tags: tags(number), description: `edit ${number}` }));
    if (number === 200) await side.record(streams.account(ben), ben, { type: 'AccountErased', data: { account: ben } });
    if (number === 310) await record({ type: 'AnecdoteErased', data: { owner } });
  }
  await side.caughtUp();
  const live = await side.rows();
  expect(live.anecdote?.length).toBeGreaterThan(50);
  expect(await rebuild(side.projection, AbortSignal.timeout(20_000))).toBeDefined();
  expect(await side.rows()).toEqual(live);
});

test.each([
  ['have moved since it was read', ''],
  ['were replaced', "state = 'retired'"],
  ['are declared stale', 'is_stale = true'],
])('a batch is not written when the live views %s', async (_, change) => {
  await write();
  await side.caughtUp();
  const seen = await liveGeneration(side.pool);
  const last = await write();
  const batch = await openAll(await eventsAfter(side.log, seen.position), side.keys);
  if (change === '') await side.caughtUp();
  else await side.pool.query(`update projection.generation set ${change} where id = ${seen.id}`);
  const stored = async () => [await side.rows(), (await side.pool.query('select * from projection.generation')).rows];
  const before = await stored();
  const options = { hasParked: false, signal: AbortSignal.timeout(5_000) };
  await expect(applyBatch(side.projection, seen, batch, last, options)).rejects.toThrow(FenceLost);
  expect(await stored()).toEqual(before);
});

test('an interrupted rebuild resumes where it stopped', async () => {
  for (let number = 0; number < 10; number += 1) await write();
  await side.caughtUp();
  const interrupted = new AbortController();
  interrupted.abort();
  expect(await rebuild(side.projection, interrupted.signal)).toBeUndefined();
  expect(await schemas()).toHaveLength(2);
  expect(await rebuild(side.projection, AbortSignal.timeout(20_000))).toMatchObject({ events: 10 });
  expect(await schemas()).toEqual(['views']);
});

test('a process that continues a rebuild which another one has finished does not write to the live views', async () => {
  for (let number = 0; number < 10; number += 1) await write();
  await side.caughtUp();
  const [began, mayRead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late: EventSource = {
    ...side.log,
    async *follow(options) {
      began.resolve();
      await mayRead.promise;
      yield* side.log.follow(options);
    },
  };
  const interrupted = new AbortController();
  interrupted.abort();
  expect(await rebuild(side.projection, interrupted.signal)).toBeUndefined();
  const head = await side.log.head();
  const finishing = { ...side.projection, source: { ...side.log, head: async () => head } };
  await write();
  const other = rebuild({ ...side.projection, source: late }, AbortSignal.timeout(20_000)).catch(String);
  await began.promise;
  expect(await rebuild(finishing, AbortSignal.timeout(20_000))).toMatchObject({ events: 10 });
  mayRead.resolve();
  expect(await other).toMatch('Another program has finished or given up this rebuild.');
  await side.caughtUp();
  await expectLikeTheLog(side.projection);
});

test('a comparison finds every row that was tampered with', async () => {
  for (let number = 0; number < 5; number += 1) await write(`anecdote ${number}`);
  await side.caughtUp();
  await side.pool.query(`update views.anecdote set description = 'forged' where description = 'anecdote 3'`);
  await side.pool.query(`update views.tag set count = count + 1 where name = 'morning'`);
  await side.pool.query(
    `delete from views.day_use where anecdote = (select id from views.anecdote order by id limit 1)`,
  );
  const { position, tables } = await compareWithLog(side.projection, AbortSignal.timeout(20_000));
  expect(position).toBe(await side.log.head());
  const different = tables.filter((table) => table.different > 0);
  expect(Object.fromEntries(different.map((table) => [table.name, table.different]))).toEqual({
    anecdote: 2,
    tag: 2,
    day_use: 1,
  });
  expect(await schemas()).toEqual(['views']);
});

test('a comparison fails when a crash of the database has emptied its tables', async () => {
  await write();
  await side.caughtUp();
  async function* follow(options: Parameters<EventSource['follow']>[0]) {
    for await (const batch of side.log.follow(options)) {
      // As the recovery after a crash empties all unlogged tables.
      const { rows } = await side.pool.query<{ emptying: string }>(
        `select 'truncate ' || string_agg(oid::regclass::text, ', ') as emptying
         from pg_class where relpersistence = 'u' and relkind = 'r'`,
      );
      await side.pool.query(rows[0]?.emptying ?? '');
      yield batch;
    }
  }
  const projection = { ...side.projection, source: { ...side.log, follow } };
  await expect(compareWithLog(projection, AbortSignal.timeout(20_000))).rejects.toThrow('The database crashed');
  expect(await schemas()).toEqual(['views']);
});

test('a comparison works while the projector writes', async () => {
  const stop = new AbortController();
  const live = runProjection(side.projection, { target: 'live', signal: stop.signal });
  let isComparing = true;
  const writing = (async () => {
    while (isComparing) await writeAndSee();
  })();
  for (let time = 0; time < 3; time += 1) await expectLikeTheLog(side.projection);
  isComparing = false;
  await writing;
  stop.abort();
  await live;
});

test('views made by an earlier version are kept, and their log is recognized', async () => {
  await write();
  await side.caughtUp();
  const [first] = await eventsAfter(side.log, 0n);
  await side.pool.query(`
    alter table projection.generation drop first_position, drop first_id, drop last_position, drop last_id, drop is_stale;
    alter table projection.quarantine drop account, drop reason, drop tried_at;
    drop table projection.tree, projection.tile, projection.checkpoint;
    delete from projection.kysely_migration where name >= '0004';
    create table projection.log (identity text not null);
    insert into projection.log values ('${first?.position}/${first?.id}')`);
  await migrateProjection(side.pool, projectors);
  const live = await liveGeneration(side.pool);
  expect(live.first).toEqual({ position: first?.position, id: first?.id });
  await write();
  await side.caughtUp();
  expect(await liveGeneration(side.pool)).toMatchObject({ id: live.id, last: { position: await side.log.head() } });
});

test('several processes may create the first views at once', async () => {
  await side.pool.query('drop schema projection cascade; drop schema views cascade');
  await Promise.all([1, 2, 3].map(() => migrateProjection(side.pool, projectors)));
  expect(await schemas()).toEqual(['views']);
});

/** A process that wants to lead; records in `happened` when its term begins and ends. */
function candidate(name: string, happened: string[], pool: Pick<typeof side.pool, 'connect'> = side.pool) {
  const stop = new AbortController();
  const done = runAsLeader(pool, 'test', stop.signal, async (term) => {
    happened.push(`${name} leads`);
    await new Promise((resolve) => term.addEventListener('abort', resolve, { once: true }));
    happened.push(`${name} ends`);
  });
  return { stop: () => stop.abort(), done };
}

/** Lets the lease expire much later than the tests wait. */
const prolongLease = () => side.pool.query(`update projection.lease set expires_at = now() + interval '1 hour'`);

test('one process leads, and another takes over when it stops', async () => {
  const happened: string[] = [];
  const first = candidate('first', happened);
  await vi.waitFor(() => expect(happened).toEqual(['first leads']), 60_000);
  const second = candidate('second', happened);
  await prolongLease();
  first.stop();
  await first.done;
  await vi.waitFor(() => expect(happened).toEqual(['first leads', 'first ends', 'second leads']), 60_000);
  second.stop();
  await second.done;
});

test('a process that lost its lease stops, and leads again only when the lease of the other has expired', async () => {
  const happened: string[] = [];
  const process = candidate('it', happened);
  await vi.waitFor(() => expect(happened).toEqual(['it leads']), 60_000);
  await side.pool.query(
    `update projection.lease set holder = gen_random_uuid(), generation = generation + 1, expires_at = now() + interval '5 s'`,
  );
  await vi.waitFor(() => expect(happened).toEqual(['it leads', 'it ends']), 60_000);
  await vi.waitFor(() => expect(happened).toEqual(['it leads', 'it ends', 'it leads']), 60_000);
  const { rows } = await side.pool.query('select generation from projection.lease');
  expect(rows).toEqual([{ generation: 3n }]);
  process.stop();
  await process.done;
});

test('another process takes over before the lease expires when the connection of the holder is closed', async () => {
  const happened: string[] = [];
  const [session, pid] = await connectionOf(side.pool);
  const killed = { connect: vi.fn().mockResolvedValueOnce(session).mockRejectedValue(new Error('killed')) };
  const first = candidate('first', happened, killed);
  await vi.waitFor(() => expect(happened).toEqual(['first leads']), 60_000);
  const second = candidate('second', happened);
  await prolongLease();
  await side.pool.query('select pg_terminate_backend($1)', [pid]);
  await vi.waitFor(() => expect(happened).toEqual(expect.arrayContaining(['first ends', 'second leads'])), 60_000);
  for (const { stop, done } of [first, second]) {
    stop();
    await done;
  }
});

test('nobody takes over from a process that is only slow before its lease expires', async () => {
  const happened: string[] = [];
  const [session, pid] = await connectionOf(side.pool);
  await side.pool.query(
    `insert into projection.lease (name, holder, generation, expires_at, backend_pid, backend_start)
     select 'test', gen_random_uuid(), 1, now() + interval '1 hour', pid, backend_start
     from pg_stat_activity where pid = $1`,
    [pid],
  );
  const connects = vi.spyOn(side.pool, 'connect');
  const waiting = candidate('it', happened);
  await vi.waitFor(() => expect(connects.mock.calls.length).toBeGreaterThanOrEqual(3), 60_000);
  expect(happened).toEqual([]);
  await side.pool.query('update projection.lease set expires_at = now()');
  await vi.waitFor(() => expect(happened).toEqual(['it leads']), 60_000);
  waiting.stop();
  await waiting.done;
  session.release();
});

async function connectionOf(pool: typeof side.pool) {
  const session = await pool.connect();
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  return [session, rows[0]?.pid] as const;
}

test('the projector resumes by itself after the database dropped its connections', async () => {
  const pool = createPool(side.url, { name: 'victim', max: 3, onError: () => {} });
  const running = await startProjection({ ...side.projection, pool }, silent);
  for (let round = 1; round <= 3; round += 1) {
    await side.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'anecdotes victim'`,
    );
    await write();
    await vi.waitFor(async () => {
      const { rows } = await side.pool.query('select count from views.journal');
      expect(rows).toEqual([{ count: round }]);
    }, 60_000);
  }
  await running.stop();
  await pool.end();
});
