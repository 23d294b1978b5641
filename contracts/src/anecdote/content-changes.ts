import { limits } from '../limits.ts';
import { type AnecdoteContent, contentFields } from './content.ts';

/** The content of an anecdote before and after an event. */
export type ContentChange = { readonly before: AnecdoteContent; readonly after: AnecdoteContent };

/** `content` with `tag` replaced by `by`, or removed when `by` is null. If it already has `by`, the first one stays. */
export function withTagReplaced(content: AnecdoteContent, tag: string, by: string | null): AnecdoteContent {
  if (!content.tags.includes(tag)) return content;
  const tags = content.tags.flatMap((each) => (each === tag ? (by ?? []) : each));
  return { ...content, tags: [...new Set(tags)] };
}

/**
 * `content` with `changes` (oldest first) undone, without losing later edits: a field is restored if it still has the
 * value of the change, and of the tags only those that the change removed or added. If that gave more tags than are
 * allowed, the tags stay as they are.
 */
export function withChangesUndone(content: AnecdoteContent, changes: readonly ContentChange[]): AnecdoteContent {
  return changes.reduceRight(withChangeUndone, content);
}

function withChangeUndone(content: AnecdoteContent, { before, after }: ContentChange): AnecdoteContent {
  const unchangedSince = contentFields.filter((field) => field !== 'tags' && isEqual(content[field], after[field]));
  const fields = Object.fromEntries(unchangedSince.map((field) => [field, before[field]]));
  return { ...content, ...fields, tags: tagsUndone(content.tags, before.tags, after.tags) };
}

function tagsUndone(tags: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  if (isEqual(before, after)) return [...tags];
  const removed = before.filter((tag) => !after.includes(tag));
  const added = after.filter((tag) => !before.includes(tag));
  // If a tag that the change added was removed since, the tags that it replaced do not come back.
  const returning = added.every((tag) => tags.includes(tag)) ? removed : [];
  const kept = before.filter((tag) => tags.includes(tag) || returning.includes(tag));
  const restored = [...new Set([...kept, ...tags.filter((tag) => !added.includes(tag))])];
  return restored.length > limits.tags || isEqual(restored, tags) ? [...tags] : restored;
}

/** Equality of JSON values, whatever the order of an object's keys. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const [left, right] = [Object.entries(one), new Map(Object.entries(other))];
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isEqual(value, right.get(key)));
}
