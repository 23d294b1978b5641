import type { AccountId, AnecdoteContent, AnecdoteId } from '@anecdotes/contracts';
import type { SubjectKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { open, seal } from '@anecdotes/contracts/server/crypto/sealing';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { STEP } from '../operations/stored-operations.ts';

/** An anecdote from a file, validated. */
export type ImportEntry = {
  readonly content: AnecdoteContent;
  readonly same_here: boolean;
  /** The anecdote is created and moved to the trash at once. */
  readonly is_deleted: boolean;
};

type Part = { readonly operation: string; readonly number: number };

/** The entries of one step of an import; null for one that was erased. */
type Entries = readonly (ImportEntry | null)[];

/** Seals the entries of one step of an import for the vault. */
export function sealPart(key: Uint8Array, part: Part, entries: Entries): string {
  return seal(key, contextOf(part), JSON.stringify(entries));
}

/** Returns what `sealPart` was given. Throws for another key or part. */
export function openPart(key: Uint8Array, part: Part, sealed: string): Entries {
  return JSON.parse(open(key, contextOf(part), sealed));
}

/** Removes the entry of the erased `anecdote` from the unfinished import of `account`, if there is one. */
export async function forgetImportEntry(
  { vault, keys }: { readonly vault: pg.Pool; readonly keys: SubjectKeys },
  account: AccountId,
  anecdote: AnecdoteId,
): Promise<void> {
  await inTransaction(vault, async (tx) => {
    const { rows } = await tx.query<Part & { content: string; place: number }>(
      `select operation, number, content, place % ${STEP} as place
       from (select id, array_position(anecdotes, $2::uuid) - 1 as place from vault.operation
             where account = $1 and kind = 'import' and finished_at is null) o
         join vault.import_part on operation = o.id and number = place / ${STEP}
       for update of import_part`,
      [account, anecdote],
    );
    const [part] = rows;
    if (part === undefined) return;
    const key = await keys.get(account);
    if (key === 'destroyed') return;
    const entries = openPart(key, part, part.content).with(part.place, null);
    await tx.query('update vault.import_part set content = $3 where operation = $1 and number = $2', [
      part.operation,
      part.number,
      sealPart(key, part, entries),
    ]);
  });
}

function contextOf({ operation, number }: Part): string {
  return `import\n${operation}\n${number}`;
}
