import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { samplesKey } from '../../lib/account-keys.ts';
import { notifyError } from '../../lib/messages.ts';
import { readStored } from '../../lib/stored-value.ts';
import { sampleImportStrings } from './import-strings.ts';
import type { SampleOptions } from './options.ts';
import { type SampleProgress, useSampleProgress } from './progress.ts';

/** The work on samples: its progress, and functions that load the code for it when they are first called. */
export function useSamples(): {
  progress: SampleProgress;
  add: (options: SampleOptions) => void;
  /** Removes all samples; with `replacement`, adds others in their place. */
  remove: (replacement?: SampleOptions) => void;
  restore: (removal: string) => void;
  resume: () => void;
  stop: () => void;
} {
  const queries = useQueryClient();
  const progress = useSampleProgress();
  return {
    progress,
    add: (options) => withSampleJob((job) => job.addSamples(queries, options)),
    remove: (replacement) => withSampleJob((job) => job.removeSamples(queries, replacement)),
    restore: (removal) => withSampleJob((job) => job.restoreSamples(queries, removal)),
    resume: () => withSampleJob((job) => job.resume()),
    stop: () => withSampleJob((job) => job.stop()),
  };
}

/** Shows where the work on samples stopped when the page was left. */
export function notifyStoppedSamples(queries: QueryClient): void {
  if (readStored(samplesKey()) !== null) withSampleJob((job) => job.notifyStopped(queries));
}

function withSampleJob(use: (job: typeof import('./job.ts')) => unknown): void {
  import('./job.ts').then(use).catch(() => notifyError(sampleImportStrings.samplesFailed));
}
