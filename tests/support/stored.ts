import type pg from 'pg';
import { expect } from 'vitest';

/** Every row of every table of `schemas`, as text. */
export async function storedIn(pool: pg.Pool, ...schemas: string[]): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema = any($1) and table_type = 'BASE TABLE'`,
    [schemas],
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

/** Expects that `text` holds none of the values in `canaries`, in upper or lower case, in hex or in base64. */
export function expectNoneIn(text: string, canaries: Record<string, string>): void {
  const lower = text.toLowerCase();
  for (const [name, canary] of Object.entries(canaries)) {
    expect(lower.includes(canary.toLowerCase()), name).toBe(false);
    const bytes = Buffer.from(canary);
    expect(lower.includes(bytes.toString('hex')), `${name} in hex`).toBe(false);
    expect(lower.includes(bytes.toString('base64').slice(0, 12).toLowerCase()), `${name} in base64`).toBe(false);
  }
}
