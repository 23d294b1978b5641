import type { BatchItem, CreateAnecdote } from '@anecdotes/contracts';
import { newChangeKey } from '../../lib/change-key.ts';
import type { Sample } from './generate.ts';

const BATCH = 500;

/** One call of the import: its key stays the same however often it has to be sent. */
export type Batch = { readonly key: string; readonly places: readonly number[] };

/** What has become of the samples so far. */
export type Made = {
  readonly ids: ReadonlyMap<number, string>;
  readonly refused: number;
  /** Why the first of the refused was. */
  readonly reason?: string;
};

export const nothingMade: Made = { ids: new Map(), refused: 0 };

/** The samples in calls of at most 500, those that continue an anecdote in a later call than that one. */
export function batchesOf(samples: readonly Sample[]): Batch[] {
  const depths: number[] = [];
  const byDepth: number[][] = [];
  samples.forEach(({ continues }, place) => {
    const depth = continues === undefined ? 0 : (depths[continues] ?? 0) + 1;
    depths.push(depth);
    byDepth[depth] ??= [];
    byDepth[depth].push(place);
  });
  return byDepth.flatMap((places) =>
    Array.from({ length: Math.ceil(places.length / BATCH) }, (_, index) => ({
      key: newChangeKey(),
      places: places.slice(index * BATCH, (index + 1) * BATCH),
    })),
  );
}

/** The body of a batch: connected to what the batches before it have made. */
export function bodyOf({ places }: Batch, samples: readonly Sample[], { ids }: Made) {
  type Body = Omit<CreateAnecdote, 'connected_to'> & { connected_to?: string };
  const anecdotes = places.map((place): Body => {
    const { fields, continues } = samples[place] as Sample;
    const parent = continues === undefined ? undefined : ids.get(continues);
    return parent === undefined ? fields : { ...fields, connected_to: parent };
  });
  return { anecdotes };
}

/** `made` with what the service answered to a batch. */
export function withAnswers(made: Made, { places }: Batch, answers: readonly BatchItem[]): Made {
  const ids = new Map(made.ids);
  let { refused, reason } = made;
  answers.forEach((answer, index) => {
    const place = places[index];
    if (answer.success && place !== undefined) ids.set(place, answer.data.id);
    if (answer.success) return;
    refused += 1;
    reason ??= answer.error.message;
  });
  return { ids, refused, ...(reason !== undefined && { reason }) };
}
