import { mainCalls } from './calls.mjs';
import { costOf, ms, printTable, runInTurns, times, whole } from './measure.mjs';
import { openProduct } from './processes.mjs';
import { sendRequests } from './shoot.mjs';

const CONNECTIONS = [1, 64];
const ROUNDS = 3;
const SECONDS = 2;

/** Measures the cost of rate limits: off, counted in memory, counted in Postgres; as the guest, who has most limits. */
export async function benchLimits(server) {
  const flags = ['--import', new URL('wide-limits.mjs', import.meta.url).href];
  const contenders = {};
  for (const [name, given] of Object.entries(variants))
    contenders[name] = await openProduct(server, { given, flags, user: 'guest' });
  const creations = await mainCalls.create.requests();
  try {
    await runInTurns(contenders, 1, (target) => sendRequests(target, creations, { connections: 64, seconds: SECONDS }));
    await compare(contenders, 'Commands a second by where calls are counted (POST /api/anecdotes, medians)', creations);
    await compare(contenders, 'Reads a second by where calls are counted (GET /api/tags, medians)', reads);
  } finally {
    for (const { stop } of Object.values(contenders)) await stop();
  }
}

const reads = [{ method: 'GET', path: '/api/tags' }];
const WIDE = { GUEST_DAILY_BYTES: '1000000000000', GUEST_ADDRESS_DAILY_BYTES: '1000000000000' };
const variants = {
  off: { RATE_LIMIT: 'off' },
  memory: { RATE_LIMIT: 'on', RATE_LIMIT_STORE: 'memory', ...WIDE },
  postgres: { RATE_LIMIT: 'on', RATE_LIMIT_STORE: 'postgres', ...WIDE },
};

async function compare(contenders, title, requests) {
  const rows = [];
  for (const connections of CONNECTIONS) {
    const { off, memory, postgres } = await runInTurns(contenders, ROUNDS, (target) =>
      sendRequests(target, requests, { connections, seconds: SECONDS }),
    );
    rows.push([
      connections,
      ...[off, memory, postgres].flatMap((one) => [whole(one.perSecond), ms(one.p99), whole(costOf(one))]),
      ...[memory, postgres].flatMap((one) => [times(one.perSecond / off.perSecond), times(costOf(one) / costOf(off))]),
    ]);
  }
  const headings = ['off', 'memory', 'postgres'].flatMap((name) => [name, 'p99 ms', 'µs']);
  const ratios = ['memory/off', 'postgres/off'].flatMap((name) => [`rate ${name}`, `processor ${name}`]);
  printTable(title, ['connections', ...headings, ...ratios], rows);
}
