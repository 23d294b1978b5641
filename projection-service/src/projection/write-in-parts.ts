import type { Position } from '@anecdotes/contracts';
import { type Applied, applyBatch } from './apply-batch.ts';
import type { Opened } from './batch.ts';
import { isTimeout } from './failure.ts';
import type { Generation } from './generation.ts';
import type { OpenedBatch } from './open-ahead.ts';
import type { PartSize } from './part-size.ts';
import type { Projection } from './projection.ts';
import { hasParkedEvents } from './quarantine.ts';
import type { Writing } from './watch-checkpoint.ts';

/** What was written in one transaction. */
export type BatchReport = Applied & {
  readonly generation: number;
  readonly events: number;
  readonly milliseconds: number;
  /** When the batch's oldest event was recorded; undefined for a batch without events. */
  readonly oldest: Date | undefined;
};

/**
 * Writes `batch` in one transaction, or in several if it is larger than `size` allows; yields a report after each. A
 * transaction that times out is reported to `onError` and written again in smaller ones. Ends early when `signal`
 * aborts.
 */
export async function* writeInParts(
  projection: Projection,
  writing: Writing,
  batch: OpenedBatch,
  { size, signal, onError }: { size: PartSize; signal: AbortSignal; onError?: ((error: unknown) => void) | undefined },
): AsyncGenerator<BatchReport, void, void> {
  let rest = batch.events;
  do {
    const part = rest.slice(0, size.of(rest));
    const isLast = part.length === rest.length;
    const position = isLast ? batch.position : (part.at(-1) as Opened).stored.position;
    const started = performance.now();
    const applied = await write(projection, writing, part, position, signal).catch((error: unknown) => {
      if (part.length <= 1 || !isTimeout(error)) throw error;
      onError?.(error);
      return 'timed out' as const;
    });
    if (applied === 'timed out') {
      size.shrink(part.length);
      continue;
    }
    const milliseconds = performance.now() - started;
    size.adapt(part.length, milliseconds);
    rest = rest.slice(part.length);
    const { id: generation } = writing.current;
    if (applied.parked > 0 || writing.hasParked) {
      writing.hasParked = await hasParkedEvents(projection.pool, generation);
    }
    const oldest = part[0]?.stored.recordedAt;
    yield { ...applied, generation, events: part.length, milliseconds, oldest };
  } while (rest.length > 0 && !signal.aborted);
}

async function write(
  projection: Projection,
  writing: Writing,
  events: readonly Opened[],
  position: Position,
  signal: AbortSignal,
): Promise<Applied> {
  const { current, hasParked } = writing;
  writing.isBusy = true;
  try {
    const applied = await applyBatch(projection, current, events, position, { hasParked, signal });
    writing.current = movedTo(current, position, events);
    return applied;
  } finally {
    writing.isBusy = false;
  }
}

function movedTo(generation: Generation, position: Position, events: readonly Opened[]): Generation {
  const [first, last] = [events[0]?.stored, events.at(-1)?.stored];
  return { ...generation, position, first: generation.first ?? first, last: last ?? generation.last };
}
