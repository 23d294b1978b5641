import { type Conditions, usualConditions } from './conditions.ts';
import type { Keep } from './storage.ts';

const KEY = 'mock_conditions';

/** The conditions of the mock network that are kept, or the usual ones. */
export function keptConditions(keep: Keep): Conditions {
  try {
    return { ...usualConditions, ...(JSON.parse(keep.getItem(KEY) ?? '{}') as Partial<Conditions>) };
  } catch {
    return usualConditions;
  }
}

/** Keeps what an address wishes: `mock_delay` (milliseconds, or least-most) and `mock_errors` (0 to 1). */
export function keepWishes(keep: Keep, search: URLSearchParams): void {
  const [least = '', most = least] = (search.get('mock_delay') ?? '').split('-');
  const errors = search.get('mock_errors') ?? '';
  const wished: Partial<Conditions> = {
    ...(isNumber(least) && isNumber(most) && { delay: [Number(least), Number(most)] as const }),
    ...(isNumber(errors) && { errorRate: Number(errors) }),
  };
  if (Object.keys(wished).length > 0) keep.setItem(KEY, JSON.stringify({ ...keptConditions(keep), ...wished }));
}

/** The address without what was meant for the mock service. */
export function withoutWishes(address: URL): URL {
  const rest = new URL(address);
  for (const name of ['mock_delay', 'mock_errors', 'mock_dataset']) rest.searchParams.delete(name);
  return rest;
}

function isNumber(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(text);
}
