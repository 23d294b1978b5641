import type { BatchChange, BatchItem } from '@anecdotes/contracts';
import { ApiError, send } from '../../lib/api.ts';
import { newUuid } from '../../lib/change-key.ts';
import { addAnswers, anecdotesOf, type Batch, batchesOf, noResults, type Results } from './batches.ts';
import { generateSamples, type Sample } from './generate.ts';
import type { SampleOptions } from './options.ts';
import { readSamples } from './queries.ts';
import { createRandom } from './random.ts';
import { sampleStrings as strings } from './strings.ts';

type Adding = {
  readonly task: 'adding';
  /** The operation that all its requests are part of. */
  readonly operation: string;
  readonly options: SampleOptions;
  /** Determines the samples, together with `now` and `options`. */
  readonly seed: number;
  readonly now: string;
  readonly batchesDone: number;
  readonly made: Results;
};

type Removing = {
  readonly task: 'removing';
  readonly operation: string;
  readonly total: number;
  readonly left: number;
  /** The samples that are added in their place. */
  readonly then?: SampleOptions;
};

type Restoring = {
  readonly task: 'restoring';
  readonly operation: string;
  /** The operation that removed them. */
  readonly removal: string;
  readonly total: number;
  readonly left: number;
};

/** Work on samples in a form that can be stored: what is done of it and what is left. */
export type Work = Adding | Removing | Restoring;

export function startAdding(options: SampleOptions): Adding {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const now = new Date().toISOString();
  return { task: 'adding', operation: newUuid(), options, seed, now, batchesDone: 0, made: noResults };
}

/** Prepares the removal of all samples. With `then`, others are added in their place. */
export async function startRemoving(then?: SampleOptions): Promise<Removing> {
  const { count } = await readSamples();
  return { task: 'removing', operation: newUuid(), total: count, left: count, ...(then && { then }) };
}

/** Prepares the restoring of the samples that the operation `removal` removed. */
export async function startRestoring(removal: string): Promise<Restoring> {
  const { removal: last } = await readSamples();
  const total = last?.id === removal ? last.count : 0;
  return { task: 'restoring', operation: newUuid(), removal, total, left: total };
}

/** How much of `work` is done. */
export function progressOf(work: Work): { done: number; total: number } {
  if (work.task === 'adding') return { done: work.made.count + work.made.refused, total: work.options.count };
  return { done: Math.max(0, work.total - work.left), total: work.total };
}

/** Makes one request of `work`. Returns the work that is left, or undefined when all is done. Throws ApiError. */
export function runStep(work: Work): Promise<Work | undefined> {
  if (work.task === 'adding') return addBatch(work);
  return work.task === 'removing' ? removeBatch(work) : restoreBatch(work);
}

async function addBatch(work: Adding): Promise<Work | undefined> {
  const { operation, batchesDone } = work;
  const { samples, batches } = samplesFor(work);
  const batch = batches[batchesDone];
  if (batch === undefined) return undefined;
  const anecdotes = anecdotesOf(batch, samples, work.made);
  const answers = await send<BatchItem[]>('POST', '/anecdotes/batch', {
    // The idempotency key: repeating the request, also after a reload of the page, creates the anecdotes only once.
    key: `${operation}-${batchesDone}`,
    body: { anecdotes, operation: { id: operation, kind: 'sample-data' } },
  });
  return { ...work, batchesDone: batchesDone + 1, made: addAnswers(work.made, batch, samples, answers) };
}

let prepared: { operation: string; samples: readonly Sample[]; batches: readonly Batch[] } | undefined;

function samplesFor({ operation, options, seed, now }: Adding) {
  if (prepared?.operation !== operation) {
    const samples = generateSamples(options, new Date(now), createRandom(seed));
    prepared = { operation, samples, batches: batchesOf(samples) };
  }
  return prepared;
}

async function removeBatch(work: Removing): Promise<Work | undefined> {
  const { count, ids } = await readSamples();
  if (count === 0) return work.then && startAdding(work.then);
  const operation = { id: work.operation, kind: 'sample-data' };
  await changeAll('/anecdotes/batch/delete', { ids, operation });
  return { ...work, left: count - ids.length };
}

async function restoreBatch(work: Restoring): Promise<Work | undefined> {
  const { removal } = await readSamples();
  if (removal?.id !== work.removal) return undefined;
  const operation = { id: work.operation, kind: 'restore' };
  await changeAll('/anecdotes/batch/restore', { ids: removal.ids, operation });
  return { ...work, left: removal.count - removal.ids.length };
}

/** Throws ApiError when no anecdote could be changed, because the next request would get the same ones. */
async function changeAll(path: string, body: object): Promise<void> {
  const answers = await send<BatchChange[]>('POST', path, { body });
  if (answers.some(({ success }) => success)) return;
  const refusal = answers.find((answer) => !answer.success);
  throw new ApiError('INTERNAL_ERROR', refusal?.error.message ?? strings.failed);
}
