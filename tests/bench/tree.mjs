import pg from 'pg';
import { mainCalls } from './calls.mjs';
import { costOf, delayed, ms, printTable, takeTurns, times, whole } from './measure.mjs';
import { openProduct } from './processes.mjs';
import { shoot } from './shoot.mjs';

const CONNECTIONS = [1, 8, 64];
const ROUNDS = Number(process.env.TREE_ROUNDS ?? 5);
const SECONDS = 3;
/** A program that was busy looks for new events every ten seconds. */
const SETTLE_MS = 25_000;

/** What the tree of the log costs commands: two programs that take turns, one of which finds no tree to keep. */
export async function benchTree(server) {
  const contenders = { tree: await open(server), none: await open(server) };
  await contenders.none.database.query('alter table projection.tree rename to hidden');
  const creations = await mainCalls.create.requests();
  const run = (connections) => (target) => shoot(target, creations, { connections, seconds: SECONDS });
  try {
    await takeTurns(contenders, 1, run(64));
    const rows = [];
    for (const connections of CONNECTIONS) {
      const { tree, none } = await takeTurns(contenders, ROUNDS, run(connections));
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
    await compareGrowth(contenders);
  } finally {
    for (const { database, stop } of Object.values(contenders)) {
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
  const [withTree, without] = (await Promise.all(used.map((tell) => tell()))).map(costOf);
  const added = (await leaves()) - before;
  const { rows } = await tree.database.query('select position from log.head');
  console.log(
    `  ${whole(added)} of ${whole(rows[0].position)} events added to the tree in the ${SETTLE_MS / 1_000} s after: ` +
      `${whole(((withTree - without) / added) * 1_000)} us of processor time each`,
  );
}

async function open(server) {
  const product = await openProduct(server);
  const database = new pg.Client({ connectionString: product.url, application_name: 'bench' });
  await database.connect();
  return { ...product, database };
}
