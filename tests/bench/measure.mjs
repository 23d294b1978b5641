/**
 * Runs `task(index)` `count` times, one after the other. Returns percentiles of their time in milliseconds, and the
 * processor time of one in microseconds, that of the program and that of Postgres.
 */
export async function repeat(count, task, clock) {
  const times = [];
  const used = await clock.start();
  for (let index = 0; index < count; index += 1) times.push(await timed(() => task(index)));
  return { ...percentiles(times), ...perCall(await used(), count) };
}

/** How long `task` takes, in milliseconds. */
export async function timed(task) {
  const begin = performance.now();
  await task();
  return performance.now() - begin;
}

/** Converts the milliseconds of `count` calls to the microseconds of one call. */
export function perCall({ program, postgres }, count) {
  return { program: (program / count) * 1_000, postgres: (postgres / count) * 1_000 };
}

/**
 * Runs `task` with `callers` at once for `milliseconds`. Returns calls per second, percentiles of their time in
 * milliseconds, and the processor time of one in microseconds, that of the program and that of Postgres.
 */
export async function load(callers, milliseconds, task, clock) {
  const times = [];
  const used = await clock.start();
  const begin = performance.now();
  const end = begin + milliseconds;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        times.push(await timed(task));
      }
    }),
  );
  const elapsed = performance.now() - begin;
  const perSecond = (times.length / elapsed) * 1000;
  return { perSecond, ...percentiles(times), ...perCall(await used(), times.length) };
}

/** The median, the 95th and the 99th percentile of `values`. */
export function percentiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/**
 * Runs every contender `rounds` times in turns, so that a busy moment of the machine affects all of them; every other
 * round has the reverse order. Returns for each contender the median of each figure of its runs, and as `spread` the
 * range of the rates of its runs, as a share of their median.
 */
export async function runInTurns(contenders, rounds, run) {
  const names = Object.keys(contenders);
  const runs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) runs[name].push(await run(contenders[name], name));
  }
  return Object.fromEntries(names.map((name) => [name, mediansOf(runs[name])]));
}

function mediansOf(runs) {
  const figures = Object.keys(runs[0]).map((figure) => [figure, median(runs.map((run) => run[figure]))]);
  const rates = runs.map(({ perSecond }) => perSecond);
  return { ...Object.fromEntries(figures), spread: (Math.max(...rates) - Math.min(...rates)) / median(rates) };
}

/** Processor time of a call in microseconds, of the program and of Postgres. */
export const costOf = ({ program, postgres }) => program + postgres;

export function median(values) {
  return percentiles(values).p50;
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
