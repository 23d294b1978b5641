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
    expect(lower.includes(Buffer.from(canary).toString('hex')), `${name} in hex`).toBe(false);
    const isInBase64 = [0, 1, 2].some((before) => text.includes(base64Within(canary, before)));
    expect(isInBase64, `${name} in base64`).toBe(false);
  }
}

/** The characters in the base64 of a text that only `canary` decides, if `before` bytes (modulo 3) come before it. */
function base64Within(canary: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(canary)]);
  // A character of base64 holds 6 bits; the first and the last may hold bits of what is around the canary.
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}
