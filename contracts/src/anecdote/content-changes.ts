import { limits } from '../limits.ts';
import { type AnecdoteContent, contentFields } from './content.ts';

/** What an event made of the content of an anecdote. */
export type ContentChange = { readonly before: AnecdoteContent; readonly after: AnecdoteContent };

/** `content` with `by` in the place of `tag`, or with nothing there; where it has `by` already, the first one stays. */
export function withTagReplaced(content: AnecdoteContent, tag: string, by: string | null): AnecdoteContent {
  if (!content.tags.includes(tag)) return content;
  const tags = content.tags.flatMap((each) => (each === tag ? (by ?? []) : each));
  return { ...content, tags: [...new Set(tags)] };
}

/**
 * `content` without what `changes`, oldest first, did to it. What was written since stays: a field is put back if it is
 * as the change left it, and of the tags those that the change took and gave. Tags beyond the limit leave all as they are.
 */
export function withChangesUndone(content: AnecdoteContent, changes: readonly ContentChange[]): AnecdoteContent {
  return changes.reduceRight(withChangeUndone, content);
}

function withChangeUndone(content: AnecdoteContent, { before, after }: ContentChange): AnecdoteContent {
  const asLeft = contentFields.filter((field) => field !== 'tags' && isEqual(content[field], after[field]));
  const fields = Object.fromEntries(asLeft.map((field) => [field, before[field]]));
  return { ...content, ...fields, tags: tagsBefore(content.tags, before.tags, after.tags) };
}

function tagsBefore(tags: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  if (isEqual(before, after)) return [...tags];
  const taken = before.filter((tag) => !after.includes(tag));
  const given = after.filter((tag) => !before.includes(tag));
  // A tag that was given and removed since was removed for good, and with it the one that it replaced.
  const returning = given.every((tag) => tags.includes(tag)) ? taken : [];
  const kept = before.filter((tag) => tags.includes(tag) || returning.includes(tag));
  const restored = [...new Set([...kept, ...tags.filter((tag) => !given.includes(tag))])];
  return restored.length > limits.tags || isEqual(restored, tags) ? [...tags] : restored;
}

/** Equality of JSON values, whatever the order of an object's keys. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const [left, right] = [Object.entries(one), new Map(Object.entries(other))];
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isEqual(value, right.get(key)));
}
