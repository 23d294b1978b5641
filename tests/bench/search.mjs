import {
  AutocompleteParameters,
  MonthParameters,
  PageParameters,
  SearchParameters,
  TagParameters,
} from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { monthsOfAnecdotes } from '@anecdotes/projection-service/anecdotes/months';
import { listAnecdotesPage } from '@anecdotes/projection-service/anecdotes/queries';
import { openViews } from '@anecdotes/projection-service/db/database';
import { migrateProjection } from '@anecdotes/projection-service/db/migrate';
import { createKeyset } from '@anecdotes/projection-service/keyset';
import { randomAnecdote } from '@anecdotes/projection-service/looking-back/queries';
import { createGeneration, finishFilling, swapIn } from '@anecdotes/projection-service/projection/generation';
import { project } from '@anecdotes/projection-service/projection/projector';
import { createUnitOfWork } from '@anecdotes/projection-service/projection/unit-of-work';
import { projectors } from '@anecdotes/projection-service/read-models';
import { autocomplete, search } from '@anecdotes/projection-service/search/queries';
import { findTags } from '@anecdotes/projection-service/tags/queries';
import pg from 'pg';
import { sequence } from './anecdotes.mjs';
import { costOf, ms, printTable, repeat, timed, whole } from './measure.mjs';
import { createDatabase } from './postgres.mjs';
import { openProcessorClock } from './processor-time.mjs';

/** The number of anecdotes of the account that searches, and of all accounts. */
const OWN = Number(process.env.SEARCH_ANECDOTES ?? 20_000);
const ALL = Number(process.env.SEARCH_ALL_ANECDOTES ?? 2 * OWN);
const OTHERS = 20;
const BATCH = 2_000;
const CALLS = Number(process.env.SEARCH_CALLS ?? 20);

const PLAIN =
  'the morning train coffee letter window garden rain summer neighbour kitchen story bridge river market lantern holiday violin bicycle winter harbour bakery picture mountain evening forest heron canal herons sleeping walked stories'.split(
    ' ',
  );
const FOREIGN = ['кофейня', 'прогулка', '京都で鷺を見た', '雨', 'Bäckerei', 'Café', '😀'];
const VOCABULARY = [...PLAIN, ...FOREIGN, ...Array.from({ length: 40_000 }, (_, index) => invented(index))];
const TAGS = Array.from(
  { length: 300 },
  (_, index) => PLAIN[index % PLAIN.length] + (index >= PLAIN.length ? index : ''),
);

/** Compares searching a long journal among others, as the service does it, with a plain `ilike` on the same table. */
export async function benchSearch(server) {
  const url = await createDatabase(server);
  const pool = createPool(url, { name: 'bench', max: 5, onError: () => {} });
  const owner = newId();
  const begin = performance.now();
  await fill(url, pool, owner);
  const seconds = (performance.now() - begin) / 1_000;
  const clock = await openProcessorClock(url, process.pid);
  const db = openViews(pool);
  const keyset = createKeyset(new Uint8Array(32));
  const list = (parameters) => listAnecdotesPage(db, owner, PageParameters.parse(parameters));
  const rows = [];
  for (const [kind, query] of Object.entries(QUERIES)) {
    const found = await search(db, keyset, owner, SearchParameters.parse({ query }));
    const hits = `${whole(found.pagination.totalCount)}${found.pagination.isCapped ? '+' : ''}`;
    const results = [
      await repeat(CALLS, () => search(db, keyset, owner, SearchParameters.parse({ query })), clock),
      await repeat(CALLS, () => list({ search: query }), clock),
      await repeat(CALLS, () => ilike(pool, owner, query), clock),
    ];
    rows.push([kind, hits, ...results.flatMap(cellsOf)]);
  }
  printTable(
    `Searching ${whole(OWN)} anecdotes of one account among ${whole(ALL)}, ${CALLS} calls each (filled in ${whole(seconds)} s)`,
    ['query', 'hits', ...['ranked', 'list', 'ilike'].flatMap((name) => [`${name} p50 ms`, 'p95', 'µs'])],
    rows,
  );
  const others = {
    ...Object.fromEntries(
      BEGINNINGS.map((q) => [`complete ${q}`, () => autocomplete(db, owner, AutocompleteParameters.parse({ q }))]),
    ),
    'one tag and a year': () => list({ tags: 'garden', date_from: '2024-01-01', date_to: '2024-12-31' }),
    'five tags and a month': () =>
      list({ tags: 'the,garden,rain,river,heron', date_from: '2024-03-01', date_to: '2024-03-31' }),
    tags: () => findTags(db, keyset, owner, TagParameters.parse({})),
  };
  const measured = [];
  for (const [name, call] of Object.entries(others)) {
    measured.push([name, ...cellsOf(await repeat(CALLS, call, clock))]);
  }
  printTable('Completion, filters and tags', ['call', 'p50 ms', 'p95 ms', 'µs'], measured);
  const slowest = [];
  for (const [name, query] of Object.entries(EXPENSIVE)) {
    const calls = [
      () => search(db, keyset, owner, SearchParameters.parse({ query })),
      () => list({ search: query, sort_by: 'description' }),
      () => list({ search: query, page: '40' }),
      () => monthsOfAnecdotes(db, owner, MonthParameters.parse({ search: query })),
      () => randomAnecdote(db, owner, MonthParameters.parse({ search: query })),
    ];
    const taken = [];
    for (const call of calls) taken.push(Math.max(await timed(call), await timed(call)));
    slowest.push([name, ...taken.map(ms)]);
  }
  printTable(
    'Expensive searches: the slower of two calls, in ms',
    ['query', 'ranked', 'list by text', 'page 40', 'months', 'random'],
    slowest,
  );
  await clock.close();
  await pool.end();
}

