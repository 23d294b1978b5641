/** Short enough that the page stays responsive, also on a machine that is a few times slower. */
const SLICE_MS = 12;

/**
 * Runs `work` in slices of `sliceMs`, between which the page handles other tasks; each `yield` is a possible pause.
 * Returns what `work` returns; rejects once `signal` aborts.
 */
export async function inSlices<Result>(
  work: Generator<void, Result>,
  signal: AbortSignal,
  sliceMs = SLICE_MS,
): Promise<Result> {
  for (let began = performance.now(); ; ) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - began < sliceMs) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    began = performance.now();
  }
}

/** Runs `work` without a pause and returns its result. */
export function inOneGo<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
