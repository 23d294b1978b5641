import { setTimeout as delay } from 'node:timers/promises';
import type { EventSource } from '../event-source.ts';
import type { Generation } from './generation.ts';

/** A log that is being restored may look like another one for a moment. */
const RECHECK_MS = 500;

/** Thrown when the log is not the one that the views were made from, or has lost events that they were made from. */
export class LogReplaced extends Error {
  override name = 'LogReplaced';
}

/** What views were made from. */
type Projected = Pick<Generation, 'position' | 'first' | 'last'>;

/**
 * Throws LogReplaced when views at `position` cannot have been made from the log of `source` as it is now: it ends
 * before, or has another event at the position of `first` or `last`.
 */
export async function expectSameLog(source: EventSource, projected: Projected): Promise<void> {
  if ((await differenceOf(source, projected)) === undefined) return;
  await delay(RECHECK_MS);
  const difference = await differenceOf(source, projected);
  if (difference !== undefined) throw new LogReplaced(`${difference} The views will be rebuilt from this log.`);
}

/**
 * Throws LogReplaced when the events read from `source` do not continue those that the views were made from: a restored
 * log may have grown past the checkpoint before anything noticed.
 */
export async function expectContinuation(source: EventSource, projected: Projected): Promise<void> {
  const { last } = projected;
  if (last !== undefined && (await source.idAt(last.position)) !== last.id) await expectSameLog(source, projected);
}

async function differenceOf(source: EventSource, { position, first, last }: Projected): Promise<string | undefined> {
  if (position === 0n) return undefined;
  const end = await source.end();
  if (end < position) return `The log ends at position ${end}, but the views are at position ${position}.`;
  for (const event of [first, last]) {
    if (event === undefined || (await source.idAt(event.position)) === event.id) continue;
    return `The log holds another event at position ${event.position} than the one that the views were made from.`;
  }
  return undefined;
}
