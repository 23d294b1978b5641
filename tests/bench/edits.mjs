import { ms, percentiles, printTable, times, whole } from './measure.mjs';
import { createDatabase } from './postgres.mjs';
import { startProduct } from './processes.mjs';
import { memoryOf } from './processor-time.mjs';

const EDITS = 10_000;
const SAMPLES = 50;
const CHARACTERS = 20_000;

/** Measures how long an edit of an anecdote of 20,000 characters takes, when it is new and after 10,000 edits. */
export async function benchEdits(server) {
  const url = await createDatabase(server);
  let product = await startProduct(url);
  const call = async (method, path, body) => {
    const answer = await fetch(`${product.address}/api/anecdotes${path}`, {
      method,
      headers: { authorization: `Bearer ${product.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    return (await answer.json()).data;
  };
  const textOf = (index) => `${index} `.padEnd(CHARACTERS, 'lorem ipsum dolor ');
  const edit = async (id, index) => {
    const begin = performance.now();
    await call('PUT', `/${id}`, { description: textOf(index) });
    return performance.now() - begin;
  };
  const other = await call('POST', '', { description: textOf(0) });
  for (let index = 1; index <= 2 * SAMPLES; index += 1) await edit(other.id, index);

  const { id } = await call('POST', '', { description: textOf(0) });
  const durations = [];
  for (let index = 1; index <= EDITS; index += 1) durations.push(await edit(id, index));
  const memory = memoryOf(product.pid);
  const { masterKey } = product;
  await product.stop();
  product = await startProduct(url, { masterKey });
  // Warm-up: the program itself is slow with the first calls after its start.
  const short = await call('POST', '', { description: textOf(0) });
  for (let index = 1; index <= SAMPLES; index += 1) await edit(short.id, index);
  const restarted = await edit(id, EDITS + 1);
  const first = percentiles(durations.slice(0, SAMPLES)).p50;
  const last = percentiles(durations.slice(-SAMPLES)).p50;
  printTable(
    `An edit of ${whole(CHARACTERS)} characters, of one anecdote that is edited ${whole(EDITS)} times`,
    [`first ${SAMPLES}, p50 ms`, `last ${SAMPLES}, p50 ms`, 'last/first', 'after a restart, ms', 'memory MB'],
    [[ms(first), ms(last), times(last / first), ms(restarted), whole(memory)]],
  );
  await product.stop();
}
