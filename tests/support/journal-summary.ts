import { createHash } from 'node:crypto';
import type { AnecdoteView } from '@anecdotes/contracts';
import type pg from 'pg';

/** What the API shows of one account. `digest` is the SHA-256 of its anecdotes, in the order of their ids. */
export type JournalSummary = {
  readonly anecdotes: number;
  readonly linked: number;
  readonly sameHere: number;
  readonly tags: number;
  readonly digest: string;
};

/** The rows of a view table: their number and the SHA-256 of `columns`. */
export type TableSummary = {
  readonly columns: readonly string[];
  readonly rows: number;
  readonly digest: string;
};

/** Listed one by one, so that a field that is added later changes no digest. */
const fields = [
  'id',
  'description',
  'timestamp',
  'time_zone',
  'tags',
  'location',
  'coordinates',
  'connected_to',
  'reaction_count',
  'user_reacted',
  'created_at',
  'updated_at',
  'revision',
] as const satisfies readonly (keyof AnecdoteView)[];

const PAGE = 100;

/** Summarizes all pages of the list of anecdotes; `get` returns the body of the answer to a path. */
export async function summarizeJournal(get: (path: string) => Promise<unknown>): Promise<JournalSummary> {
  const anecdotes: AnecdoteView[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/api/anecdotes/cursor?limit=${PAGE}&cursor=${encodeURIComponent(cursor)}`;
    const page = (await get(path)) as { data: AnecdoteView[]; pagination: { nextCursor: string | null } };
    anecdotes.push(...page.data);
    cursor = page.pagination.nextCursor;
  }
  anecdotes.sort((one, other) => (one.id < other.id ? -1 : 1));
  const hash = createHash('sha256');
  for (const anecdote of anecdotes) hash.update(`${JSON.stringify(fields.map((field) => anecdote[field]))}\n`);
  return {
    anecdotes: anecdotes.length,
    linked: anecdotes.filter(({ connected_to }) => connected_to !== null).length,
    sameHere: anecdotes.reduce((sum, { reaction_count }) => sum + reaction_count, 0),
    tags: new Set(anecdotes.flatMap(({ tags }) => tags)).size,
    digest: hash.digest('hex'),
  };
}

/** Summarizes the named columns of live view tables. */
export async function summarizeViews(
  pool: pg.Pool,
  tables: Readonly<Record<string, readonly string[]>>,
): Promise<Record<string, TableSummary>> {
  const client = await pool.connect();
  try {
    await client.query("set timezone = 'UTC'");
    const summaries: Record<string, TableSummary> = {};
    for (const [table, columns] of Object.entries(tables)) {
      const { rows } = await client.query<{ rows: number; digest: string }>(
        `select count(*)::int as rows, encode(sha256(convert_to(
           coalesce(string_agg(content, e'\\n' order by content collate "C"), ''), 'UTF8')), 'hex') as digest
         from (select jsonb_build_array(${columns.join(', ')})::text as content from views.${table}) as r`,
      );
      summaries[table] = { columns, rows: rows[0]?.rows ?? 0, digest: rows[0]?.digest ?? '' };
    }
    return summaries;
  } finally {
    client.release(true);
  }
}
