import autocannon from 'autocannon';
import pg from 'pg';
import { delayed, printTable, takeTurns, times, whole } from './measure.mjs';
import { anecdoteFromPost } from './notes.mjs';
import { createDatabase } from './postgres.mjs';
import { startProduct } from './processes.mjs';
import { openProcessorClock } from './processor-time.mjs';

const CONNECTIONS = [1, 8, 64];
const ROUNDS = Number(process.env.TREE_ROUNDS ?? 5);
const RUN_S = 3;
/** A program that was busy looks for new events every ten seconds. */
const SETTLE_MS = 25_000;
const BODIES = Array.from({ length: 2_000 }, (_, index) => JSON.stringify(anecdoteFromPost(index)));
const creations = BODIES.map((body) => ({ method: 'POST', path: '/api/anecdotes', body }));

/** What the tree of the log costs commands: two programs that take turns, one of which finds no tree to keep. */
export async function benchTree(server) {
  const contenders = { tree: await open(server), none: await open(server) };
  await contenders.none.database.query('alter table projection.tree rename to hidden');
  try {
    await takeTurns(contenders, 1, (target) => shoot(target, 64));
    const rows = [];
    for (const connections of CONNECTIONS) {
      const { tree, none } = await takeTurns(contenders, ROUNDS, (target) => shoot(target, connections));
      const cells = [tree, none].flatMap(({ perSecond, p99, cpu }) => [whole(perSecond), whole(p99), whole(cpu)]);
      rows.push([connections, ...cells, times(tree.perSecond / none.perSecond), times(tree.cpu / none.cpu)]);
    }
    const of = (name) => [name, 'p99 ms', 'cpu us'];
    printTable(
      'Commands a second with the tree of the log and without (POST /api/anecdotes, medians)',
      ['connections', ...of('tree'), ...of('none'), 'tree/none', 'cpu tree/none'],
      rows,
    );
    await compareGrowth(contenders);
  } finally {
    for (const { clock, database, stop } of Object.values(contenders)) {
      await clock.close();
      await database.end();
      await stop();
    }
  }
}

/** What it costs to add to the tree what was written while the program was busy. */
async function compareGrowth({ tree, none }) {
  const leaves = async () => Number((await tree.database.query('select size from projection.tree')).rows[0].size);
  const before = await leaves();
  const used = await Promise.all([tree, none].map(({ clock }) => clock.start()));
  await delayed(SETTLE_MS);
  const [withTree, without] = await Promise.all(used.map((tell) => tell()));
  const added = (await leaves()) - before;
  const { rows } = await tree.database.query('select position from log.head');
  console.log(
    `  ${whole(added)} of ${whole(rows[0].position)} events added to the tree in the ${SETTLE_MS / 1_000} s after: ` +
      `${whole(((withTree - without) / added) * 1_000)} us of processor time each`,
  );
}

async function open(server) {
  const url = await createDatabase(server);
  const product = await startProduct(url);
  const database = new pg.Client(url);
  await database.connect();
  return { ...product, database, clock: await openProcessorClock(url, product.pid) };
}

async function shoot({ address, token, clock }, connections) {
  const used = await clock.start();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const result = await autocannon({ url: address, connections, duration: RUN_S, headers, requests: creations });
  const good = result['2xx'];
  if (result.non2xx > 0 || result.errors > 0)
    console.error(`  ${result.non2xx} other answers, ${result.errors} errors`);
  const cpu = ((await used()) / good) * 1_000;
  return { perSecond: good / result.duration, p99: result.latency.p99, cpu };
}
