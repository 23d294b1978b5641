import pg from 'pg';
import { anecdoteFromPost } from './anecdotes.mjs';
import { delayed } from './measure.mjs';
import { openProduct } from './processes.mjs';

const BATCH = 500;
const CHAIN = 12;

/**
 * Starts a product with a journal of `size` anecdotes, as `openProduct` does. `ids` are those of the anecdotes, `chain`
 * is the id of the last of a chain of twelve, and `settle` waits until everything that was written can be read.
 */
export async function openJournal(server, size, options) {
  const product = await openProduct(server, options);
  const ids = [];
  const grow = async (to) => {
    const first = ids.length;
    for (const id of await fill(product, to - first, (index) => anecdoteFromPost(first + index))) ids.push(id);
    await tidyUp(product.url);
  };
  await grow(size);
  const chain = await writeChain(product);
  const settle = async () => readable(product, await writeOne(product));
  return { ...product, ids, chain, grow, settle };
}

/** Writes `count` anecdotes, `anecdoteOf(index)` each, and waits until they can be read. Returns their ids. */
export async function fill(product, count, anecdoteOf) {
  const ids = [];
  let position = '0';
  for (let first = 0; first < count; first += BATCH) {
    const length = Math.min(BATCH, count - first);
    const anecdotes = Array.from({ length }, (_, index) => anecdoteOf(first + index));
    const answer = await post(product, '/api/anecdotes/batch', { anecdotes });
    const { data } = await answer.json();
    if (answer.status !== 200 || !data.every(({ success }) => success)) throw new Error('an anecdote was refused');
    for (const item of data) ids.push(item.data.id);
    position = answer.headers.get('x-log-position');
  }
  await readable(product, position);
  return ids;
}

export function call(address, token, path, { headers, ...init } = {}) {
  const own = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(`${address}${path}`, { ...init, headers: { ...own, ...headers } });
}

async function writeChain(product) {
  let last = null;
  for (let index = 0; index < CHAIN; index += 1) {
    const answer = await post(product, '/api/anecdotes', { description: `Part ${index}`, connected_to: last });
    last = (await answer.json()).data.id;
    if (index === CHAIN - 1) await readable(product, answer.headers.get('x-log-position'));
  }
  return last;
}

async function writeOne(product) {
  const answer = await post(product, '/api/anecdotes', { description: 'The last one' });
  await answer.arrayBuffer();
  return answer.headers.get('x-log-position');
}

/** Returns when everything up to `position` can be read. */
async function readable({ address, token }, position) {
  const headers = { 'x-min-position': position };
  for (let status = 0; status !== 200; ) {
    const answer = await call(address, token, '/api/anecdotes?page_size=1', { headers });
    await answer.arrayBuffer();
    ({ status } = answer);
  }
}

function post({ address, token }, path, body) {
  return call(address, token, path, { method: 'POST', body: JSON.stringify(body) });
}

/** Vacuums the database, and waits until the tree of the log, which grows when the program is idle, has all events. */
export async function tidyUp(url) {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  await client.query('vacuum analyze');
  const behind = 'select from log.head left join projection.tree on tree.position >= head.position where tree is null';
  while ((await client.query(behind)).rowCount > 0) await delayed(500);
  await client.end();
}
