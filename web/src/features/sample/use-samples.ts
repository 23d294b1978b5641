import { useQueryClient } from '@tanstack/react-query';
import { sayError } from '../../lib/messages.ts';
import { strings } from '../../lib/strings.ts';
import type { SampleOptions } from './options.ts';
import { type SampleProgress, useSampleProgress } from './progress.ts';

/** The import of samples and how far it is; what it needs is loaded when it is first asked for. */
export function useSamples(): {
  progress: SampleProgress;
  add: (options: SampleOptions, replacing?: boolean) => void;
  goOn: () => void;
  stop: () => void;
} {
  const queries = useQueryClient();
  const progress = useSampleProgress();
  return {
    progress,
    add: (options, replacing) => withJob((job) => job.importSamples(queries, options, replacing)),
    goOn: () => withJob((job) => job.resumeImport()),
    stop: () => withJob((job) => job.stopImport()),
  };
}

function withJob(use: (job: typeof import('./job.ts')) => unknown): void {
  import('./job.ts').then(use).catch(() => sayError(strings.browse.samplesFailed));
}
