import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import pg from 'pg';
import { linearChain, plantAnecdotes } from '../support/planted-anecdotes.ts';
import { anecdoteFromPost } from './anecdotes.mjs';
import { call, fill } from './journal.mjs';
import { ms, printTable, repeat, whole } from './measure.mjs';
import { openProduct } from './processes.mjs';

const SIZES = [5_000, 50_000, Number(process.env.CONNECTIONS_ANECDOTES ?? 100_000)];
const CHAIN = 12;
const CALLS = 30;

/** Measures the graph of a growing journal over HTTP, and the connections of single anecdotes in the largest one. */
export async function benchConnections(server) {
  const product = await openProduct(server);
  const client = new pg.Client({ connectionString: product.url, application_name: 'bench' });
  try {
    await client.connect();
    const [template] = await fill(product, 1, anecdoteFromPost);
    const graphs = [];
    for (const [index, size] of SIZES.entries()) {
      await plantChains(client, template, size - (SIZES[index - 1] ?? 0));
      graphs.push([whole(size), ...(await measure(product, '/api/connections', ({ ids }) => ids.length))]);
    }
    printTable(
      `The graph of a journal, ${CALLS} calls each, one caller`,
      ['linked', 'shown', 'kB', 'p50 ms', 'p95 ms', 'program µs', 'Postgres µs'],
      graphs,
    );
    const single = [];
    for (const [name, id] of Object.entries(await plantCases(client, template))) {
      const countOf = ({ parents, children }) => parents.length + children.length;
      single.push([name, ...(await measure(product, `/api/anecdotes/${id}/connections`, countOf))]);
    }
    printTable(
      `Connections of an anecdote among ${whole(SIZES.at(-1))}, ${CALLS} calls each, one caller`,
      ['anecdote', 'shown', 'kB', 'p50 ms', 'p95 ms', 'program µs', 'Postgres µs'],
      single,
    );
  } finally {
    await client.end();
    await product.stop();
  }
}

/** Inserts `count` anecdotes in chains of twelve, with the chain members that a projection would have written. */
async function plantChains(client, template, count) {
  const parents = Array.from({ length: count }, (_, index) => (index % CHAIN === 0 ? null : index - 1));
  const ids = await plantAnecdotes(client, template, parents);
  await client.query(
    `insert into views.chain_member (anecdote, owner, chain)
     select link.id, owner, link.chain from unnest($1::uuid[], $2::uuid[]) as link(id, chain)
     join views.anecdote on anecdote.id = link.chain where link.id <> link.chain`,
    [ids, ids.map((_, index) => ids[index - (index % CHAIN)])],
  );
  await client.query('vacuum analyze');
}

/** Inserts difficult cases for following links: a long chain, many children, a cycle and a missing parent. */
async function plantCases(client, template) {
  const plant = (parents) => plantAnecdotes(client, template, parents);
  const row = await plant(linearChain(1_000));
  const [wide] = await plant([null]);
  await plant(Array(10_000).fill(wide));
  const [onCycle] = await plant([999, ...linearChain(1_000).slice(1)]);
  const [orphan] = await plant([newId(), 0]);
  return {
    'end of a chain of 1,000': row.at(-1),
    'middle of a chain of 1,000': row[500],
    'with 10,000 children': wide,
    'on a cycle of 1,000': onCycle,
    'without its parent': orphan,
  };
}

async function measure({ address, token, clock }, path, countOf) {
  let text;
  const ask = async () => {
    const answer = await call(address, token, path);
    text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  };
  const { p50, p95, program, postgres } = await repeat(CALLS, ask, clock);
  const size = whole(text.length / 1_000);
  return [whole(countOf(JSON.parse(text).data)), size, ms(p50), ms(p95), whole(program), whole(postgres)];
}
