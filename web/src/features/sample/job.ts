import type { BatchItem } from '@anecdotes/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, reasonOf, send } from '../../lib/api.ts';
import { say, sayError } from '../../lib/messages.ts';
import { refreshJournal } from '../../lib/query-client.ts';
import { sampleStrings as strings } from '../../lib/sample-strings.ts';
import { onSessionChange } from '../../lib/session.ts';
import { type Batch, batchesOf, bodyOf, type Made, nothingMade, withAnswers } from './batches.ts';
import { generateSamples, type Sample } from './generate.ts';
import type { SampleOptions } from './options.ts';
import { sampleProgress, setSampleProgress } from './progress.ts';
import { createRandom } from './random.ts';
import { rememberedSamples, rememberSamples } from './remembered.ts';

/** An import that is under way, or that stands still after a failure. */
type Job = {
  readonly queries: QueryClient;
  readonly samples: readonly Sample[];
  /** Samples of before that go first. */
  old: string[];
  readonly removals: number;
  batches: Batch[];
  made: Made;
};

let job: Job | undefined;
let isStopping = false;

/** Adds invented anecdotes to the journal; with `replacing`, in the place of those this browser has added before. */
export async function importSamples(queries: QueryClient, options: SampleOptions, replacing = false): Promise<void> {
  if (sampleProgress().status !== 'idle') return;
  const samples = generateSamples(options, new Date(), createRandom(Math.random() * 2 ** 32));
  const old = replacing ? rememberedSamples() : [];
  job = { queries, samples, old, removals: old.length, batches: batchesOf(samples), made: nothingMade };
  await carryOn(job);
}

/** Goes on where a failure stopped: what was sent is sent again under its key, so nothing comes twice. */
export async function resumeImport(): Promise<void> {
  if (job !== undefined && sampleProgress().status === 'failed') await carryOn(job);
}

/** Ends the import after the call that is under way; what is in the journal stays there. */
export function stopImport(): void {
  const progress = sampleProgress();
  if (progress.status === 'failed') finish();
  else if (progress.status !== 'idle') {
    isStopping = true;
    setSampleProgress({ ...progress, status: 'stopping' });
  }
}

async function carryOn(started: Job): Promise<void> {
  isStopping = false;
  try {
    await removeOld(started);
    await addNew(started);
    if (job === started) finish();
  } catch (error) {
    if (job === started)
      setSampleProgress({ ...far(started), status: 'failed', reason: reasonOf(error, strings.failed) });
  }
}

/** Deletes the samples of before, but for those that were changed since. */
async function removeOld(started: Job): Promise<void> {
  const gone = new Set<string>();
  try {
    while (started.old.length > 0 && isWanted(started)) {
      setSampleProgress({ ...far(started), status: 'removing' });
      const [id = ''] = started.old;
      await send('DELETE', `/anecdotes/${id}`, { ifMatch: 0 }).catch((error: unknown) => {
        const isOver = error instanceof ApiError && ['REVISION_CONFLICT', 'ANECDOTE_NOT_FOUND'].includes(error.code);
        if (!isOver) throw error;
      });
      started.old = started.old.slice(1);
      gone.add(id);
    }
  } finally {
    if (job === started && gone.size > 0) rememberSamples(rememberedSamples().filter((kept) => !gone.has(kept)));
  }
}

async function addNew(started: Job): Promise<void> {
  while (isWanted(started)) {
    const [batch, ...rest] = started.batches;
    if (batch === undefined) return;
    setSampleProgress({ ...far(started), status: 'adding' });
    const body = bodyOf(batch, started.samples, started.made);
    const answers = await send<BatchItem[]>('POST', '/anecdotes/batch', { key: batch.key, body });
    started.made = withAnswers(started.made, batch, answers);
    started.batches = rest;
    if (job !== started) return;
    const ids = answers.flatMap((answer) => (answer.success ? [answer.data.id] : []));
    rememberSamples([...rememberedSamples(), ...ids]);
  }
}

function isWanted(started: Job): boolean {
  return job === started && !isStopping;
}

function far({ samples, old, removals, made }: Job): { done: number; total: number } {
  if (old.length > 0) return { done: removals - old.length, total: removals };
  return { done: made.ids.size + made.refused, total: samples.length };
}

function finish(): void {
  const { queries, made, removals } = job ?? {};
  job = undefined;
  setSampleProgress({ status: 'idle' });
  if (queries === undefined || made === undefined) return;
  if (made.ids.size > 0 || removals) void refreshJournal(queries);
  if (made.reason !== undefined) sayError(strings.refused(made.ids.size, made.refused, made.reason));
  else if (made.ids.size > 0) say(strings.imported(made.ids.size));
}

// Nothing of one person goes on into the journal of the next.
onSessionChange(() => {
  job = undefined;
  setSampleProgress({ status: 'idle' });
});
