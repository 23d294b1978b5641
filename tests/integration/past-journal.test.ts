import {
  type AccountId,
  type AnecdoteId,
  GraphParameters,
  type JournalEvent,
  MapParameters,
  MonthParameters,
  PageParameters,
  type Position,
  SearchParameters,
  streams,
  TagParameters,
} from '@anecdotes/contracts';
import { createRateLimiter } from '@anecdotes/contracts/server/http/memory-rate-limiter';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { monthsOfAnecdotes } from '@anecdotes/projection-service/anecdotes/months';
import { listAnecdotesPage } from '@anecdotes/projection-service/anecdotes/queries';
import { graphOf } from '@anecdotes/projection-service/connections/graph';
import { openViews, type ViewsDatabase } from '@anecdotes/projection-service/db/database';
import { migrateProjection } from '@anecdotes/projection-service/db/migrate';
import { createKeyset } from '@anecdotes/projection-service/keyset';
import { mapOf } from '@anecdotes/projection-service/map/queries';
import { createPastViews } from '@anecdotes/projection-service/past/past-views';
import type { Projection } from '@anecdotes/projection-service/projection/projection';
import { runProjection } from '@anecdotes/projection-service/projection/run';
import { search } from '@anecdotes/projection-service/search/queries';
import { statisticsOf } from '@anecdotes/projection-service/statistics/queries';
import { findTags, tagStatistics } from '@anecdotes/projection-service/tags/queries';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { content, createReadSide, newAccountId, newAnecdoteId, type ReadSide } from '../support/projection.ts';

/** AS_OF_POSITIONS=50 runs the test for longer. */
const POSITIONS = Number(process.env.AS_OF_POSITIONS ?? 8);
const SEED = Number(process.env.AS_OF_SEED ?? Date.now() % 1_000_000);

const onError = () => {};
let side: ReadSide;
/** Views that are rolled forward from one position to the next. */
let then: Projection;
let past: ReturnType<typeof createPastViews>;
let head: Position;

beforeAll(async () => {
  side = await createReadSide();
  const url = await createTestDatabase();
  then = { ...side.projection, pool: createPool(url, { name: 'then', max: 4, onError }) };
  await migrateProjection(then.pool, then.projectors);
  past = createPastViews({
    databaseUrl: side.url,
    db: openViews(side.pool),
    source: side.log,
    keys: side.keys,
    positions: { current: () => head, onMove: () => () => {} },
    limiter: createRateLimiter(false),
  });
});

afterAll(async () => {
  await past?.stop();
  await then?.pool.end();
  await side?.close();
});

/** Reproducible random numbers in [0, 1) from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Known = { id: AnecdoteId; isThere: boolean; linked: AnecdoteId | null };

/** Records `count` random events of two accounts. */
async function recordStory(accounts: readonly AccountId[], count: number, random: () => number): Promise<void> {
  const known = new Map(accounts.map((account) => [account, [] as Known[]]));
  const any = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const written = () =>
    content({
      description: `The ${any(['cello', 'tram', 'river', 'storm'])} and the ${any(['baker', 'mountain', 'letter'])}`,
      tags: ['work', 'rain', 'food', 'home'].filter(() => random() < 0.4),
      timestamp: new Date(Date.UTC(2026, Math.floor(random() * 12), 1 + Math.floor(random() * 27))).toISOString(),
      location: random() < 0.5 ? 'Aare' : null,
      coordinates: random() < 0.6 ? { lat: random() * 90, lng: random() * 180, address: null } : null,
    });
  for (let step = 0; step < count; step += 1) {
    const owner = any(accounts);
    const own = known.get(owner) ?? [];
    const [one, other] = [any(own), any(own)];
    const record = (id: AnecdoteId, event: JournalEvent) => side.record(streams.anecdote(id), owner, event);
    const chance = random();
    if (one === undefined || (own.length < 30 && chance < 0.3)) {
      const linked = other?.isThere && random() < 0.4 ? other.id : null;
      const fresh = { id: newAnecdoteId(), isThere: true, linked };
      own.push(fresh);
      await record(fresh.id, { type: 'AnecdoteCreated', data: { owner, connected_to: linked, ...written() } });
    } else if (!one.isThere) {
      one.isThere = true;
      const facts = { connected_to: one.linked, created_at: '2026-01-01T00:00:00.000Z', same_here: [owner] };
      await record(one.id, { type: 'AnecdoteRestored', data: { owner, ...facts, ...written() } });
    } else if (chance < 0.55) {
      await record(one.id, { type: 'AnecdoteEdited', data: { owner, ...written() } });
    } else if (chance < 0.65) {
      one.isThere = false;
      await record(one.id, { type: 'AnecdoteDeleted', data: { owner } });
    } else if (chance < 0.75 && other?.isThere && other.id > one.id) {
      other.linked = one.id;
      await record(other.id, { type: 'AnecdoteLinked', data: { owner, connected_to: one.id } });
    } else if (chance < 0.8 && one.linked !== null) {
      one.linked = null;
      await record(one.id, { type: 'AnecdoteUnlinked', data: { owner } });
    } else if (chance < 0.9) {
      await record(one.id, { type: 'SameHereAdded', data: { owner, account: owner } });
    } else await record(one.id, { type: 'SameHereWithdrawn', data: { owner, account: owner } });
  }
}

/** The answers to a set of queries, without their timestamps and with the points of a map sorted by id. */
async function answersOf(db: ViewsDatabase, account: AccountId, now: Date): Promise<unknown> {
  const keyset = createKeyset(new Uint8Array(32));
  const answers = await Promise.all([
    listAnecdotesPage(db, account, PageParameters.parse({ page_size: '50' })),
    listAnecdotesPage(db, account, PageParameters.parse({ search: 'cello', tags: 'rain,food' })),
    search(db, keyset, account, SearchParameters.parse({ query: 'celo baker' })),
    monthsOfAnecdotes(db, account, MonthParameters.parse({})),
    findTags(db, keyset, account, TagParameters.parse({})),
    tagStatistics(db, account),
    statisticsOf(db, account, now),
    ...[{}, { tags: 'work' }].map(async (narrowing) => {
      const map = await mapOf(db, account, MapParameters.parse({ bbox: '0,0,180,90', zoom: '2', ...narrowing }));
      return { ...map, points: map.points?.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
    }),
    graphOf(db, account, GraphParameters.parse({})),
  ]);
  return JSON.parse(JSON.stringify(answers)).map(({ timestamp: _, ...answer }: { timestamp?: string }) => answer);
}

test(`a journal as of any position equals a fold of the log up to there (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  const accounts = [newAccountId(), newAccountId()];
  await recordStory(accounts, 150, random);
  await side.caughtUp();
  head = await side.log.head();
  const positions = Array.from({ length: POSITIONS }, () => BigInt(1 + Math.floor(random() * Number(head))));
  for (const position of positions.sort((a, b) => Number(a - b))) {
    await runProjection(then, { target: 'live', until: position, signal: AbortSignal.timeout(20_000) });
    const [account] = accounts as [AccountId];
    const asker = { account, role: 'member', address: undefined } as const;
    const asked = await past.read(asker, String(position), async ({ db, at, position: folded }) => ({
      folded,
      at,
      answers: await answersOf(db, account, at),
    }));
    expect(asked.folded).toBe(position);
    expect(asked.answers).toEqual(await answersOf(openViews(then.pool), account, asked.at));
  }
});
