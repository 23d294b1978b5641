import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { anecdoteFromPost } from './anecdotes.mjs';
import { fill } from './journal.mjs';
import { costOf, delayed, ms, perCall, percentiles, printTable, times, whole } from './measure.mjs';
import { openProduct } from './processes.mjs';
import { memoryOf } from './processor-time.mjs';
import { readDuring } from './reader.mjs';

const RATE = 100;
const MEASURED_MS = 30_000;
const LOG_INS = 200;
const reads = {
  paths: Array.from({ length: 10 }, (_, index) => `/api/anecdotes?page=${1 + index}&page_size=20`),
  everyMs: 1_000 / RATE,
};

/** Measures reads at a steady rate, alone and while hundreds of concurrent log-ins keep password hashing busy. */
export async function benchLogIns(server) {
  const product = await openProduct(server);
  await fill(product, 200, anecdoteFromPost);
  await readDuring(product, reads, () => delayed(MEASURED_MS));
  const used = await product.clock.start();
  const quiet = await readDuring(product, reads, () => delayed(MEASURED_MS));
  const cost = whole(costOf(perCall(await used(), quiet.took.length)));
  const before = memoryOf(product.pid);
  // Started before the measurement, which its start would disturb.
  const callers = new Worker(new URL('log-in-storm.mjs', import.meta.url), {
    workerData: { address: product.address, callers: LOG_INS },
  });
  await once(callers, 'message');
  const stormy = await readDuring(product, reads, () => storm(callers, product.pid));
  await product.stop();

  const [alone, during] = [percentiles(quiet.took), percentiles(stormy.took)];
  const { answers, memory } = stormy.result;
  printTable(
    `List pages at ${RATE} a second, alone and during ${LOG_INS} log-ins at once`,
    ['', 'p50 ms', 'p99 ms', 'memory MB', 'processor µs'],
    [
      ['alone', ms(alone.p50), ms(alone.p99), whole(before), cost],
      ['during', ms(during.p50), ms(during.p99), whole(memory), ''],
      ['ratio', times(during.p50 / alone.p50), times(during.p99 / alone.p99), '', ''],
    ],
  );
  console.log(`  Log-ins were answered ${[...answers].map(([status, count]) => `${status}: ${count}`).join(', ')}.`);
}

/** Keeps many log-ins in flight. Returns how often each status was answered, and the program's peak memory in MB. */
async function storm(callers, pid) {
  callers.postMessage('begin');
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, memoryOf(pid));
  }, 100);
  await delayed(MEASURED_MS);
  clearInterval(watch);
  callers.postMessage('end');
  const [answers] = await once(callers, 'message');
  return { answers, memory };
}
