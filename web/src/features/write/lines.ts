import { isVisible, limits } from '@anecdotes/contracts';
import { type Draft, type NewAnecdote, storable, toNewAnecdote } from './draft.ts';

/** The lines of a text that are not blank. */
export function linesOf(text: string): string[] {
  return storable(text)
    .split('\n')
    .map((line) => line.trim())
    .filter(isVisible);
}

/** True for a text of several lines that fit into one batch with an anecdote each. */
export function canBeSplit(text: string): boolean {
  const { length } = linesOf(text);
  return length > 1 && length <= limits.batch;
}

/** The anecdotes to send for the lines of `draft`, a millisecond apart, so that they keep their order. */
export function toNewAnecdotes(draft: Draft, now: Date): NewAnecdote[] {
  const whole = toNewAnecdote(draft, now);
  const lines = linesOf(draft.description);
  const last = new Date(whole.timestamp ?? now).getTime();
  return lines.map((description, index) => ({
    ...whole,
    description,
    timestamp: new Date(last - (lines.length - 1 - index)).toISOString(),
  }));
}
