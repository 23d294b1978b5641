import { randomBytes } from 'node:crypto';
import { newMember } from '../support/local-mails.ts';
import { ms, percentiles, printTable } from './measure.mjs';
import { createDatabase } from './postgres.mjs';
import { startProduct } from './processes.mjs';

const CALLS = 40;
const ITEMS = 500;
const CHARACTERS = 8_000;
const AT_ONCE = 4;
const OTHER_EVERY_MS = 100;
const LIMIT_MS = 400_000;

/** Measures 40 calls of the batch route with 4 MB of random text each, and another account's commands meanwhile. */
export async function benchLargeBatches(server) {
  const product = await startProduct(await createDatabase(server));
  try {
    await measure(product);
  } finally {
    await product.stop();
  }
}

async function measure({ address, token }) {
  const other = await registerMember(address);
  const before = percentiles(await writeUntil(address, other, delay(5_000)));
  const reasons = new Map();
  const begun = performance.now();

  let next = 0;
  let lastPosition = 0n;
  const writing = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < CALLS) {
        next += 1;
        const position = await writeBatch(address, token);
        if (position > lastPosition) lastPosition = position;
      }
    }),
  );
  const ended = new AbortController();
  const watching = watchHealth(address, begun, reasons, ended.signal);
  const during = percentiles(await writeUntil(address, other, writing));
  const written = performance.now();
  const shown = waitUntilShown(address, token, lastPosition);
  const after = percentiles(await writeUntil(address, other, shown));
  const caughtUp = performance.now();
  const last = await waitUntilSound(address);
  ended.abort();
  await watching;

  printTable(
    `${CALLS} batches of ${((ITEMS * CHARACTERS) / 1e6).toFixed(1)} MB of random text, ${AT_ONCE} at once`,
    ['', 'figure'],
    [
      ['written in s', ((written - begun) / 1_000).toFixed(1)],
      ['shown after the last answer, s', ((caughtUp - written) / 1_000).toFixed(1)],
      ['health ok after the last answer, s', ((last - written) / 1_000).toFixed(1)],
      ['commands of another account before, p50 / p99 ms', `${ms(before.p50)} / ${ms(before.p99)}`],
      ['commands of another account during, p50 / p99 ms', `${ms(during.p50)} / ${ms(during.p99)}`],
      ['commands of another account until shown, p50 / p99 ms', `${ms(after.p50)} / ${ms(after.p99)}`],
    ],
  );
  printTable(
    'Reasons that /readyz gave during the run',
    ['reason', 'from s', 'to s'],
    [...reasons].map(([reason, { from, to }]) => [reason, from.toFixed(0), to.toFixed(0)]),
  );
}

async function registerMember(address) {
  const password = 'quiet river 12';
  await newMember(address, 'bench', password);
  const login = new URLSearchParams({ username: 'bench', password });
  const answer = await fetch(`${address}/api/auth/token`, { method: 'POST', body: login });
  return (await answer.json()).access_token;
}

async function writeBatch(address, token) {
  const anecdotes = Array.from({ length: ITEMS }, () => ({
    description: randomBytes(CHARACTERS * 0.75).toString('base64url'),
  }));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ anecdotes });
  for (;;) {
    const answer = await fetch(`${address}/api/anecdotes/batch`, { method: 'POST', headers, body });
    const text = await answer.text();
    if (answer.status === 200) return BigInt(answer.headers.get('x-log-position'));
    if (answer.status !== 503 && answer.status !== 429)
      throw new Error(`batch: ${answer.status} ${text.slice(0, 300)}`);
    await delay(1_000 * Number(answer.headers.get('retry-after') ?? 1));
  }
}

/** Creates an anecdote every 100 ms until `end`; returns how long each took, in milliseconds. */
async function writeUntil(address, token, end) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const times = [];
  const running = [];
  let isOver = false;
  const ending = end.then(() => {
    isOver = true;
  });
  for (let number = 0; !isOver; number += 1) {
    const started = performance.now();
    const body = JSON.stringify({ description: `Other ${number}` });
    running.push(
      fetch(`${address}/api/anecdotes`, { method: 'POST', headers, body }).then(async (answer) => {
        await answer.arrayBuffer();
        if (answer.status !== 201) console.log(`a command of the other account was answered ${answer.status}`);
        times.push(performance.now() - started);
      }),
    );
    await delay(OTHER_EVERY_MS);
  }
  await Promise.all([ending, ...running]);
  return times;
}

async function waitUntilShown(address, token, position) {
  const headers = { authorization: `Bearer ${token}`, 'x-min-position': String(position) };
  const end = performance.now() + LIMIT_MS;
  while (performance.now() < end) {
    const answer = await fetch(`${address}/api/tags/stats`, { headers });
    await answer.arrayBuffer();
    if (answer.status === 200) return;
  }
  throw new Error('the views do not keep up');
}

async function waitUntilSound(address) {
  for (;;) {
    const { status } = await (await fetch(`${address}/readyz`)).json();
    if (status === 'ok') return performance.now();
    await delay(100);
  }
}

async function watchHealth(address, begun, reasons, signal) {
  while (!signal.aborted) {
    const { reasons: found = [] } = await (await fetch(`${address}/readyz`)).json();
    const now = (performance.now() - begun) / 1_000;
    for (const reason of found.length > 0 ? found : ['ok']) {
      const words = reason.replaceAll(/\d+/g, 'N');
      reasons.set(words, { from: reasons.get(words)?.from ?? now, to: now });
    }
    await delay(500);
  }
}

function delay(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
