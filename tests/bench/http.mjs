import pg from 'pg';
import { mainCalls, measureCall } from './calls.mjs';
import { openJournal } from './journal.mjs';
import { costOf, ms, printTable, runInTurns, times, whole } from './measure.mjs';
import { openServer } from './processes.mjs';

/** How many events the log holds; 10000,100000,1000000 shows whether a call costs more in a larger one. */
const SIZES = (process.env.BENCH_EVENTS ?? '10000,50000').split(',').map(Number);
const BUSY = 64;
/** Numbers of connections in the smallest log; in larger ones only the last one. */
const CONNECTIONS = [1, 8, BUSY];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 1);
/** How many anecdotes a run creates, by connections: few enough that the size of the journal hardly changes. */
const CREATIONS = { 1: 200, 8: 500, 64: 2_000 };

/**
 * Compares the product over HTTP with a CRUD server and with a bare server that does the least work for such an answer,
 * on one database. Returns the figures.
 */
export async function benchHttp(server) {
  const product = await openJournal(server, SIZES[0]);
  const client = new pg.Client({ connectionString: product.url, application_name: 'bench' });
  await client.connect();
  const [{ owner: ACCOUNT }] = (await client.query('select owner from views.anecdote limit 1')).rows;
  const open = async (file, name) => ({
    ...(await openServer(file, name, product.url, { ACCOUNT })),
    isPlain: true,
  });
  const contenders = {
    product,
    crud: await open('crud-server.mjs', 'bench crud'),
    bare: await open('bare-server.mjs', 'bench bare'),
  };
  const figures = [];
  try {
    for (const size of SIZES) {
      await product.grow(size);
      await copyRows(client);
      // Warm-up: the first calls of a program are slow.
      for (const contender of Object.values(contenders)) {
        for (const call of Object.values(mainCalls)) await measureCall(contender, call, loadOf(call, BUSY));
      }
      const rows = [];
      for (const [name, call] of Object.entries(mainCalls)) {
        for (const connections of size === SIZES[0] ? CONNECTIONS : [BUSY]) {
          const results = await runInTurns(contenders, ROUNDS, (contender) =>
            measureCall(contender, call, loadOf(call, connections)),
          );
          figures.push({ call: name, events: size, connections, ...results });
          rows.push([name, connections, ...cellsOf(results)]);
        }
      }
      printTable(
        `Calls over HTTP in a log of ${whole(size)} events (medians of ${ROUNDS} runs; processor time of a call in µs)`,
        HEADINGS,
        rows,
      );
    }
  } finally {
    await client.end();
    for (const { stop } of Object.values(contenders).toReversed()) await stop();
  }
  return figures;
}

function loadOf({ writes }, connections) {
  return { connections, ...(writes ? { amount: CREATIONS[connections] } : { seconds: SECONDS }) };
}

const HEADINGS = [
  'call',
  'connections',
  'calls/s',
  'p50 ms',
  'p99 ms',
  'program µs',
  'Postgres µs',
  'rate/CRUD',
  'processor/CRUD',
  'processor/bare',
];

function cellsOf({ product, crud, bare }) {
  return [
    whole(product.perSecond),
    ms(product.p50),
    ms(product.p99),
    whole(product.program),
    whole(product.postgres),
    times(product.perSecond / crud.perSecond),
    times(costOf(product) / costOf(crud)),
    times(costOf(product) / costOf(bare)),
  ];
}

/** Copies the rows of the views to the table of the CRUD server. */
async function copyRows(client) {
  await client.query('insert into crud.anecdote select * from views.anecdote on conflict do nothing');
  await client.query('vacuum analyze crud.anecdote');
}
