import pg from 'pg';
import { mainCalls } from './calls.mjs';
import { costOf, delayed, ms, printTable, runInTurns, times, whole } from './measure.mjs';
import { openProduct } from './processes.mjs';
import { sendRequests } from './shoot.mjs';

const CONNECTIONS = [1, 8, 64];
const ROUNDS = Number(process.env.TREE_ROUNDS ?? 5);
const SECONDS = 3;
/** Long enough for the tree to grow: a program that was busy looks for new events every ten seconds. */
const SETTLE_MS = 12_000;

/** Measures what the tree of the log costs commands: two programs in turns, one of which has no table for a tree. */
export async function benchTree(server) {
  const contenders = { tree: await open(server), none: await open(server) };
  await contenders.none.database.query('alter table projection.tree rename to hidden');
  const creations = await mainCalls.create.requests();
  const run = (connections) => (target) => sendRequests(target, creations, { connections, seconds: SECONDS });
  try {
    await runInTurns(contenders, 1, run(64));
    const rows = [];
    for (const connections of CONNECTIONS) {
      const { tree, none } = await runInTurns(contenders, ROUNDS, run(connections));
      const cells = [tree, none].flatMap((one) => [whole(one.perSecond), ms(one.p99), whole(costOf(one))]);
      const ratios = [times(tree.perSecond / none.perSecond), times(costOf(tree) / costOf(none))];
      rows.push([connections, ...cells, ...ratios]);
    }
    const of = (name) => [name, 'p99 ms', 'cpu us'];
    printTable(
      'Commands a second with the tree of the log and without (POST /api/anecdotes, medians)',
      ['connections', ...of('tree'), ...of('none'), 'tree/none', 'cpu tree/none'],
      rows,
    );
    await compareGrowth(contenders, creations);
  } finally {
    for (const { database, stop } of Object.values(contenders)) {
      await database.end();
      await stop();
    }
  }
}

/** Measures the cost of a command together with that of the tree, which grows later, when the program is idle. */
async function compareGrowth(contenders, creations) {
  const settle = () => delayed(SETTLE_MS);
  const { tree, none } = await runInTurns(contenders, ROUNDS, (target) =>
    sendRequests(target, creations, { connections: 64, seconds: SECONDS, settle }),
  );
  const sizeOf = 'select size, (select position from log.head) as events from projection.tree';
  const [{ size, events }] = (await contenders.tree.database.query(sizeOf)).rows;
  console.log(
    `  with the ${SETTLE_MS / 1_000} s after, at 64 connections: ${whole(costOf(tree))} us of processor time a command ` +
      `with the tree, ${whole(costOf(none))} without; the tree has ${whole(size)} of ${whole(events)} events`,
  );
}

async function open(server) {
  const product = await openProduct(server);
  const database = new pg.Client({ connectionString: product.url, application_name: 'bench' });
  await database.connect();
  return { ...product, database };
}
