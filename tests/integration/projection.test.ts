import type { AccountId, AnecdoteId, JournalEvent } from '@anecdotes/contracts';
import { streams } from '@anecdotes/contracts';
import { run } from '@anecdotes/projection-service/projection/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventsAfter } from '../support/log-events.ts';
import {
  content,
  created,
  createReadSide,
  edited,
  newAccountId,
  newAnecdoteId,
  type ReadSide,
} from '../support/projection.ts';

let side: ReadSide;
let ann: AccountId;
let ben: AccountId;

beforeEach(async () => {
  side = await createReadSide();
  ann = newAccountId();
  ben = newAccountId();
});

afterEach(() => side.close());

/** A life with every kind of event. */
async function recordLife(): Promise<Record<'kept' | 'child' | 'deleted' | 'restored', AnecdoteId>> {
  const ids = { kept: newAnecdoteId(), child: newAnecdoteId(), deleted: newAnecdoteId(), restored: newAnecdoteId() };
  const at = '2026-11-19T10:00:00.000Z';
  const registered: JournalEvent = {
    type: 'AccountRegistered',
    data: { account: ann, role: 'guest', username: 'guest', email: null, full_name: 'Guest' },
  };
  const react = (type: 'SameHereAdded' | 'SameHereWithdrawn', account: AccountId): JournalEvent => ({
    type,
    data: { owner: ann, account },
  });
  await side.record(streams.account(ann), ann, { ...registered, at });
  await side.record(streams.username('00ff'), ann, { type: 'UsernameReserved', data: { account: ann } });
  await side.record('session-1', ann, { type: 'SessionStarted', data: { account: ann } });
  await side.record(streams.anecdote(ids.kept), ann, { ...created(ann), at });
  await side.record(streams.anecdote(ids.kept), ann, edited(ann, { tags: ['evening', 'exercise'], location: null }));
  await side.record(streams.anecdote(ids.kept), ann, react('SameHereAdded', ann), react('SameHereAdded', ben));
  await side.record(streams.anecdote(ids.kept), ann, react('SameHereWithdrawn', ann));
  await side.record(streams.anecdote(ids.child), ann, created(ann, { connected_to: ids.kept, tags: [] }));
  await side.record(streams.anecdote(ids.child), ann, { type: 'AnecdoteUnlinked', data: { owner: ann } });
  await side.record(streams.anecdote(ids.child), ann, {
    type: 'AnecdoteLinked',
    data: { owner: ann, connected_to: ids.kept },
  });
  await side.record(streams.anecdote(ids.child), ann, {
    type: 'AnecdoteImported',
    data: { owner: ann, source: 'reddit', source_address: 'https://www.reddit.com/r/x/comments/1/y/' },
  });
  for (const id of [ids.deleted, ids.restored]) {
    await side.record(streams.anecdote(id), ann, created(ann, { tags: ['gone', 'exercise'] }));
    await side.record(streams.anecdote(id), ann, { type: 'AnecdoteDeleted', data: { owner: ann } });
  }
  await side.record(streams.anecdote(ids.restored), ann, {
    type: 'AnecdoteRestored',
    data: { owner: ann, connected_to: null, created_at: at, same_here: [ben], ...content({ tags: ['back'] }) },
  });
  return ids;
}

test('folds every kind of event into rows', async () => {
  const ids = await recordLife();
  await side.caughtUp();
  const { rows } = await side.pool.query(
    'select id, tags, location, same_here, connected_to, revision, created_at, updated_at from views.anecdote',
  );
  const row = (id: string) => rows.find((found) => found.id === id);
  expect(row(ids.kept)).toMatchObject({
    tags: ['evening', 'exercise'],
    location: null,
    same_here: [ben],
    revision: 4,
    created_at: new Date('2026-11-19T10:00:00.000Z'),
  });
  expect(row(ids.kept).updated_at.getTime()).toBeGreaterThan(row(ids.kept).created_at.getTime());
  expect(row(ids.child)).toMatchObject({ connected_to: ids.kept, revision: 3 });
  expect(row(ids.deleted)).toBeUndefined();
  expect(row(ids.restored)).toMatchObject({ tags: ['back'], same_here: [ben], revision: 2 });
  const { rows: tags } = await side.pool.query('select name, count from views.tag where owner = $1 order by name', [
    ann,
  ]);
  expect(tags).toEqual([
    { name: 'back', count: 1 },
    { name: 'evening', count: 1 },
    { name: 'exercise', count: 1 },
  ]);
  const { rows: journal } = await side.pool.query('select count from views.journal where owner = $1', [ann]);
  expect(journal).toEqual([{ count: 3 }]);
});

test('gives the same rows however the log is cut into batches', async () => {
  await recordLife();
  for (const { position } of await eventsAfter(side.log, 0n)) {
    await run(side.projection, { target: 'live', until: position, signal: AbortSignal.timeout(20_000) });
  }
  const oneByOne = await side.rows();
  await side.pool.query(
    `update projection.generation set position = 0; truncate ${Object.keys(oneByOne).map((table) => `views.${table}`)}`,
  );
  await side.caughtUp();
  expect(await side.rows()).toEqual(oneByOne);
});

test('changes nothing when the whole log is handled twice', async () => {
  await recordLife();
  await side.caughtUp();
  const once = await side.rows();
  await side.pool.query('update projection.generation set position = 0');
  await side.caughtUp();
  expect(await side.rows()).toEqual(once);
});

test('changes nothing when each event is handled twice before the next', async () => {
  await recordLife();
  await side.caughtUp();
  const once = await side.rows();
  await side.pool.query(
    `update projection.generation set position = 0; truncate ${Object.keys(once).map((table) => `views.${table}`)}`,
  );
  let before = 0n;
  for (const { position } of await eventsAfter(side.log, 0n)) {
    for (let time = 0; time < 2; time += 1) {
      await side.pool.query('update projection.generation set position = $1', [before]);
      await run(side.projection, { target: 'live', until: position, signal: AbortSignal.timeout(20_000) });
    }
    before = position;
  }
  expect(await side.rows()).toEqual(once);
});

test('two projectors at once have the effect of one', async () => {
  const stop = new AbortController();
  const runs = [1, 2].map(() => run(side.projection, { target: 'live', signal: stop.signal }));
  const lives = 15;
  for (let life = 0; life < lives; life += 1) await recordLife();
  await side.caughtUp();
  stop.abort();
  await Promise.all(runs);
  const both = await side.rows();
  await side.pool.query(
    `update projection.generation set position = 0; truncate ${Object.keys(both).map((table) => `views.${table}`)}`,
  );
  await side.caughtUp();
  expect(await side.rows()).toEqual(both);
  const { rows } = await side.pool.query('select count from views.journal where owner = $1', [ann]);
  expect(rows).toEqual([{ count: 3 * lives }]);
});
