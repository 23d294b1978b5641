import pg from 'pg';
import { plantStories } from '../support/planted-stories.ts';
import { call, fill, timed } from './journal.mjs';
import { ms, percentiles, printTable, whole } from './measure.mjs';
import { createDatabase } from './postgres.mjs';
import { startProduct } from './processes.mjs';

const NOTES = Number(process.env.RELATED_NOTES ?? 100_000);
const FEW = 1_000;
const CASES = 200;
/** Reading a whole journal takes seconds. */
const QUERIES = 20;
const STORIES = 60;

/**
 * Suggestions for parts of stories in a long journal over HTTP, for saved ones and for what is not saved yet, beside one
 * query that ranks the whole journal by shared tags and words; and how often the part before is among the first three.
 */
export async function benchRelated(server) {
  const rows = [];
  for (const notes of [FEW, NOTES]) {
    const url = await createDatabase(server);
    const product = await startProduct(url);
    const client = new pg.Client(url);
    try {
      await client.connect();
      rows.push([whole(notes), ...(await measure(product, client, notes))]);
    } finally {
      await client.end();
      await product.stop();
    }
  }
  printTable(
    `Related anecdotes, ${CASES} parts of ${STORIES} stories, one caller`,
    [
      'notes',
      'saved p50 ms',
      'saved p95 ms',
      'unsaved p50 ms',
      'unsaved p95 ms',
      'query p50 ms',
      'query p95 ms',
      'among three',
    ],
    rows,
  );
}

async function measure(product, client, notes) {
  const journal = plantStories(20_261_122, { stories: STORIES, others: notes });
  const ids = await fill(product, journal.length, (index) => journal[index].content);
  await client.query('vacuum analyze');
  const { rows } = await client.query('select owner from views.anecdote limit 1');
  const places = new Map(journal.map(({ story }, index) => [`${story?.number}.${story?.part}`, index]));
  const [saved, unsaved, queried] = [[], [], []];
  let found = 0;
  const parts = [...journal.entries()].filter(([, { story }]) => story?.part > 0).slice(0, CASES);
  for (const [index, { content, story }] of parts) {
    const before = ids[places.get(`${story.number}.${story.part - 1}`)];
    let answer;
    saved.push(await timed(async () => (answer = await ask(product, { of: ids[index] }))));
    unsaved.push(await timed(() => ask(product, given(content))));
    if (queried.length < QUERIES) queried.push(await timed(() => askTable(client, rows[0].owner, content)));
    if (answer.slice(0, 3).some(({ anecdote }) => anecdote.id === before)) found += 1;
  }
  const figures = [saved, unsaved, queried].map(percentiles).flatMap(({ p50, p95 }) => [ms(p50), ms(p95)]);
  return [...figures, `${Math.round((100 * found) / parts.length)} %`];
}

async function ask({ address, token }, parameters) {
  const answer = await call(address, token, `/api/anecdotes/related?${new URLSearchParams(parameters)}`);
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  return (await answer.json()).data;
}

function given({ description, tags, timestamp, coordinates }) {
  const near = coordinates ? `${coordinates.lat},${coordinates.lng}` : '';
  return { text: description.slice(0, 500), tags: tags.join(','), at: timestamp, near };
}

/** The anecdotes that share most tags and words, by reading the whole journal. */
function askTable(client, owner, { description, tags }) {
  return client.query(
    `select id from views.anecdote where owner = $1
     order by cardinality(array(select unnest(tags) intersect select unnest($2::text[]))) +
       cardinality(array(select unnest(string_to_array(description, ' ')) intersect select unnest($3::text[]))) desc, at desc
     limit 5`,
    [owner, tags, description.split(' ')],
  );
}
