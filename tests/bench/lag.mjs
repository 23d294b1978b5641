import { anecdoteFromPost } from './anecdotes.mjs';
import { ms, perCall, percentiles, printTable, whole } from './measure.mjs';
import { openProduct } from './processes.mjs';

const RATE = 200;
const WARM_UP = 2 * RATE;
const SAMPLES = 5 * RATE;

/** Measures the time from a command's answer to that of a read that shows it, at a steady rate. Returns the figures. */
export async function benchLag(server) {
  const { address, token, clock, stop } = await openProduct(server);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const lags = [];
  const writeAndRead = async (index) => {
    const body = JSON.stringify(anecdoteFromPost(index));
    const made = await fetch(`${address}/api/anecdotes`, { method: 'POST', headers, body });
    const answered = performance.now();
    const { data } = await made.json();
    const read = await fetch(`${address}/api/anecdotes/${data.id}`, {
      headers: { ...headers, 'x-min-position': made.headers.get('x-log-position') },
    });
    if (read.status !== 200) throw new Error(`the read was answered with ${read.status}`);
    if (index >= WARM_UP) lags.push(performance.now() - answered);
    await read.arrayBuffer();
  };
  const used = await clock.start();
  const begin = performance.now();
  const running = [];
  for (let index = 0; index < WARM_UP + SAMPLES; index += 1) {
    const due = begin + (index * 1_000) / RATE;
    if (due > performance.now()) await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    running.push(writeAndRead(index));
  }
  await Promise.all(running);
  const { p50, p99 } = percentiles(lags);
  const { program, postgres } = perCall(await used(), WARM_UP + SAMPLES);
  printTable(
    `From answer to visible at ${RATE} commands a second`,
    ['samples', 'p50 ms', 'p99 ms', 'program µs', 'Postgres µs'],
    [[lags.length, ms(p50), ms(p99), whole(program), whole(postgres)]],
  );
  await stop();
  return [{ rate: RATE, p50, p99, program, postgres }];
}
