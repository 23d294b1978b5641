/** True if LARGE_JOURNAL sets the size of a journal (on a quiet machine): times are checked against limits too. */
export const IS_TIMED = process.env.LARGE_JOURNAL !== undefined;

/** The size that LARGE_JOURNAL sets, else `usual`. */
export const sizeOr = (usual: number) => Number(process.env.LARGE_JOURNAL ?? usual);

/** Prints a figure of a timed run. */
export function report(figure: string): void {
  if (IS_TIMED) process.stdout.write(`${figure}\n`);
}
