import { createStore } from '../../lib/store.ts';

/** How far an import of samples has come; it goes on while the person looks at other screens. */
export type SampleProgress =
  | { readonly status: 'idle' }
  | {
      readonly status: 'removing' | 'adding' | 'stopping' | 'failed';
      readonly done: number;
      readonly total: number;
      /** Why it stands still, when it failed. */
      readonly reason?: string;
    };

const store = createStore<SampleProgress>({ status: 'idle' });

/** How far the import is, as it goes on. */
export function useSampleProgress(): SampleProgress {
  return store.use();
}

/** How far the import is now. */
export function sampleProgress(): SampleProgress {
  return store.get();
}

/** Says how far the import has come. */
export function setSampleProgress(next: SampleProgress): void {
  store.set(next);
}
