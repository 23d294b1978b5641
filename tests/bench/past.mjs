import { anecdoteFromPost } from './anecdotes.mjs';
import { call, fill } from './journal.mjs';
import { costOf, printTable, timed, whole } from './measure.mjs';
import { openProduct } from './processes.mjs';

const ANECDOTES = Number(process.env.PAST_ANECDOTES ?? 10_000);
const AT_ONCE = 16;

/** Measures how long folding and querying a past journal takes, by how much of it has changed since. */
export async function benchPast(server) {
  const product = await openProduct(server);
  const ids = await fill(product, ANECDOTES, anecdoteFromPost);
  const written = await positionOf(product);
  const rows = [];
  const measure = async (name, position) => {
    const used = await product.clock.start();
    const first = await timed(() => ask(product, '/api/anecdotes?page_size=50', position));
    const processor = costOf(await used());
    const again = [];
    for (const path of [
      '/api/anecdotes?page_size=50',
      '/api/anecdotes?search=lantern',
      '/api/tags',
      '/api/connections',
    ]) {
      again.push(whole(await timed(() => ask(product, path, position))));
    }
    const map = '/api/anecdotes/map?bbox=-180,-85,180,85&zoom=2';
    again.push(whole(await timed(() => ask(product, map, position))));
    rows.push([name, whole(first), whole(processor), again.join(', ')]);
  };
  await measure('nothing', written);
  await change(product, ids.slice(0, ids.length / 10));
  await measure('a tenth', before(written, 1));
  await change(product, ids);
  await measure('everything', before(written, 2));
  await measure('half was not there yet', before(written, ANECDOTES / 2));
  await product.stop();
  printTable(
    `A past journal of ${whole(ANECDOTES)} anecdotes`,
    ['changed since', 'first answer, ms', 'processor, ms', 'then list, search, tags, graph, map, ms'],
    rows,
  );
}

/** An earlier position, so that an earlier fold of the journal cannot be used again. */
function before(position, events) {
  return String(BigInt(position) - BigInt(events));
}

async function ask({ address, token }, path, position) {
  const answer = await call(address, token, `${path}${path.includes('?') ? '&' : '?'}as_of=${position}`);
  await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
}

async function positionOf({ address, token }) {
  const answer = await call(address, token, '/api/statistics');
  await answer.text();
  return answer.headers.get('x-log-position');
}

async function change({ address, token }, ids) {
  const rest = [...ids];
  const work = async () => {
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
      const body = JSON.stringify({ location: 'Another street' });
      const answer = await call(address, token, `/api/anecdotes/${id}`, { method: 'PUT', body });
      await answer.text();
      if (answer.status !== 200) throw new Error(`an edit answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
