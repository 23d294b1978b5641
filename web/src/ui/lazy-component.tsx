import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { delayUntilOnline } from '../lib/delay.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

type LazyOptions<Props> = {
  /** Shown while the code is loading. */
  fallback?: ReactNode;
  /**
   * What happens if loading fails: it is retried after growing waits, and at once when the network is back (`retry`,
   * the default); the error screen is shown (`throw`); or the given component is shown.
   */
  onFailure?: 'retry' | 'throw' | ComponentType<Props>;
};

/** The component `name` of a module that is loaded when the component is first shown, or by `preload`. */
export function lazyComponent<Props extends object, Name extends string>(
  load: () => Promise<{ readonly [key in Name]: ComponentType<Props> }>,
  name: Name,
  { fallback = null, onFailure = 'retry' }: LazyOptions<Props> = {},
): ComponentType<Props> & { preload: () => void } {
  const Lazy = lazy<ComponentType<Props>>(async () => {
    try {
      return { default: (await (onFailure === 'retry' ? loadWithRetry(load) : load()))[name] };
    } catch (error) {
      if (typeof onFailure === 'string') throw error;
      return { default: onFailure };
    }
  });
  const render = (props: Props) => (
    <Suspense fallback={fallback}>
      <Lazy {...props} />
    </Suspense>
  );
  return Object.assign(render, { preload: () => void load().catch(() => undefined) });
}

async function loadWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch {
      await delayUntilOnline(wait);
    }
  }
}
