/** Reports the progress of a long task. */
export type Progress = {
  /** Reports that the part of the task called `part` has reached `position` of `end`. */
  step(part: string, position: bigint, end: bigint): void;
  /** Ends the line of the bar; what is printed next begins on a line of its own. */
  end(): void;
};

const WIDTH = 30;
const EVERY_MS = 100;

/**
 * Draws a progress bar on a terminal, and writes one line for each part elsewhere. Once `signal` is aborted, `step`
 * throws, which ends the task.
 */
export function createProgress(output: NodeJS.WriteStream, signal: AbortSignal): Progress {
  let part = '';
  let drawn = 0;
  let count = 0;
  let since = 0;

  function finish(): void {
    if (output.isTTY && part !== '') output.write('\n');
    part = '';
  }

  return {
    step(name, position, end) {
      signal.throwIfAborted();
      const now = performance.now();
      if (name !== part) {
        finish();
        [part, count, since, drawn] = [name, 0, now, 0];
        if (!output.isTTY) output.write(`${name} …\n`);
      }
      count += 1;
      if (!output.isTTY || (now - drawn < EVERY_MS && position < end)) return;
      drawn = now;
      // A product that writes meanwhile moves the end on.
      const share = Math.min(1, Number((position * 1_000n) / end) / 1_000);
      const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '·');
      const speed = Math.round((count * 1_000) / Math.max(1, now - since));
      output.write(`\r${part.padEnd(9)} ${bar} ${(share * 100).toFixed(1).padStart(5)} %  ${speed} steps/s  `);
    },
    end: finish,
  };
}
