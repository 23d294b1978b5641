import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createEventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { sealEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createEventStore } from '@anecdotes/deploy/embedded/event-store';
import { rebuild } from '@anecdotes/projection-service/projection/rebuild';
import { projectors } from '@anecdotes/projection-service/read-models';
import { anecdoteFromPost } from './anecdotes.mjs';
import { call } from './journal.mjs';
import { delayed, printTable, whole } from './measure.mjs';
import { createDatabase } from './postgres.mjs';
import { startProduct } from './processes.mjs';

const EVENTS = Number(process.env.AUDIT_EVENTS ?? 20_000);
const ROUNDS = Number(process.env.AUDIT_ROUNDS ?? 3);
const ACCOUNTS = 100;
/** Number of concurrent appends; the log writes those that wait together. */
const AT_ONCE = 256;
const WRITES_A_SECOND = 50;
const METRICS_PORT = '19464';

/** Measures `audit verify` of a large log: alone, with a row changed by hand, and during writes to a program. */
export async function benchAudit(server) {
  const url = await createDatabase(server);
  const masterKey = randomBytes(32);
  const first = await startProduct(url, { masterKey });
  await first.stop();
  const seconds = await fill(url, masterKey);
  console.log(`  ${whole(EVENTS)} events written and projected in ${whole(seconds)} s`);
  const rows = [];
  const addRow = (name, { found, seconds: wall }, cells = ['', '', '']) => {
    const { eventsPerSecond, megabytes } = found.effort;
    const differing = (found.views?.tables ?? []).reduce((sum, { different }) => sum + different, 0);
    const verdict = found.isSound ? 'equal' : `${differing} rows differ`;
    const paused = whole(found.views?.heldMilliseconds ?? Number.NaN);
    const figures = [whole(wall), whole(eventsPerSecond), whole(megabytes), verdict, paused];
    rows.push([name, ...figures, ...cells, loadavg()[0].toFixed(1)]);
  };
  addRow('by itself', await verify(url, masterKey));
  const pool = createPool(url, { name: 'bench', max: 1, onError: () => {} });
  const { rows: changed } = await pool.query(
    `update views.anecdote set description = 'changed by hand'
     where id = (select id from views.anecdote order by id offset 7 limit 1) returning id`,
  );
  const altered = await verify(url, masterKey);
  const named = JSON.stringify(altered.found.views).includes(changed[0].id);
  addRow(named ? 'one row changed: named' : 'one row changed: NOT NAMED', altered);
  await pool.end();
  if (ROUNDS > 0) {
    await rebuildViews(url, masterKey);
    const product = await startProduct(url, { masterKey, given: { METRICS_PORT } });
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [outcome, cells] = await duringWrites(product, () => verify(url, masterKey));
      addRow(`verify during ${WRITES_A_SECOND} writes/s`, outcome, cells);
      const [, alone] = await duringWrites(product, () => delayed(outcome.seconds * 1_000));
      const load = loadavg()[0].toFixed(1);
      rows.push([`${WRITES_A_SECOND} writes/s alone`, whole(outcome.seconds), '', '', '', '', ...alone, load]);
    }
    await product.stop();
  }
  printTable(
    `audit verify of ${whole(EVENTS)} events; times of answers and delays of the event loop as p50/p99/max`,
    [
      '',
      'seconds',
      'events/s',
      'MiB',
      'found',
      'updates paused, ms',
      'writes, ms',
      'reads after them, ms',
      'event loop, ms',
      'load',
    ],
    rows,
  );
}

/**
 * Runs `work` while writes and reads are sent to the product. Returns its result, and the times of the answers and the
 * delays of the product's event loop meanwhile.
 */
async function duringWrites(product, work) {
  const stop = new AbortController();
  const times = { writes: [], reads: [], refused: 0 };
  await loopDelays();
  const writing = writeSteadily(product, times, stop.signal);
  const result = await work();
  stop.abort();
  await writing;
  const refused = times.refused === 0 ? '' : `, ${times.refused} refused`;
  return [result, [spread(times.writes), `${spread(times.reads)}${refused}`, await loopDelays()]];
}

