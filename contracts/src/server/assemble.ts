/** Registers a step that `stop` runs. */
export type OnStop = (step: () => Promise<unknown>) => void;

/**
 * Runs `build` and adds `stop` to its result. `stop` runs the registered steps, newest first, because what was started
 * later depends on what was started before; when steps throw, it runs the others and rethrows the first error. When
 * `build` throws, the steps run before its error is rethrown.
 */
export async function assemble<Result extends object>(
  build: (onStop: OnStop) => Promise<Result>,
): Promise<Result & { stop(): Promise<void> }> {
  const steps: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    const errors: unknown[] = [];
    for (const step of steps.splice(0).reverse()) await step().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  };
  try {
    return { ...(await build((step) => steps.push(step))), stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}
