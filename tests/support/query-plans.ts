import { openViews, type ViewsDatabase } from '@anecdotes/projection-service/db/database';
import pg from 'pg';

export type Asked = { readonly text: string; readonly values: readonly unknown[] };

/** The queries that `ask` sends to the database at `url`. */
export async function queriesOf(url: string, ask: (db: ViewsDatabase) => Promise<unknown>): Promise<Asked[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const asked: Asked[] = [];
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const listen = (text: string | Asked, ...given: unknown[][]) => {
      asked.push(typeof text === 'string' ? { text, values: given[0] ?? [] } : text);
      return send(text, ...given);
    };
    Object.assign(client, { query: listen });
  });
  await ask(openViews(pool));
  await pool.end();
  return asked;
}

type Plan = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};

/** How many rows of `tables` a query reads, with a plan for these parameters (custom) or for any (generic). */
export async function rowsRead(
  url: string,
  tables: readonly string[],
  { text, values }: Asked,
  mode: 'custom' | 'generic',
): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set plan_cache_mode = force_${mode}_plan`);
    await client.query(`prepare asked as ${text}`);
    const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
    const { rows } = await client.query(`explain (analyze, format json) execute asked${given}`);
    return readBy(rows[0]['QUERY PLAN'][0].Plan, tables);
  } finally {
    await client.end();
  }
}

function readBy(plan: Plan, tables: readonly string[]): number {
  const below = (plan.Plans ?? []).reduce((sum, each) => sum + readBy(each, tables), 0);
  if (!tables.includes(plan['Relation Name'] ?? '')) return below;
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  return below + Math.round((plan['Actual Rows'] + removed) * plan['Actual Loops']);
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.map(element).join(',')}}` : String(value));
}

function element(value: unknown): string {
  return value === null ? 'null' : `"${String(value).replace(/["\\]/g, '\\$&')}"`;
}
