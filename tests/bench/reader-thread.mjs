import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Reads pages at a steady rate until a message arrives; then posts the milliseconds of each, counted from its due time.
 */
const { address, token, paths, everyMs } = workerData;
const options = { headers: { authorization: `Bearer ${token}` }, agent: new Agent({ keepAlive: true }) };
const took = [];
const running = [];
let isOver = false;
parentPort.once('message', () => {
  isOver = true;
});

const begin = performance.now();
for (let count = 0; !isOver; count += 1) {
  const due = begin + count * everyMs;
  if (due > performance.now()) await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
  running.push(readPage(paths[count % paths.length]).then(() => took.push(performance.now() - due)));
}
await Promise.all(running);
options.agent.destroy();
parentPort.postMessage(took);

/** Discards the answer: with `fetch`, pauses for this program's own garbage collection dominated the measured times. */
async function readPage(path) {
  const [answer] = await once(get(`${address}${path}`, options), 'response');
  if (answer.statusCode !== 200) throw new Error(`a read was answered with ${answer.statusCode}`);
  await once(answer.resume(), 'end');
}
