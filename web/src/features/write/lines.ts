import { limits } from '@anecdotes/contracts';
import type { NewAnecdote } from './commands.ts';
import { type Draft, toNewAnecdote } from './draft.ts';

/** The lines of a text that are not blank. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** True for a text of several lines that can be made into an anecdote each at once. */
export function canBeSplit(text: string): boolean {
  const { length } = linesOf(text);
  return length > 1 && length <= limits.batch;
}

/** What is sent to record each line of `draft` as an anecdote: a millisecond apart, so that they stay in their order. */
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
