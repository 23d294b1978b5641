import { useEffect, useRef } from 'react';

/** Returns a function that aborts the signal it returned last, as unmounting does, and returns a new one. */
export function useNewSignal(): () => AbortSignal {
  const latest = useRef<AbortController>(undefined);
  useEffect(() => () => latest.current?.abort(), []);
  return () => {
    latest.current?.abort();
    latest.current = new AbortController();
    return latest.current.signal;
  };
}
