import { useEffect, useState } from 'react';

/**
 * The result of `layOut` for `input` (the previous one during a layout; nothing without an input), and whether the
 * layout failed. `layOut` must be the same function in every render.
 */
export function useLayout<Input, Result>(
  input: Input | undefined,
  layOut: (input: Input, signal: AbortSignal) => Promise<Result>,
): { laidOut: Result | undefined; hasFailed: boolean } {
  const [laidOut, setLaidOut] = useState<Result>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (input === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    layOut(input, signal).then(
      (result) => {
        if (signal.aborted) return;
        setLaidOut(() => result);
        setHasFailed(false);
      },
      () => {
        if (!signal.aborted) setHasFailed(true);
      },
    );
    return () => controller.abort();
  }, [input, layOut]);
  return { laidOut, hasFailed };
}
