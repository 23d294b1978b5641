/** Registers a step that `stop` runs. */
export type OnStop = (step: () => Promise<unknown>) => void;

/**
 * Runs `build` and adds `stop` to its result. `stop` runs the registered steps, newest first, because what was started
 * later depends on what was started before. When `build` throws, the steps run before the error is rethrown.
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