const QUERIES = {
  'all rows': 'the',
  'one letter': 'e',
  'rare letter': 'q',
  'two letters': 'ga',
  'common word': 'garden',
  'less common word': invented(60),
  'rare word': invented(30_000),
  'other forms': 'herons',
  'two words': 'garden river',
  'common and rare word': `the ${invented(20_000)}`,
  'word without': 'garden -river',
  beginning: 'gard',
  phrase: '"the garden"',
  typo: 'gardwn',
  'two typos': 'gardwn rivwr',
  'unknown word': 'xyzzyplugh',
  tag: 'tag:garden',
  'tag and word': 'tag:garden heron',
  'word in a month': 'garden on:2024-03',
  Cyrillic: 'кофейня',
  Chinese: '鷺',
  emoji: '😀',
  'without a word': '-the',
};
const EXPENSIVE = {
  'all rows': 'the',
  'without any letter': '-a -e -i -o -u',
  'without twenty words': '-x '.repeat(20),
  'nothing but signs': '%'.repeat(500),
  'a long word': 'ab'.repeat(250),
  'words with wildcards': '%_a '.repeat(20),
  'twenty letters': 'a e i o u n r t l s '.repeat(2),
  'twenty phrases': '"the garden" '.repeat(20),
  'twenty tags': 'tag:the '.repeat(20),
  'phrase of letters': `"${'a e '.repeat(120)}"`,
};
const BEGINNINGS = ['g', 'ga', 'gar', 'garde', 'кофе', 'zz'];

function cellsOf({ p50, p95, ...cost }) {
  return [ms(p50), ms(p95), whole(costOf(cost))];
}

/** The page and the count of a search by `ilike`. */
function ilike(pool, owner, query) {
  return pool.query(
    `select id, description, at, tags, location, count(*) over () from views.anecdote
     where owner = $1 and (description ilike $2 or location ilike $2 or array_to_string(tags, ' ') ilike $2)
     order by at desc limit 20`,
    [owner, `%${query}%`],
  );
}

/** Fills all views as a rebuild does, from events that are not in a log. */
async function fill(url, pool, owner) {
  await migrateProjection(pool, projectors);
  const generation = await createGeneration(pool, projectors, 'building');
  const others = Array.from({ length: OTHERS }, () => newId());
  for (let first = 0; first < ALL; first += BATCH) {
    const client = await pool.connect();
    await client.query('begin');
    const unit = createUnitOfWork(client, { ...generation, countsLater: true });
    for (let index = first; index < Math.min(ALL, first + BATCH); index += 1) {
      const isOwn = Math.floor(((index + 1) * OWN) / ALL) > Math.floor((index * OWN) / ALL);
      project(projectors, createdEvent(index, isOwn ? owner : others[index % OTHERS]), unit.work);
    }
    await unit.flush();
    await client.query('commit');
    client.release();
  }
  await finishFilling(pool, projectors, generation);
  await swapIn(pool, generation);
  const client = new pg.Client(url);
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

function createdEvent(index, owner) {
  const random = sequence(index + 1);
  const pick = (list) => list[Math.floor(list.length ** random()) - 1];
  const at = new Date(Date.UTC(2016, 0, 1) + (index / ALL + random() / 50) * 10 * 365 * 86_400_000).toISOString();
  const words = Array.from({ length: 8 + Math.floor(random() ** 2 * 50) }, () => pick(VOCABULARY));
  return {
    id: newId(),
    type: 'AnecdoteCreated',
    stream: `anecdote-${newId()}`,
    revision: 0,
    position: BigInt(index),
    metadata: { at, origin: { channel: 'web' } },
    data: {
      owner,
      connected_to: null,
      description: words.join(' '),
      tags: [...new Set(Array.from({ length: Math.floor(random() * 4) }, () => pick(TAGS)))],
      timestamp: at,
      time_zone: 'Europe/Zurich',
      location: random() < 0.5 ? `${pick(VOCABULARY)} street` : null,
      coordinates: random() < 0.3 ? { lat: random() * 140 - 70, lng: random() * 360 - 180, address: null } : null,
    },
  };
}

/** A made-up word, a different one for each index. */
function invented(index) {
  const random = sequence(index + 1_000_003);
  const letter = (letters) => letters[Math.floor(random() * letters.length)];
  const syllables = 2 + Math.floor(random() * 3);
  return (
    Array.from({ length: syllables }, () => letter('bcdfghjklmnprstvwz') + letter('aeiou')).join('') + letter('nrstl')
  );
}
