import {
  type AccountId,
  type AnecdoteId,
  ConnectionsParameters,
  GraphParameters,
  MapParameters,
  streams,
  TagParameters,
} from '@anecdotes/contracts';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { graphOf } from '@anecdotes/projection-service/connections/graph';
import { connectionsOf } from '@anecdotes/projection-service/connections/queries';
import { openViews, type ViewsDatabase } from '@anecdotes/projection-service/db/database';
import { createKeyset } from '@anecdotes/projection-service/keyset';
import { mapOf } from '@anecdotes/projection-service/map/queries';
import { samplesOf } from '@anecdotes/projection-service/samples/queries';
import { statisticsOf } from '@anecdotes/projection-service/statistics/queries';
import { findTags, taggedAnecdotes, tagStatistics } from '@anecdotes/projection-service/tags/queries';
import { timelineOf } from '@anecdotes/projection-service/timeline/queries';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { created, createReadSide, newAccountId, newAnecdoteId, type ReadSide } from '../support/projection.ts';

let side: ReadSide;
let ann: AccountId;
let top: AnecdoteId;
let children: AnecdoteId[];

beforeAll(async () => {
  side = await createReadSide();
});
afterAll(() => side.close());

beforeEach(async () => {
  [ann, children] = [newAccountId(), []];
  top = await write(null);
  for (let count = 0; count < 3; count += 1) await writeChild();
});

/** Writes an anecdote that happened today. */
async function write(connected_to: AnecdoteId | null, tags = ['all', 'some']): Promise<AnecdoteId> {
  const id = newAnecdoteId();
  const event = created(ann, { connected_to, tags, timestamp: new Date().toISOString() });
  await side.record(streams.anecdote(id), ann, event);
  await side.caughtUp();
  return id;
}

const writeChild = async () => children.push(await write(top));

async function deleteChild(): Promise<void> {
  const id = children.shift() as AnecdoteId;
  await side.record(streams.anecdote(id), ann, { type: 'AnecdoteDeleted', data: { owner: ann } });
  await side.caughtUp();
}

/** Asks `question` while somebody makes `change` after each of its statements. */
async function askDuring<Answer>(
  change: () => Promise<unknown>,
  question: (db: ViewsDatabase) => Promise<Answer>,
): Promise<Answer> {
  const pool = createPool(side.url, { name: 'reader', max: 1, onError() {} });
  const connect = () => pool.connect();
  // Each statement takes the only connection, which is free again once the change is visible.
  const slowPool = Object.assign(Object.create(pool), {
    async connect() {
      const client = await connect();
      const { release } = client;
      client.release = () => void change().finally(release);
      return client;
    },
  });
  return question(openViews(slowPool)).finally(() => pool.end());
}

describe('an answer shows one state of a journal that is changed meanwhile:', () => {
  test('the total of a complete timeline is the number of anecdotes that it lists', async () => {
    const found = await askDuring(writeChild, (db) => timelineOf(db, ann, top));
    expect([found?.complete, found?.total_connections]).toEqual([true, found?.connected_anecdotes.length]);
  });

  test('connections are not called incomplete only because one of them was just deleted', async () => {
    const parameters = ConnectionsParameters.parse({});
    const found = await askDuring(deleteChild, (db) => connectionsOf(db, ann, top, parameters));
    expect([found?.complete, found?.children.length]).toEqual([true, 1]);
  });

  test('there are as many ids of anecdotes with a tag as their total says', async () => {
    const { ids, totalCount } = await askDuring(writeChild, (db) => taggedAnecdotes(db, ann, 'all'));
    expect(totalCount).toBe(ids.length);
  });

  test('a list of all tags has as many as its total says', async () => {
    const writeTagged = () => write(null, [`new ${newAnecdoteId()}`]);
    const list = (db: ViewsDatabase) => findTags(db, createKeyset(new Uint8Array(32)), ann, TagParameters.parse({}));
    const { data, totalCount } = await askDuring(writeTagged, list);
    expect(totalCount).toBe(data.length);
  });

  test('the average number of tags is that of the anecdotes', async () => {
    const found = await askDuring(writeChild, (db) => tagStatistics(db, ann));
    const { total_anecdotes: total, average_tags_per_anecdote: average, most_used_tag: tag } = found;
    expect([average, tag]).toEqual([2, { name: 'all', count: total }]);
  });

  test('samples and other anecdotes are counted together', async () => {
    const operation = { id: newAnecdoteId(), kind: 'sample-data' } as const;
    const writeSample = async () => {
      await side.record(streams.anecdote(newAnecdoteId()), ann, { ...created(ann), operation });
      await side.caughtUp();
    };
    const { count, ids, others } = await askDuring(writeSample, (db) => samplesOf(db, ann, new Date()));
    expect([count, others]).toEqual([ids.length, 4]);
  });

  test('an anecdote that was just linked is not counted as one without a link in the graph', async () => {
    const found = await askDuring(writeChild, (db) => graphOf(db, ann, GraphParameters.parse({})));
    expect([found.total, found.unlinked]).toEqual([found.ids.length, 0]);
  });

  test('a map shows as many points as it counts', async () => {
    const found = await askDuring(writeChild, (db) => mapOf(db, ann, MapParameters.parse({})));
    const { total_anecdotes: total, total_locations: located, points } = found;
    expect([located, points?.length]).toEqual([total, total]);
  });

  test('all figures of the statistics are about the same anecdotes', async () => {
    const found = await askDuring(writeChild, (db) => statisticsOf(db, ann, new Date()));
    const { total_anecdotes: total, this_week, top_tags, days } = found;
    expect([this_week, top_tags[0]?.count, days[0]?.count]).toEqual([total, total, total]);
  });
});
