import autocannon from 'autocannon';
import { printTable, takeTurns, times, whole } from './measure.mjs';
import { anecdoteFromPost } from './notes.mjs';
import { createDatabase } from './postgres.mjs';
import { startProduct } from './processes.mjs';
import { openProcessorClock } from './processor-time.mjs';

const CONNECTIONS = [1, 64];
const ROUNDS = 3;
const RUN_S = 2;
const BODIES = Array.from({ length: 2_000 }, (_, index) => JSON.stringify(anecdoteFromPost(index)));
const creations = BODIES.map((body) => ({ method: 'POST', path: '/api/anecdotes', body }));
const reads = [{ method: 'GET', path: '/api/tags' }];

/** What counting calls costs: not at all, in the memory of the process, and in Postgres; as the guest, who has most. */
export async function benchLimits(server) {
  const contenders = {};
  for (const [name, environment] of Object.entries(variants)) {
    const url = await createDatabase(server);
    const flags = ['--import', new URL('wide-limits.mjs', import.meta.url).href];
    const target = await startProduct(url, { given: environment, flags });
    contenders[name] = { ...target, clock: await openProcessorClock(url, target.pid) };
  }
  try {
    await takeTurns(contenders, 1, (target) => shoot(target, 64, creations));
    await compare(contenders, 'Commands a second by where calls are counted (POST /api/anecdotes, medians)', creations);
    await compare(contenders, 'Reads a second by where calls are counted (GET /api/tags, medians)', reads);
  } finally {
    for (const { clock, stop } of Object.values(contenders)) {
      await clock.close();
      await stop();
    }
  }
}

const WIDE = { GUEST_DAILY_BYTES: '1000000000000', GUEST_ADDRESS_DAILY_BYTES: '1000000000000' };
const variants = {
  off: { RATE_LIMIT: 'off' },
  memory: { RATE_LIMIT: 'on', RATE_LIMIT_STORE: 'memory', ...WIDE },
  postgres: { RATE_LIMIT: 'on', RATE_LIMIT_STORE: 'postgres', ...WIDE },
};

async function compare(contenders, title, requests) {
  const rows = [];
  for (const connections of CONNECTIONS) {
    const results = await takeTurns(contenders, ROUNDS, (target) => shoot(target, connections, requests));
    const { off, memory, postgres } = results;
    const cells = [off, memory, postgres].flatMap(({ perSecond, p99, cpu }) => [
      whole(perSecond),
      whole(p99),
      whole(cpu),
    ]);
    rows.push([
      connections,
      ...cells,
      times(memory.perSecond / off.perSecond),
      times(postgres.perSecond / off.perSecond),
    ]);
  }
  const headings = ['off', 'memory', 'postgres'].flatMap((name) => [name, 'p99 ms', 'cpu us']);
  printTable(title, ['connections', ...headings, 'memory/off', 'postgres/off'], rows);
}

async function shoot({ address, token, clock }, connections, requests) {
  const used = await clock.start();
  const result = await autocannon({
    url: address,
    connections,
    duration: RUN_S,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    requests,
  });
  const good = result['2xx'];
  if (result.non2xx > 0 || result.errors > 0)
    console.error(`  ${result.non2xx} other answers, ${result.errors} errors`);
  const cpu = ((await used()) / good) * 1_000;
  return { perSecond: good / result.duration, p99: result.latency.p99, cpu };
}
