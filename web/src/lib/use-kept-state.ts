import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { accountId, onSessionChange } from './session.ts';

/** The values that were in use when a session expired, by person and name. */
const kept = new Map<string, unknown>();

/**
 * Like useState. When the session expires, the value is kept under `name` until the same person opens the screen again
 * on this page; undefined keeps nothing.
 */
export function useKeptState<Value>(
  name: string | undefined,
  initial: Value,
): [Value, Dispatch<SetStateAction<Value>>] {
  const [key] = useState(() => name && `${accountId()}:${name}`);
  const [value, setValue] = useState(() => (key !== undefined && kept.has(key) ? (kept.get(key) as Value) : initial));
  useEffect(() => {
    if (key === undefined) return undefined;
    kept.delete(key);
    return onSessionChange((change) => {
      if (change === 'expired') kept.set(key, value);
    });
  }, [key, value]);
  return [value, setValue];
}
