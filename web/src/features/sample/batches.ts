import type { BatchItem, CreateAnecdote } from '@anecdotes/contracts';
import type { Sample } from './generate.ts';

const BATCH = 500;

/** One call of the import: the places of its samples. */
export type Batch = readonly number[];

/** What has become of the samples so far. */
export type Made = {
  readonly count: number;
  readonly refused: number;
  /** Why the first of the refused was. */
  readonly reason?: string;
  /** The ids of those that others continue, by place. */
  readonly ids: Readonly<Record<number, string>>;
};

export const nothingMade: Made = { count: 0, refused: 0, ids: {} };

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
    Array.from({ length: Math.ceil(places.length / BATCH) }, (_, index) =>
      places.slice(index * BATCH, (index + 1) * BATCH),
    ),
  );
}

/** The anecdotes of a batch: connected to what the batches before it have made. */
export function anecdotesOf(batch: Batch, samples: readonly Sample[], { ids }: Made) {
  type Body = Omit<CreateAnecdote, 'connected_to'> & { connected_to?: string };
  return batch.map((place): Body => {
    const { fields, continues } = samples[place] as Sample;
    const parent = continues === undefined ? undefined : ids[continues];
    return parent === undefined ? fields : { ...fields, connected_to: parent };
  });
}

/** `made` with what the service answered to a batch. */
export function withAnswers(made: Made, batch: Batch, samples: readonly Sample[], answers: readonly BatchItem[]): Made {
  const continued = new Set(samples.map(({ continues }) => continues));
  const ids = { ...made.ids };
  let { count, refused, reason } = made;
  answers.forEach((answer, index) => {
    const place = batch[index];
    if (!answer.success) {
      refused += 1;
      reason ??= answer.error.message;
      return;
    }
    count += 1;
    if (place !== undefined && continued.has(place)) ids[place] = answer.data.id;
  });
  return { count, refused, ids, ...(reason !== undefined && { reason }) };
}
