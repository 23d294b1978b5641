import type { AnecdoteContent } from '@anecdotes/contracts';
import { open, seal } from '@anecdotes/contracts/server/crypto/sealing';

/** An anecdote from a file, validated. */
export type ImportEntry = {
  readonly content: AnecdoteContent;
  readonly same_here: boolean;
  /** The anecdote is created and moved to the trash at once. */
  readonly is_deleted: boolean;
};

type Place = { readonly operation: string; readonly number: number };

/** Seals the entries of one step of an import for the vault. */
export function sealPart(key: Uint8Array, place: Place, entries: readonly ImportEntry[]): string {
  return seal(key, contextOf(place), JSON.stringify(entries));
}

/** Returns what `sealPart` was given. Throws for another key or place. */
export function openPart(key: Uint8Array, place: Place, sealed: string): readonly ImportEntry[] {
  return JSON.parse(open(key, contextOf(place), sealed));
}

function contextOf({ operation, number }: Place): string {
  return `import\n${operation}\n${number}`;
}
