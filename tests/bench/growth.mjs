import { journalCalls } from './calls.mjs';
import { openJournal, call as send } from './journal.mjs';
import { costOf, ms, perCall, percentiles, printTable, runInTurns, timed, times, whole } from './measure.mjs';

/** How many anecdotes the two accounts have. */
const SIZES = (process.env.GROWTH_SIZES ?? '1000,40000').split(',').map(Number);
const ROUNDS = Number(process.env.GROWTH_ROUNDS ?? 5);
const CALLS = 10;
/** Calls that cost the same in every journal; they are not measured here. */
const CONSTANT_COST = ['page asked again', 'unchanged page'];

/**
 * Compares the cost of each call for an account with few anecdotes and one with many, one caller, in turns. Something
 * is written before each call, so that no earlier result can be used again. Returns the figures.
 */
export async function benchGrowth(server) {
  const contenders = {};
  for (const size of SIZES) contenders[size] = await openJournal(server, size);
  const [few, many] = SIZES;
  const figures = [];
  for (const [name, call] of Object.entries(journalCalls)) {
    if (CONSTANT_COST.includes(name)) continue;
    await runInTurns(contenders, 1, (product) => measure(product, call));
    const results = await runInTurns(contenders, ROUNDS, (product) => measure(product, call));
    figures.push({ call: name, few: { events: few, ...results[few] }, many: { events: many, ...results[many] } });
  }
  printTable(
    `One account with ${whole(few)} anecdotes and one with ${whole(many)}, one caller (medians of ${ROUNDS} runs of ${CALLS} calls)`,
    ['call', ...SIZES.flatMap((size) => [`${whole(size)}: p50 ms`, 'program µs', 'Postgres µs']), 'p50', 'processor'],
    figures.map(({ call, few, many }) => [
      call,
      ...[few, many].flatMap(({ p50, program, postgres }) => [ms(p50), whole(program), whole(postgres)]),
      times(many.p50 / few.p50),
      times(costOf(many) / costOf(few)),
    ]),
  );
  for (const { stop } of Object.values(contenders)) await stop();
  return figures;
}

async function measure(product, { requests }) {
  const sent = await requests(product);
  const taken = [];
  const total = { program: 0, postgres: 0 };
  for (let index = 0; index < CALLS; index += 1) {
    const { path, ...request } = sent[index % sent.length];
    await product.settle();
    const used = await product.clock.start();
    taken.push(await timed(async () => (await send(product.address, product.token, path, request)).arrayBuffer()));
    const { program, postgres } = await used();
    total.program += program;
    total.postgres += postgres;
  }
  const { p50, p99 } = percentiles(taken);
  return { perSecond: 1_000 / p50, p50, p99, ...perCall(total, CALLS) };
}
