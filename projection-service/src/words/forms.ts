import type { AccountId } from '@anecdotes/contracts';
import { sql } from 'kysely';
import type { ViewsDatabase } from '../db/database.ts';
import type { Part } from './parts.ts';

/** A part with more forms than this is not used to find anecdotes. */
const MAX_FORMS = 4_000;
/** At most this many words are read to see which of them are forms. */
const MAX_READ = 8_000;

/**
 * The forms of a part that an account has used, and how often it used them in all; undefined when there are too many.
 */
export type Forms = { readonly words: readonly string[]; readonly uses: number } | undefined;

/** The forms of each of `parts` that `owner` has used. */
export async function formsOf(db: ViewsDatabase, owner: AccountId, parts: readonly Part[]): Promise<Forms[]> {
  if (parts.length === 0) return [];
  const patterns = new Set(parts.flatMap((part) => part.patterns));
  // Joined by `or`, so that beginnings and parts of words are found in the indexes.
  const isLike = sql.join<boolean>(
    [...patterns].map((pattern) => sql`${hasTrigram(pattern) ? sql`word` : sql`word || ''`} like ${pattern}`),
    sql` or `,
  );
  const found = await db
    .selectFrom('word')
    .select(['word', 'count'])
    .where('owner', '=', owner)
    .where(sql<boolean>`(${isLike})`)
    .limit(sql.lit(MAX_READ + 1))
    .execute();
  return parts.map(({ isForm }) => {
    const own = found.filter(({ word }) => isForm(word));
    if (found.length > MAX_READ || own.length > MAX_FORMS) return undefined;
    return { words: own.map(({ word }) => word), uses: own.reduce((sum, { count }) => sum + count, 0) };
  });
}

/**
 * False for a pattern that the index of parts of words cannot narrow: it has the trigrams of ASCII letters and digits
 * only. As an expression without index, all words are read from the table, which takes half the time.
 */
function hasTrigram(pattern: string): boolean {
  return !pattern.startsWith('%') || /[a-z0-9]{3}/.test(pattern);
}
