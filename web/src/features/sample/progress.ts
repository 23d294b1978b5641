import { useEffect } from 'react';
import { createStore } from '../../lib/store.ts';
import { useStore } from '../../lib/use-store.ts';

/** The progress of the work on samples, which continues while the person looks at other screens. */
export type SampleProgress =
  | { readonly status: 'idle' }
  | {
      readonly status: 'running' | 'stopping' | 'stopped';
      readonly task: 'adding' | 'removing' | 'restoring';
      readonly done: number;
      readonly total: number;
      /** Why it stopped; undefined if the page was left. */
      readonly reason?: string;
    };

/** The current progress. */
export const sampleProgress = createStore<SampleProgress>({ status: 'idle' });

let screens = 0;

/** The current progress, for a screen that shows it. */
export function useSampleProgress(): SampleProgress {
  useEffect(() => {
    screens += 1;
    return () => {
      screens -= 1;
    };
  }, []);
  return useStore(sampleProgress);
}

/** True while a screen shows the progress. */
export function isProgressShown(): boolean {
  return screens > 0;
}
