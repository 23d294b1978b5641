/**
 * Returns a function that runs `run`, but never twice at the same time: calls during a run get its result, whatever
 * their parameters.
 */
export function shareRun<Parameters extends readonly unknown[], Result>(
  run: (...parameters: Parameters) => Promise<Result>,
): (...parameters: Parameters) => Promise<Result> {
  let running: Promise<Result> | undefined;
  return (...parameters) => {
    running ??= run(...parameters).finally(() => {
      running = undefined;
    });
    return running;
  };
}
