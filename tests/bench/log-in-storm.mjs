import { parentPort, workerData } from 'node:worker_threads';

/** Keeps `callers` log-ins of nobody under way until it is told to end; tells how often each status was answered. */
const { address, callers } = workerData;
const answers = new Map();
let isOver = false;
parentPort.once('message', () => {
  isOver = true;
});

async function call(number) {
  while (!isOver) {
    const body = new URLSearchParams({ username: `nobody${number}`, password: 'not this one' });
    const answer = await fetch(`${address}/api/auth/login`, { method: 'POST', body });
    await answer.arrayBuffer();
    answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
    // Whoever is told when to come again does, more or less.
    const wait = Number(answer.headers.get('retry-after')) * (500 + Math.random() * 1_000);
    if (answer.status === 503) await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

await Promise.all(Array.from({ length: callers }, (_, number) => call(number)));
parentPort.postMessage(answers);
