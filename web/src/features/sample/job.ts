import type { QueryClient } from '@tanstack/react-query';
import { samplesKey } from '../../lib/account-keys.ts';
import { reasonOf } from '../../lib/api.ts';
import { notify, notifyError } from '../../lib/messages.ts';
import { refreshJournal } from '../../lib/query-client.ts';
import { onSessionChange } from '../../lib/session.ts';
import { tabLocks } from '../../lib/tab-locks.ts';
import type { SampleOptions } from './options.ts';
import { isProgressShown, sampleProgress } from './progress.ts';
import { readStoredWork, storeWork } from './stored-work.ts';
import { sampleStrings as strings } from './strings.ts';
import { progressOf, runStep, startAdding, startRemoving, startRestoring, type Work } from './work.ts';

/** The work on samples on this page, running or stopped. */
let job: { readonly queries: QueryClient; work: Work } | undefined;
let isStopping = false;

/** Adds generated anecdotes to the journal. */
export function addSamples(queries: QueryClient, options: SampleOptions): Promise<void> {
  return start(queries, async () => startAdding(options));
}

/** Removes all samples from the journal, whichever browser added them. Then adds those of `replacement`, if given. */
export function removeSamples(queries: QueryClient, replacement?: SampleOptions): Promise<void> {
  return start(queries, () => startRemoving(replacement));
}

/** Restores the samples that the operation `removal` removed. */
export function restoreSamples(queries: QueryClient, removal: string): Promise<void> {
  return start(queries, () => startRestoring(removal));
}

/** Resumes stopped work. */
export async function resume(): Promise<void> {
  if (job !== undefined && sampleProgress.get().status === 'stopped') await run(job);
}

/** Ends the work after the current request; what is done already is kept. */
export function stop(): void {
  const progress = sampleProgress.get();
  if (progress.status === 'stopped') finish();
  else if (progress.status === 'running') {
    isStopping = true;
    sampleProgress.set({ ...progress, status: 'stopping' });
  }
}

/** Shows where the work stopped when the page was left, unless another tab is running it. */
export async function notifyStopped(queries: QueryClient): Promise<void> {
  const stored = readStoredWork();
  if (stored === undefined || job !== undefined || (await isRunningElsewhere()) || job !== undefined) return;
  const { work, canResume } = stored;
  const { done, total } = progressOf(work);
  const message = strings.stoppedOnLeave(work.task, done, total);
  if (canResume) {
    job = { queries, work };
    sampleProgress.set({ task: work.task, done, total, status: 'stopped' });
    if (!isShownHere()) notify(message, { milliseconds: 0, action: resumeAction });
  } else {
    storeWork(null);
    notify(message, { milliseconds: 0 });
  }
}

/** True on the screen that shows stopped work itself, without a message. */
function isShownHere(): boolean {
  return location.pathname === '/entry' && !new URLSearchParams(location.search).has('edit');
}

async function start(queries: QueryClient, plan: () => Promise<Work>): Promise<void> {
  if (sampleProgress.get().status !== 'idle') return;
  try {
    const work = await plan();
    if (sampleProgress.get().status !== 'idle') return;
    job = { queries, work };
    await run(job);
  } catch (error) {
    notifyError(reasonOf(error, strings.failed));
  }
}

async function run(started: NonNullable<typeof job>): Promise<void> {
  isStopping = false;
  show(started.work);
  await withTabLock(async () => {
    try {
      while (job === started && !isStopping) {
        storeWork(started.work);
        const next = await runStep(started.work);
        if (job !== started || next === undefined) break;
        // A step can end one task and begin another.
        started.work = next;
        if (!isStopping) show(next);
      }
      if (job === started) finish();
    } catch (error) {
      if (job === started) stopWith(started.work, reasonOf(error, strings.failed));
    }
  });
}

/** Marks the work as stopped. If no screen shows the progress, a message says so. */
function stopWith(work: Work, reason: string): void {
  const { task } = work;
  const { done, total } = progressOf(work);
  sampleProgress.set({ task, done, total, status: 'stopped', reason });
  if (!isProgressShown()) notifyError(strings.stopped(task, done, total, reason), { action: resumeAction });
}

const resumeAction = { label: strings.goOn, onClick: () => void resume() };

function show(work: Work): void {
  sampleProgress.set({ task: work.task, ...progressOf(work), status: 'running' });
}

function finish(): void {
  const ended = job;
  job = undefined;
  storeWork(null);
  sampleProgress.set({ status: 'idle' });
  if (ended === undefined) return;
  const { queries, work } = ended;
  void refreshJournal(queries);
  notifyFinished(queries, work);
}

function notifyFinished(queries: QueryClient, work: Work): void {
  const { done } = progressOf(work);
  if (work.task === 'adding') {
    const { count, refused, reason } = work.made;
    if (reason !== undefined) notifyError(strings.refused(count, refused, reason));
    else if (count > 0) notify(strings.imported(count));
  } else if (work.task === 'restoring') {
    if (done > 0) notify(strings.restored(done));
  } else if (done > 0) {
    const undo = () => void restoreSamples(queries, work.operation);
    notify(strings.removed(done), { action: { label: strings.undo, onClick: undo } });
  }
}

/** Runs `run` unless another tab works on samples. Without locks both run; repeats are harmless. */
async function withTabLock(run: () => Promise<void>): Promise<void> {
  const locks = tabLocks();
  if (!locks) return run();
  await locks.request(samplesKey(), { ifAvailable: true }, async (lock) => {
    if (lock) return run();
    job = undefined;
    sampleProgress.set({ status: 'idle' });
    notifyError(strings.elsewhere);
  });
}

async function isRunningElsewhere(): Promise<boolean> {
  const locks = await tabLocks()?.query();
  return locks?.held?.some(({ name }) => name === samplesKey()) ?? false;
}

// The work of one person must not continue in the journal of the next.
onSessionChange(() => {
  job = undefined;
  sampleProgress.set({ status: 'idle' });
});