/** Delays of the product's event loop since the last call. */
async function loopDelays() {
  const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  const of = (name) => new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1];
  return ['p50', 'p99', 'max'].map((name) => whole(Number(of(name)) * 1_000)).join('/');
}

async function writeSteadily({ address, token }, times, signal) {
  const pending = new Set();
  for (let index = 0; !signal.aborted; index += 1) {
    const one = writeAndRead(address, token, index, times).finally(() => pending.delete(one));
    pending.add(one);
    await delayed(1_000 / WRITES_A_SECOND);
  }
  await Promise.all(pending);
}

async function writeAndRead(address, token, index, times) {
  const begin = performance.now();
  const answer = await call(address, token, '/api/anecdotes', {
    method: 'POST',
    body: JSON.stringify(anecdoteFromPost(index)),
  });
  const { data } = await answer.json();
  const written = performance.now();
  times.writes.push(written - begin);
  const read = await call(address, token, `/api/anecdotes/${data.id}`, {
    headers: { 'x-min-position': answer.headers.get('x-log-position') },
  });
  await read.text();
  if (read.status !== 200) times.refused += 1;
  times.reads.push(performance.now() - written);
}

function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => whole(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return `${at(0.5)}/${at(0.99)}/${at(1)}`;
}

async function verify(url, masterKey) {
  const program = fileURLToPath(import.meta.resolve('@anecdotes/deploy/audit/main'));
  const child = spawn(process.execPath, [...flags(), program, 'verify', '--json'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      MASTER_KEY: masterKey.toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const begin = performance.now();
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await once(child, 'close');
  return { found: JSON.parse(output), seconds: (performance.now() - begin) / 1_000 };
}

/** The flags with which `npm run audit` starts Node, and those in AUDIT_NODE_FLAGS. */
function flags() {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const own = (process.env.AUDIT_NODE_FLAGS ?? '').split(' ');
  return [...scripts.audit.split(' '), ...own].filter((word) => word.startsWith('--'));
}

/** Half of the events create an anecdote, the others edit it. Returns the seconds that writing and projecting took. */
async function fill(url, masterKey) {
  const begin = performance.now();
  const pool = createPool(url, { name: 'bench', max: 2, onError: () => {} });
  const keys = createEventKeys(pool, masterKey);
  const store = createEventStore(url);
  const accounts = Array.from({ length: ACCOUNTS }, () => newId());
  for (const account of accounts) await keys.create(account);
  let next = 0;
  const work = async () => {
    for (let index = next++; index < EVENTS / 2; index = next++)
      await append(store, keys, accounts[index % ACCOUNTS], index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await store.close();
  await pool.end();
  await rebuildViews(url, masterKey);
  return (performance.now() - begin) / 1_000;
}

async function append(store, keys, owner, index) {
  const id = newId();
  const stream = `anecdote-${id}`;
  const content = { ...anecdoteFromPost(index), owner };
  content.coordinates.address = null;
  const seal = (type, data) => sealEvent(stream, { type, data }, { id: newId(), metadata: metadataOf(owner) }, keys);
  const events = [
    await seal('AnecdoteCreated', { ...content, connected_to: null }),
    await seal('AnecdoteEdited', { ...content, description: `${content.description}, changed` }),
  ];
  const result = await store.append({ owner: id, stream, expectedRevision: 'no-stream', events });
  if (result.status !== 'appended') throw new Error('an append was refused');
}

function metadataOf(subject) {
  const command = randomUUID();
  return {
    schema_version: 2,
    command_id: command,
    correlation_id: command,
    causation_id: command,
    actor: { account_id: subject, kind: 'person' },
    origin: { channel: 'web' },
    at: new Date().toISOString(),
    subject,
  };
}

async function rebuildViews(url, masterKey) {
  const pool = createPool(url, { name: 'bench', max: 3, onError: () => {} });
  const source = createEventStore(url);
  const keys = createEventKeys(pool, masterKey);
  await rebuild({ pool, source, keys, projectors }, new AbortController().signal);
  await source.close();
  await pool.end();
}
