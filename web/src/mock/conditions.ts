import { type Keep, MockFailure } from './storage.ts';

/** The behaviour of the simulated network. */
export type Conditions = {
  /** The minimum and maximum duration of a call, in milliseconds. */
  readonly delay: readonly [number, number];
  /** The share of calls that fail, from 0 to 1. */
  readonly errorRate: number;
};

const KEY = 'mock_conditions';
const usualConditions: Conditions = { delay: [100, 800], errorRate: 0.05 };

/** The stored conditions, or the defaults. */
export function keptConditions(keep: Keep): Conditions {
  return { ...usualConditions, ...JSON.parse(keep.getItem(KEY) ?? '{}') };
}

/** Stores the conditions in an address: `mock_delay` (milliseconds) and `mock_errors` (0 to 1). */
export function keepWishes(keep: Keep, wishes: URLSearchParams): void {
  const [delay, errorRate] = [wishes.get('mock_delay'), wishes.get('mock_errors')];
  const wished = {
    ...(delay && { delay: [Number(delay), Number(delay)] }),
    ...(errorRate && { errorRate: Number(errorRate) }),
  };
  if (delay || errorRate) keep.setItem(KEY, JSON.stringify({ ...keptConditions(keep), ...wished }));
}

/** Delays a call. Throws MockFailure NETWORK_ERROR at the error rate, and the reason of `signal` when it is aborted. */
export async function happen({ delay: [least, most], errorRate }: Conditions, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise((resolve, reject) => {
    setTimeout(resolve, least + Math.random() * (most - least));
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  if (Math.random() < errorRate) throw new MockFailure('NETWORK_ERROR');
}
