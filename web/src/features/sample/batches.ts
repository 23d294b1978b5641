import type { BatchItem, CreateAnecdote } from '@anecdotes/contracts';
import type { Sample } from './generate.ts';

const BATCH = 500;

/** The samples of one request, by their indexes. */
export type Batch = readonly number[];

/** The results of the samples so far. */
export type Results = {
  readonly count: number;
  readonly refused: number;
  /** Why the first refused sample was refused. */
  readonly reason?: string;
  /** The ids of the anecdotes that later samples continue, by the index of their sample. */
  readonly ids: Readonly<Record<number, string>>;
};

export const noResults: Results = { count: 0, refused: 0, ids: {} };

/** Splits the samples into batches of at most 500. A sample that continues another is in a later batch than it. */
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

/** The anecdotes of a batch, connected to those that earlier batches have created. */
export function anecdotesOf(batch: Batch, samples: readonly Sample[], { ids }: Results) {
  type Body = Omit<CreateAnecdote, 'connected_to'> & { connected_to?: string };
  return batch.map((index): Body => {
    const { fields, continues } = samples[index] as Sample;
    const parent = continues === undefined ? undefined : ids[continues];
    return parent === undefined ? fields : { ...fields, connected_to: parent };
  });
}

/** Adds the answers of the server to a batch to `results`. */
export function addAnswers(
  results: Results,
  batch: Batch,
  samples: readonly Sample[],
  answers: readonly BatchItem[],
): Results {
  const continued = new Set(samples.map(({ continues }) => continues));
  const ids = { ...results.ids };
  let { count, refused, reason } = results;
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
