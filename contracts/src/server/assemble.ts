/** Registers a step that `stop` runs. */
export type OnStop = (step: () => Promise<unknown>) => void;

/**
 * Collects the steps that stop a program. `stop` runs them once, newest first, because what was started later depends
 * on what was started before. When steps throw, it runs the others and rethrows the first error.
 */
export function collectStopSteps(): { readonly onStop: OnStop; stop(): Promise<void> } {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    onStop: (step) => steps.push(step),
    async stop() {
      const errors: unknown[] = [];
      for (const step of steps.splice(0).reverse()) await step().catch((error: unknown) => errors.push(error));
      if (errors.length > 0) throw errors[0];
    },
  };
}

/**
 * Runs `build` and adds `stop` to its result, which runs the registered steps. When `build` throws, they run before its
 * error is rethrown.
 */
export async function assemble<Result extends object>(
  build: (onStop: OnStop) => Promise<Result>,
): Promise<Result & { stop(): Promise<void> }> {
  const { onStop, stop } = collectStopSteps();
  try {
    return { ...(await build(onStop)), stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}
