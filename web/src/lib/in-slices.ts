/** Leaves most of a frame to the browser and to what a person does, also on a machine that is a few times slower. */
const SLICE_MS = 12;

/**
 * Runs `work` in slices of `sliceMs`, between which the page does what else there is to do; each `yield` is a place to
 * pause. Returns what `work` returns; rejects once `signal` aborts.
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

/** Returns what `work` returns, done without a pause. */
export function inOneGo<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
