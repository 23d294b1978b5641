import {
  type AccountId,
  type AutocompleteParameters,
  canBeMistyped,
  foldText,
  likelyMeant,
  limits,
  type Meant,
  Problem,
  type SearchField,
  type SearchPage,
  type SearchParameters,
  succeed,
  wordsOf,
} from '@anecdotes/contracts';
import { sql } from 'kysely';
import { type ViewRow, viewColumns, viewOf } from '../anecdotes/view.ts';
import type { ViewsDatabase } from '../db/database.ts';
import type { Keyset } from '../keyset.ts';
import { highlightsOf } from './highlights.ts';
import { behindHit, hit, hitOrder, relevance } from './ranking.ts';
import { knownWordsNear, wordsBeginningWith } from './words.ts';

/** With fewer hits than this, known words that look like the query are suggested. */
const FEW_HITS = 3;
/** With more hits at one edit than this, a query is rather a beginning than a typing mistake. */
const MAX_ALTERNATIVES = 20;
const MAX_WORDS_LOOKED_UP = 4;

/**
 * One page of what `owner` finds for a query, the best first. When nothing contains the query, known words that
 * differ from it in one letter are looked for instead. Throws EMPTY_SEARCH and INVALID_CURSOR.
 */
export async function search(
  db: ViewsDatabase,
  keyset: Keyset,
  owner: AccountId,
  parameters: SearchParameters,
): Promise<SearchPage> {
  const { limit, cursor, search_fields: fields, sort_by: by, sort_order: order } = parameters;
  const term = termOf(parameters.query);
  if (term === '') throw new Problem('EMPTY_SEARCH', { fields: { query: 'Search query cannot be empty' } });
  const list = [owner, 'search', term, [...fields].sort(), by, order];
  const place = cursor === undefined ? undefined : keyset.placeOf(list, cursor, 3);

  const exact = await countHits(db, owner, [term], fields);
  const alike = exact < FEW_HITS ? await phrasesMeant(db, owner, term) : [];
  const alternatives = exact === 0 ? alike.filter(({ isSlip }) => isSlip).slice(0, MAX_ALTERNATIVES) : [];
  const terms = alternatives.length > 0 ? alternatives.map(({ phrase }) => phrase) : [term];
  const totalCount = alternatives.length > 0 ? await countHits(db, owner, terms, fields) : exact;

  const hits = db
    .selectFrom('anecdote')
    .select([...viewColumns, relevance(terms, fields).as('score')])
    .where('owner', '=', owner)
    .where(hit(terms, fields));
  let query = db.selectFrom(hits.as('hits')).selectAll();
  if (place !== undefined) query = query.where(behindHit({ by, order }, place));
  const rows = await query
    .orderBy(hitOrder({ by, order }))
    .limit(limit + 1)
    .execute();

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
      nextCursor: hasMore ? keyset.cursorAfter(list, [last.score, sortTime(last, by), last.id]) : null,
      hasMore,
      totalCount,
    },
    suggestions: [...new Set(alike.map(({ phrase }) => phrase))].slice(0, limits.suggestions),
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
async function phrasesMeant(db: ViewsDatabase, owner: AccountId, term: string): Promise<Meant[]> {
  const phrases: Meant[] = [];
  for (const word of wordsOf(term).filter(canBeMistyped).slice(0, MAX_WORDS_LOOKED_UP)) {
    phrases.push(...likelyMeant(term, word, await knownWordsNear(db, owner, word)));
  }
  return phrases.sort((a, b) => a.distance - b.distance);
}

function sortTime(row: ViewRow, by: SearchParameters['sort_by']): string {
  const time = { relevance: row.at, timestamp: row.at, created_at: row.created_at, updated_at: row.updated_at }[by];
  return time.toISOString();
}

async function countHits(
  db: ViewsDatabase,
  owner: AccountId,
  terms: readonly string[],
  fields: ReadonlySet<SearchField>,
): Promise<number> {
  const { count } = await db
    .selectFrom('anecdote')
    .select(sql<number>`count(*)::int4`.as('count'))
    .where('owner', '=', owner)
    .where(hit(terms, fields))
    .executeTakeFirstOrThrow();
  return count;
}

/** The text to look for, folded; empty when nothing but blanks was given. */
function termOf(text: string | undefined): string {
  return foldText(text?.trim() ?? '');
}
