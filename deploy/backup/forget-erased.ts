import { anecdoteKeyId } from '@anecdotes/contracts/server/crypto/anecdote-key';
import type { Erasures } from './erasures.ts';
import type { VaultRow } from './vault-rows.ts';
import type { Table } from './vault-tables.ts';

/**
 * Keys of erased data that were still there, by the ids of people, anecdote keys, and accounts with emptied journals.
 */
export type ErasedKeys = {
  readonly people: Set<string>;
  readonly anecdotes: Set<string>;
  readonly journals: Set<string>;
};

/** Filters the rows of a vault and leaves out what was erased since. Rows come table by table, parents first. */
export type ErasureFilter = {
  /** The rows that replace `row`: itself, changed rows, or none. */
  remaining(row: VaultRow): readonly VaultRow[];
  /** The erased keys that the rows so far still had. */
  readonly erasedKeys: ErasedKeys;
};

/** The values of a row by column. */
export type Columns = Readonly<Record<string, unknown>>;

/** Returns the secrets that remain of block `id` once those with `numbers` are destroyed. */
export type RemainingSecrets = (
  id: string,
  wrapped: string,
  numbers: ReadonlySet<number>,
) => readonly { readonly number: number; readonly wrapped: string }[];

/** `isLater` returns true for rows to leave out for another reason, together with the rows that refer to them. */
export function createErasureFilter(
  tables: readonly Table[],
  erasures: Erasures,
  remainingSecrets: RemainingSecrets,
  isLater: (table: string, row: Columns) => boolean = () => false,
): ErasureFilter {
  const { people, secrets, owners, laterOwners, journals } = erasures;
  const erasedKeys: ErasedKeys = { people: new Set(), anecdotes: new Set(), journals: new Set() };
  const parents = new Map(tables.map(({ name, parents }) => [name, parents]));
  const referred = new Set(tables.flatMap(({ parents }) => parents.map(({ table, key }) => `${table}.${key}`)));
  /** Values of rows that are left out, as `table.column value`, by which other rows may refer to them. */
  const gone = new Set<string>();
  /** By the id of a key block that was destroyed with its journal: the account. */
  const emptied = new Map<string, string>();

  function isGone(table: string, row: Columns): boolean {
    const account = String(row.account);
    if (people.has(account) || isLater(table, row)) return true;
    if (table === 'operation') {
      // Emptying a journal deletes its operations; an import may still have to create what was erased.
      const isUnfinishedImport = row.kind === 'import' && row.finished_at === null;
      if (journals.has(account) || (isUnfinishedImport && laterOwners.has(account))) return true;
    }
    const references = parents.get(table) ?? [];
    return references.some(({ column, table: parent, key }) => gone.has(`${parent}.${key} ${row[column]}`));
  }

  function remainingOfKey(row: Columns): readonly VaultRow[] {
    if (!people.has(String(row.subject)) || row.wrapped === null) return oneRow('subject_key', row);
    erasedKeys.people.add(String(row.subject));
    return oneRow('subject_key', { ...row, wrapped: null, destroyed_at: new Date().toISOString() });
  }

  function remainingOfBlock(row: Columns): readonly VaultRow[] {
    const { id, account, wrapped } = row as { id: string; account: string; wrapped: string | null };
    const destroyed = oneRow('anecdote_key_block', { ...row, wrapped: null });
    const before = journals.get(account);
    if (before !== undefined && new Date(String(row.created_at)) < before) {
      emptied.set(id, account);
      if (wrapped !== null) erasedKeys.journals.add(account);
      return destroyed;
    }
    const numbers = secrets.get(id);
    if (numbers === undefined || wrapped === null) return oneRow('anecdote_key_block', row);
    for (const number of numbers) erasedKeys.anecdotes.add(anecdoteKeyId(id, number));
    const kept = remainingSecrets(id, wrapped, numbers);
    return [...destroyed, ...kept.flatMap((secret) => oneRow('anecdote_secret', { block: id, ...secret }))];
  }

  function remainingOfSecret(row: Columns): readonly VaultRow[] {
    const { block, number } = row as { block: string; number: number };
    const account = emptied.get(block);
    if (account !== undefined) erasedKeys.journals.add(account);
    else if (secrets.get(block)?.has(number)) erasedKeys.anecdotes.add(anecdoteKeyId(block, number));
    else return oneRow('anecdote_secret', row);
    return [];
  }

  return {
    erasedKeys,
    remaining(stored) {
      const { table } = stored;
      const row = JSON.parse(stored.row) as Columns;
      if (isGone(table, row)) {
        for (const [column, value] of Object.entries(row)) {
          if (referred.has(`${table}.${column}`)) gone.add(`${table}.${column} ${value}`);
        }
        return [];
      }
      if (table === 'subject_key') return remainingOfKey(row);
      if (table === 'anecdote_key_block') return remainingOfBlock(row);
      if (table === 'anecdote_secret') return remainingOfSecret(row);
      // Answers are kept for a day, and may contain a text that was erased.
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
