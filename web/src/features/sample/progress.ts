import { useEffect } from 'react';
import { createStore } from '../../lib/store.ts';
import { useStore } from '../../lib/use-store.ts';

/** How far the work on the samples has come; it goes on while the person looks at other screens. */
export type SampleProgress =
  | { readonly status: 'idle' }
  | {
      readonly status: 'running' | 'stopping' | 'stopped';
      readonly task: 'adding' | 'removing' | 'restoring';
      readonly done: number;
      readonly total: number;
      /** Why it stands still; undefined where the page was left. */
      readonly reason?: string;
    };

/** How far the work is now. */
export const sampleProgress = createStore<SampleProgress>({ status: 'idle' });

let screens = 0;

/** How far the work is, as it goes on, for a screen that shows it. */
export function useSampleProgress(): SampleProgress {
  useEffect(() => {
    screens += 1;
    return () => {
      screens -= 1;
    };
  }, []);
  return useStore(sampleProgress);
}

/** True while a screen shows how far the work is. */
export function isProgressShown(): boolean {
  return screens > 0;
}
