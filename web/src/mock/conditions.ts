import { MockFailure, type MockStorage } from './storage.ts';

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
export function storedConditions(storage: MockStorage): Conditions {
  return { ...usualConditions, ...JSON.parse(storage.getItem(KEY) ?? '{}') };
}

/** Stores the conditions in an address: `mock_delay` (milliseconds) and `mock_errors` (0 to 1). */
export function storeConditions(storage: MockStorage, parameters: URLSearchParams): void {
  const [delay, errorRate] = [parameters.get('mock_delay'), parameters.get('mock_errors')];
  const requested = {
    ...(delay && { delay: [Number(delay), Number(delay)] }),
    ...(errorRate && { errorRate: Number(errorRate) }),
  };
  if (delay || errorRate) storage.setItem(KEY, JSON.stringify({ ...storedConditions(storage), ...requested }));
}

/** Delays a call. Throws MockFailure NETWORK_ERROR at the error rate, and the reason of `signal` when it is aborted. */
export async function simulateNetwork(
  { delay: [minMs, maxMs], errorRate }: Conditions,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  await new Promise((resolve, reject) => {
    setTimeout(resolve, minMs + Math.random() * (maxMs - minMs));
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  if (Math.random() < errorRate) throw new MockFailure('NETWORK_ERROR');
}
