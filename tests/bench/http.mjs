import autocannon from 'autocannon';
import pg from 'pg';
import { printTable, takeTurns, times, whole } from './measure.mjs';
import { anecdoteFromPost } from './notes.mjs';
import { createDatabase } from './postgres.mjs';
import { startCrud, startProduct } from './processes.mjs';
import { openProcessorClock } from './processor-time.mjs';

const CONNECTIONS = [1, 8, 64];
const ROUNDS = 3;
const RUN_S = 3;
const BODIES = Array.from({ length: 2_000 }, (_, index) => JSON.stringify(anecdoteFromPost(index)));
const PAGES = 50;

/** The product over HTTP beside a plain table over HTTP, on one Postgres. */
export async function benchHttp(server) {
  const product = await open(startProduct, server);
  const crud = await open(startCrud, server);
  const contenders = { product, crud };
  try {
    await takeTurns(contenders, 1, (target) => shoot(target, 64, { requests: creations }));
    await compare(
      contenders,
      'Commands a second over HTTP (POST /api/anecdotes, medians; cpu: microseconds a call, server and Postgres)',
      creations,
      201,
    );
    await even(contenders);
    await compare(
      contenders,
      'List pages a second over HTTP (20 of a page, first 50 pages; medians; cpu as above)',
      pages,
      200,
    );
  } finally {
    for (const { clock, stop } of [product, crud]) {
      await clock.close();
      await stop();
    }
  }
}

async function open(start, server) {
  const url = await createDatabase(server);
  const target = await start(url);
  return { ...target, url, clock: await openProcessorClock(url, target.pid) };
}

const creations = BODIES.map((body) => ({ method: 'POST', path: '/api/anecdotes', body }));
const pages = Array.from({ length: PAGES }, (_, index) => ({
  method: 'GET',
  path: `/api/anecdotes?page=${index + 1}&page_size=20`,
}));

async function compare(contenders, title, requests, status) {
  const rows = [];
  for (const connections of CONNECTIONS) {
    const { product, crud } = await takeTurns(contenders, ROUNDS, (target) =>
      shoot(target, connections, { requests, status }),
    );
    const cells = [product, crud].flatMap(({ perSecond, p99, cpu }) => [whole(perSecond), whole(p99), whole(cpu)]);
    rows.push([connections, ...cells, times(product.perSecond / crud.perSecond)]);
  }
  printTable(title, ['connections', 'product', 'p99 ms', 'cpu', 'crud', 'p99 ms', 'cpu', 'product/crud'], rows);
}

async function shoot({ address, token, clock }, connections, { requests, status = 201 }) {
  const used = await clock.start();
  const result = await autocannon({
    url: address,
    connections,
    duration: RUN_S,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    requests,
  });
  const good = result.statusCodeStats[status]?.count ?? 0;
  const all = Object.values(result.statusCodeStats).reduce((sum, { count }) => sum + count, 0);
  if (good < all || result.errors > 0) console.error(`  ${all - good} other answers, ${result.errors} errors`);
  const cpu = ((await used()) / good) * 1_000;
  return { perSecond: good / result.duration, p99: result.latency.p99, cpu };
}

/** Gives both the same number of rows and statistics, so that lists have the same to go through. */
async function even(contenders) {
  const counts = await Promise.all(Object.values(contenders).map(totalOf));
  const most = Math.max(...counts);
  for (const [index, target] of Object.values(contenders).entries()) {
    const missing = most - counts[index];
    if (missing > 0) await autocannon({ ...creating(target), connections: 64, amount: missing });
  }
  for (const { url } of Object.values(contenders)) {
    const client = new pg.Client(url);
    await client.connect();
    await client.query('analyze');
    await client.end();
  }
  console.log(`\nLists go through ${whole(most)} rows of one account.`);
}

function creating({ address, token }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { url: address, headers, requests: creations };
}

async function totalOf({ address, token }) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${address}/api/anecdotes?page=1&page_size=1`, { headers });
  return (await answer.json()).pagination.totalItems;
}
