/**
 * Runs `task` with `callers` at once for `milliseconds`; answers calls per second, percentiles of their time in
 * milliseconds and the processor time of one in microseconds.
 */
export async function load(callers, milliseconds, task, clock) {
  const times = [];
  const used = await clock?.start();
  const begin = performance.now();
  const end = begin + milliseconds;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        const start = performance.now();
        await task();
        times.push(performance.now() - start);
      }
    }),
  );
  const elapsed = performance.now() - begin;
  const cpu = used && ((await used()) / times.length) * 1000;
  return { perSecond: (times.length / elapsed) * 1000, ...percentiles(times), cpu };
}

/** The median, the 95th and the 99th percentile of `values`. */
export function percentiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/**
 * Runs every contender `rounds` times, taking turns so that a busy moment of the machine meets all of them; answers
 * each one's median run by `perSecond`.
 */
export async function takeTurns(contenders, rounds, run) {
  const runs = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, contender] of Object.entries(contenders)) runs[name].push(await run(contender, name));
  }
  return Object.fromEntries(Object.entries(runs).map(([name, results]) => [name, medianRun(results)]));
}

function medianRun(results) {
  return results.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(results.length / 2)];
}

/** Prints a table: a title, a row of headings, rows of cells. */
export function printTable(title, headings, rows) {
  const texts = [headings, ...rows].map((row) => row.map(String));
  const widths = headings.map((_, column) => Math.max(...texts.map((row) => row[column].length)));
  console.log(`\n${title}`);
  for (const [index, row] of texts.entries()) {
    const cells = row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])));
    console.log(`  ${cells.join('   ')}`);
    if (index === 0) console.log(`  ${widths.map((width) => '-'.repeat(width)).join('   ')}`);
  }
}

export const whole = (value) => Math.round(value).toLocaleString('en');
export const ms = (value) => value.toFixed(1);
export const times = (value) => `${value.toFixed(2)}x`;

export function delayed(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
