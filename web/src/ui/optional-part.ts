import { type ComponentType, lazy } from 'react';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * A part whose code is fetched when it is first shown. While that has not come the rest stands without it; code that
 * did not load is asked for again, the more rarely the more often it failed, and whenever the network comes back.
 */
export function optionalPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await loadAtLast(load) }));
}

async function loadAtLast<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch {
      await pause(wait);
    }
  }
}

/** Ends after `milliseconds`, or earlier when the network comes back. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end);
  });
}
