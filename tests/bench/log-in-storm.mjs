import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Keeps `callers` log-ins with unknown names in flight. Posts 'ready', begins at the first message, ends at the second
 * one, and then posts how often each status was answered.
 */
const { address, callers } = workerData;
const agent = new Agent({ keepAlive: true });
const answers = new Map();
let isOver = false;

async function call(number) {
  while (!isOver) {
    const { statusCode, headers } = await logIn(`username=nobody${number}&password=not+this+one`);
    answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
    // Waits for half to one and a half times what Retry-After says.
    const wait = Number(headers['retry-after']) * (500 + Math.random() * 1_000);
    if (statusCode === 503) await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function logIn(form) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': form.length };
  const sent = request(`${address}/api/auth/login`, { method: 'POST', headers, agent });
  sent.end(form);
  const [answer] = await once(sent, 'response');
  await once(answer.resume(), 'end');
  return answer;
}

parentPort.postMessage('ready');
await once(parentPort, 'message');
parentPort.once('message', () => {
  isOver = true;
});
await Promise.all(Array.from({ length: callers }, (_, number) => call(number)));
agent.destroy();
parentPort.postMessage(answers);
