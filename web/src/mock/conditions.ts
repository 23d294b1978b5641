import { MockFailure } from './storage.ts';

/** How the mock network behaves. */
export type Conditions = {
  /** Milliseconds that a call takes at least and at most. */
  readonly delay: readonly [number, number];
  /** The share of calls that fail, from 0 to 1. */
  readonly errorRate: number;
};

export const usualConditions: Conditions = { delay: [100, 800], errorRate: 0.05 };

/** Lets a call take its time. Throws MockFailure NETWORK_ERROR for as many as shall fail, and when it is aborted. */
export async function happen({ delay: [least, most], errorRate }: Conditions, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const milliseconds = least + Math.random() * (most - least);
  if (milliseconds > 0) await elapsed(milliseconds, signal);
  if (Math.random() < errorRate) throw new MockFailure('NETWORK_ERROR');
}

function elapsed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
