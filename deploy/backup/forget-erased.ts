import { anecdoteKeyId } from '@anecdotes/contracts/server/crypto/anecdote-key';
import type { Erasures } from './erasures.ts';
import type { VaultRow } from './vault-rows.ts';
import type { Table } from './vault-tables.ts';

/** Keys of what had been erased, by the ids of people, anecdote keys and accounts whose journal was emptied. */
export type Held = {
  readonly people: Set<string>;
  readonly anecdotes: Set<string>;
  readonly journals: Set<string>;
};

/** Takes the rows of a vault, table by table and parents first, and leaves out what was erased since. */
export type Forgetting = {
  /** What is left of a row. */
  left(row: VaultRow): readonly VaultRow[];
  /** What was still there of the rows so far. */
  readonly held: Held;
};

/** A row by its columns. */
export type Columns = Readonly<Record<string, unknown>>;

/** Returns what is left of the secret of block `id`, once those of the anecdotes `numbers` are destroyed. */
export type RemainingSecrets = (
  id: string,
  wrapped: string,
  numbers: ReadonlySet<number>,
) => readonly { readonly number: number; readonly wrapped: string }[];

/** `isLater` tells rows that are to be left out for another reason, with those that refer to them. */
export function createForgetting(
  tables: readonly Table[],
  erasures: Erasures,
  remainingSecrets: RemainingSecrets,
  isLater: (table: string, row: Columns) => boolean = () => false,
): Forgetting {
  const { people, secrets, owners, journals } = erasures;
  const held: Held = { people: new Set(), anecdotes: new Set(), journals: new Set() };
  const parents = new Map(tables.map(({ name, parents }) => [name, parents]));
  const referred = new Set(tables.flatMap(({ parents }) => parents.map(({ table, key }) => `${table}.${key}`)));
  /** What other rows would refer to, of rows that are left out. */
  const gone = new Set<string>();
  /** Whose key blocks went with the journal, by their ids. */
  const emptied = new Map<string, string>();

  function isGone(table: string, row: Columns): boolean {
    if (people.has(String(row.account)) || isLater(table, row)) return true;
    const references = parents.get(table) ?? [];
    return references.some(({ column, table: parent, key }) => gone.has(`${parent}.${key} ${row[column]}`));
  }

  function leftOfKey(row: Columns): readonly VaultRow[] {
    if (!people.has(String(row.subject)) || row.wrapped === null) return oneRow('subject_key', row);
    held.people.add(String(row.subject));
    return oneRow('subject_key', { ...row, wrapped: null, destroyed_at: new Date().toISOString() });
  }

  function leftOfBlock(row: Columns): readonly VaultRow[] {
    const { id, account, wrapped } = row as { id: string; account: string; wrapped: string | null };
    const destroyed = oneRow('anecdote_key_block', { ...row, wrapped: null });
    const before = journals.get(account);
    if (before !== undefined && new Date(String(row.created_at)) < before) {
      emptied.set(id, account);
      if (wrapped !== null) held.journals.add(account);
      return destroyed;
    }
    const numbers = secrets.get(id);
    if (numbers === undefined || wrapped === null) return oneRow('anecdote_key_block', row);
    for (const number of numbers) held.anecdotes.add(anecdoteKeyId(id, number));
    const kept = remainingSecrets(id, wrapped, numbers);
    return [...destroyed, ...kept.flatMap((secret) => oneRow('anecdote_secret', { block: id, ...secret }))];
  }

  function leftOfSecret(row: Columns): readonly VaultRow[] {
    const { block, number } = row as { block: string; number: number };
    const account = emptied.get(block);
    if (account !== undefined) held.journals.add(account);
    else if (secrets.get(block)?.has(number)) held.anecdotes.add(anecdoteKeyId(block, number));
    else return oneRow('anecdote_secret', row);
    return [];
  }

  return {
    held,
    left(stored) {
      const { table } = stored;
      const row = JSON.parse(stored.row) as Columns;
      if (isGone(table, row)) {
        for (const [column, value] of Object.entries(row)) {
          if (referred.has(`${table}.${column}`)) gone.add(`${table}.${column} ${value}`);
        }
        return [];
      }
      if (table === 'subject_key') return leftOfKey(row);
      if (table === 'anecdote_key_block') return leftOfBlock(row);
      if (table === 'anecdote_secret') return leftOfSecret(row);
      // Answers are kept for a day, and may repeat a text.
      if (table === 'idempotency' && owners.has(String(row.account))) {
        return oneRow(table, { ...row, status: null, answer: null });
      }
      return [stored];
    },
  };
}

function oneRow(table: string, row: Columns): readonly VaultRow[] {
  return [{ table, row: JSON.stringify(row) }];
}
