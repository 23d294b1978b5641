import type { BatchItem, CreateAnecdote } from '@anecdotes/contracts';
import type { Sample } from './generate.ts';

const BATCH = 500;

/** One call of the import: the indexes of its samples. */
export type Batch = readonly number[];

/** What has become of the samples so far. */
export type Results = {
  readonly count: number;
  readonly refused: number;
  /** Why the first of the refused was. */
  readonly reason?: string;
  /** The ids of those that others continue, by index. */
  readonly ids: Readonly<Record<number, string>>;
};

export const noResults: Results = { count: 0, refused: 0, ids: {} };

/** The samples in calls of at most 500, those that continue an anecdote in a later call than that one. */
export function batchesOf(samples: readonly Sample[]): Batch[] {
  const depths: number[] = [];
  const byDepth: number[][] = [];
  samples.forEach(({ continues }, index) => {
    const depth = continues === undefined ? 0 : (depths[continues] ?? 0) + 1;
    depths.push(depth);
    byDepth[depth] ??= [];
    byDepth[depth].push(index);
  });
  return byDepth.flatMap((indexes) =>
    Array.from({ length: Math.ceil(indexes.length / BATCH) }, (_, index) =>
      indexes.slice(index * BATCH, (index + 1) * BATCH),
    ),
  );
}

/** The anecdotes of a batch: connected to what the batches before it have made. */
export function anecdotesOf(batch: Batch, samples: readonly Sample[], { ids }: Results) {
  type Body = Omit<CreateAnecdote, 'connected_to'> & { connected_to?: string };
  return batch.map((index): Body => {
    const { fields, continues } = samples[index] as Sample;
    const parent = continues === undefined ? undefined : ids[continues];
    return parent === undefined ? fields : { ...fields, connected_to: parent };
  });
}

/** `made` with what the service answered to a batch. */
export function addAnswers(
  made: Results,
  batch: Batch,
  samples: readonly Sample[],
  answers: readonly BatchItem[],
): Results {
  const continued = new Set(samples.map(({ continues }) => continues));
  const ids = { ...made.ids };
  let { count, refused, reason } = made;
  answers.forEach((answer, position) => {
    const index = batch[position];
    if (!answer.success) {
      refused += 1;
      reason ??= answer.error.message;
      return;
    }
    count += 1;
    if (index !== undefined && continued.has(index)) ids[index] = answer.data.id;
  });
  return { count, refused, ids, ...(reason !== undefined && { reason }) };
}
