import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { Worker } from 'node:worker_threads';
import { anecdoteFromPost } from './anecdotes.mjs';
import { costOf, ms, ofOne, percentiles, printTable, times, whole } from './measure.mjs';
import { openProduct } from './processes.mjs';
import { memoryOf } from './processor-time.mjs';

const RATE = 100;
const SAMPLES = 30 * RATE;
const LOG_INS = 200;

/** Reads at a steady rate, alone and while hundreds of log-ins at once keep the hashing of passwords busy. */
export async function benchLogIns(server) {
  const { address, token, pid, clock, stop } = await openProduct(server);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let index = 0; index < 200; index += 1) {
    await fetch(`${address}/api/anecdotes`, { method: 'POST', headers, body: JSON.stringify(anecdoteFromPost(index)) });
  }
  await read(address, headers);
  const used = await clock.start();
  const alone = percentiles(await read(address, headers));
  const cost = whole(costOf(ofOne(await used(), SAMPLES)));
  const before = memoryOf(pid);

  // In a thread of its own, so that the times of the reads are not those of the storm's.
  const storm = new Worker(new URL('log-in-storm.mjs', import.meta.url), { workerData: { address, callers: LOG_INS } });
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 100);
  const stormy = percentiles(await read(address, headers));
  storm.postMessage('end');
  const [answers] = await once(storm, 'message');
  clearInterval(watch);
  await stop();

  printTable(
    `List pages at ${RATE} a second, alone and beside ${LOG_INS} log-ins at once`,
    ['', 'p50 ms', 'p99 ms', 'memory MB', 'processor µs'],
    [
      ['alone', ms(alone.p50), ms(alone.p99), whole(before), cost],
      ['beside', ms(stormy.p50), ms(stormy.p99), whole(most), ''],
      ['ratio', times(stormy.p50 / alone.p50), times(stormy.p99 / alone.p99), '', ''],
    ],
  );
  console.log(`  Log-ins were answered ${[...answers].map(([status, count]) => `${status}: ${count}`).join(', ')}.`);
}

/** How long each of `SAMPLES` list pages took, in milliseconds, from when it was due. */
async function read(address, headers) {
  const agent = new Agent({ keepAlive: true });
  const took = [];
  const begin = performance.now();
  const running = [];
  for (let index = 0; index < SAMPLES; index += 1) {
    const due = begin + (index * 1_000) / RATE;
    if (due > performance.now()) await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    const page = readPage(`${address}/api/anecdotes?page=${1 + (index % 10)}&page_size=20`, { headers, agent });
    running.push(page.then(() => took.push(performance.now() - due)));
  }
  await Promise.all(running);
  agent.destroy();
  return took;
}

/** Reads without keeping anything: with `fetch` the pauses of this program's own memory were most of what was measured. */
async function readPage(url, options) {
  const [answer] = await once(get(url, options), 'response');
  if (answer.statusCode !== 200) throw new Error(`a read was answered with ${answer.statusCode}`);
  await once(answer.resume(), 'end');
}
