import type { AnecdoteContent } from '@anecdotes/contracts';
import { open, seal } from '@anecdotes/contracts/server/crypto/sealing';

/** An anecdote from a file, validated. */
export type ImportEntry = {
  readonly content: AnecdoteContent;
  readonly same_here: boolean;
  /** The anecdote is created and moved to the trash at once. */
  readonly is_deleted: boolean;
};

type Part = { readonly operation: string; readonly number: number };

/** Seals the entries of one step of an import for the vault. */
export function sealPart(key: Uint8Array, part: Part, entries: readonly ImportEntry[]): string {
  return seal(key, contextOf(part), JSON.stringify(entries));
}

/** Returns what `sealPart` was given. Throws for another key or part. */
export function openPart(key: Uint8Array, part: Part, sealed: string): readonly ImportEntry[] {
  return JSON.parse(open(key, contextOf(part), sealed));
}

function contextOf({ operation, number }: Part): string {
  return `import\n${operation}\n${number}`;
}
