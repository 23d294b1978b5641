import { orderedFields } from '../../anecdote/fields.ts';
import type { Burst } from './bursts.ts';
import { historyStrings as strings } from './strings.ts';

/** What a burst changed, in a few words. */
export function sentenceOf(burst: Burst): string {
  const [newest] = burst;
  const omitted = burst.reduce((sum, entry) => sum + (entry.omitted ?? 0), 0);
  const anecdotes = new Set(burst.flatMap(({ anecdote }) => anecdote?.id ?? [])).size + omitted;
  const isOneType = burst.every(({ type }) => type === newest.type);
  if (anecdotes > 1) return strings.many(anecdotes, isOneType ? newest.type : 'AnecdoteEdited');
  if (newest.type === 'SessionEnded' && burst.length > 1) return strings.signedOut(burst.length);
  if (newest.key) return `${strings.what[newest.type]}: “${newest.key.name ?? strings.activity.unnamedKey}”`;
  const fields = orderedFields.filter((field) => burst.some(({ anecdote }) => anecdote?.fields.includes(field)));
  const isConnection = burst.length === 1 && newest.type !== 'AnecdoteEdited';
  return fields.length === 0 || isConnection ? strings.what[newest.type] : strings.changed(fields);
}
