import {
  type AccountId,
  type AutocompleteParameters,
  canBeMistyped,
  foldText,
  likelyMeant,
  limits,
  type Meant,
  Problem,
  type SearchPage,
  type SearchParameters,
  succeed,
  wordsOf,
} from '@anecdotes/contracts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type PlaceFilter, placed } from '../anecdotes/place.ts';
import type { ViewRow } from '../anecdotes/table.ts';
import { viewColumns, viewOf } from '../anecdotes/view.ts';
import { chainsOf } from '../connections/summaries.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { untilDeadline } from '../db/deadline.ts';
import type { Keyset } from '../keyset.ts';
import { highlightsOf } from './highlights.ts';
import { afterHit, hit, hitOrder, relevance, slipHit } from './ranking.ts';
import { knownWordsNear, wordsBeginningWith } from './words.ts';

/** With fewer hits than this, known words that look like the query are suggested. */
const FEW_HITS = 3;
/** With more hits at one edit than this, a query is rather a beginning than a typing mistake. */
const MAX_ALTERNATIVES = 20;
const MAX_WORDS_LOOKED_UP = 4;
/** For how long a search may look for what was meant when it found little; beyond that it suggests less. */
const GUESSING_MS = 1_500;

/**
 * One page of what `owner` finds for a query, the best first. When nothing contains the query, known words that
 * differ from it in one letter are looked for instead. Throws EMPTY_SEARCH and INVALID_CURSOR.
 */
export async function search(
  db: ViewsDatabase,
  keyset: Keyset,
  owner: AccountId,
  parameters: SearchParameters,
  guessingMs = GUESSING_MS,
): Promise<SearchPage> {
  const { limit, cursor, search_fields: fields, sort_by: by, sort_order: order } = parameters;
  const term = termOf(parameters.query);
  if (term === '') throw new Problem('EMPTY_SEARCH', { fields: { query: 'Search query cannot be empty' } });
  const place: PlaceFilter = { bbox: parameters.bbox, near: parameters.near, located: parameters.located };
  const list = [owner, 'search', term, [...fields].sort(), by, order, place];
  const behind = cursor === undefined ? undefined : keyset.decodeCursor(list, cursor, 3);

  const there = (hits: RawBuilder<SqlBool>) =>
    sql<SqlBool>`${sql.join([sql`(${hits})`, ...placed(place)], sql` and `)}`;
  const exact = await countHits(db, owner, there(hit([term], fields)));
  const deadline = performance.now() + guessingMs;
  const alike = exact < FEW_HITS ? await phrasesMeant(db, owner, term, deadline) : [];
  const slips = exact === 0 ? alike.filter(({ isSlip }) => isSlip).slice(0, MAX_ALTERNATIVES) : [];
  const terms = slips.length > 0 ? slips.map(({ phrase }) => phrase) : [term];
  const found = there(slips.length > 0 ? slipHit(terms, fields) : hit(terms, fields));
  const totalCount =
    slips.length > 0 ? ((await untilDeadline(db, deadline, (tx) => countHits(tx, owner, found))) ?? 0) : exact;

  const hits = db
    .selectFrom('anecdote')
    .select([...viewColumns, relevance(terms, fields).as('score')])
    .where('owner', '=', owner)
    .where(found);
  let query = db.selectFrom(hits.as('anecdote')).selectAll();
  if (behind !== undefined) query = query.where(afterHit({ by, order }, behind));
  const sorting = hitOrder({ by, order });
  const page = query.orderBy(sorting).limit(limit + 1);
  const rows = totalCount === 0 ? [] : await page.execute();

  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    ...succeed(
      shown.map((row) => ({
        anecdote: viewOf(row, owner),
        highlights: highlightsOf(row, terms, fields),
        relevanceScore: row.score,
      })),
    ),
    pagination: {
      nextCursor: hasMore ? keyset.encodeCursor(list, [last.score, sortTime(last, by), last.id]) : null,
      hasMore,
      totalCount,
    },
    suggestions: [...new Set(alike.map(({ phrase }) => phrase))].slice(0, limits.suggestions),
    chains: await chainsOf(db, owner, shown),
  };
}

/** Known tags and words that begin as the text does; none for a blank one. */
export async function autocomplete(
  db: ViewsDatabase,
  owner: AccountId,
  { q, limit }: AutocompleteParameters,
): Promise<string[]> {
  const prefix = termOf(q);
  return prefix === '' ? [] : wordsBeginningWith(db, owner, prefix, limit);
}

/** `term` with one of its words replaced by a known one that looks like it, nearest first. */
async function phrasesMeant(db: ViewsDatabase, owner: AccountId, term: string, deadline: number): Promise<Meant[]> {
  const phrases: Meant[] = [];
  for (const word of wordsOf(term).filter(canBeMistyped).slice(0, MAX_WORDS_LOOKED_UP)) {
    phrases.push(...likelyMeant(term, word, await knownWordsNear(db, owner, word, deadline)));
  }
  return phrases.sort((a, b) => a.distance - b.distance);
}

function sortTime(row: ViewRow, by: SearchParameters['sort_by']): string {
  const time = { relevance: row.at, timestamp: row.at, created_at: row.created_at, updated_at: row.updated_at }[by];
  return time.toISOString();
}

async function countHits(db: ViewsDatabase, owner: AccountId, condition: RawBuilder<SqlBool>): Promise<number> {
  const { count } = await db
    .selectFrom('anecdote')
    .select(sql<number>`count(*)::int4`.as('count'))
    .where('owner', '=', owner)
    .where(condition)
    .executeTakeFirstOrThrow();
  return count;
}

/** The text to look for, folded; empty when nothing but blanks was given. */
function termOf(text: string | undefined): string {
  return foldText(text?.trim() ?? '');
}
