/** Adds a step that `stop` runs. */
export type OnStop = (step: () => Promise<unknown>) => void;

/**
 * Runs `assemble` and adds `stop` to its result, which runs the steps that were added, newest first: what was started
 * last stands on what was started before. When `assemble` throws, they run before the error goes on.
 */
export async function assemble<Result extends object>(
  build: (onStop: OnStop) => Promise<Result>,
): Promise<Result & { stop(): Promise<void> }> {
  const steps: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of steps.splice(0).reverse()) await step();
  };
  try {
    return { ...(await build((step) => steps.push(step))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
