import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** Reads pages at a steady rate until it is told to end; tells how many milliseconds each took from when it was due. */
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

/** Keeps nothing of the answer: with `fetch` the pauses of this program's own memory were most of what was measured. */
async function readPage(path) {
  const [answer] = await once(get(`${address}${path}`, options), 'response');
  if (answer.statusCode !== 200) throw new Error(`a read was answered with ${answer.statusCode}`);
  await once(answer.resume(), 'end');
}
