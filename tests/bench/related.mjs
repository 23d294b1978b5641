import pg from 'pg';
import { makeUpJournal } from '../support/planted-stories.ts';
import { call, fill } from './journal.mjs';
import { costOf, ms, printTable, repeat, whole } from './measure.mjs';
import { openProduct } from './processes.mjs';
import { openProcessorClock } from './processor-time.mjs';

const ANECDOTES = Number(process.env.RELATED_ANECDOTES ?? 100_000);
const FEW = 1_000;
const CASES = 200;
/** Few, because a query that reads the whole journal takes seconds. */
const QUERIES = 20;
const STORIES = 60;

/**
 * Measures suggestions for parts of stories in a long journal over HTTP, for saved and unsaved anecdotes, beside one
 * query that ranks the whole journal by shared tags and words; and how often the previous part is among the first
 * three.
 */
export async function benchRelated(server) {
  const rows = [];
  for (const anecdotes of [FEW, ANECDOTES]) {
    const product = await openProduct(server);
    const client = new pg.Client({ connectionString: product.url, application_name: 'bench' });
    try {
      await client.connect();
      rows.push([whole(anecdotes), ...(await measure(product, client, anecdotes))]);
    } finally {
      await client.end();
      await product.stop();
    }
  }
  printTable(
    `Related anecdotes, ${CASES} parts of ${STORIES} stories, one caller`,
    [
      'anecdotes',
      ...['saved', 'unsaved', 'query'].flatMap((name) => [`${name} p50 ms`, 'p95 ms', 'µs']),
      'among three',
    ],
    rows,
  );
}

async function measure(product, client, anecdotes) {
  const journal = makeUpJournal(20_261_122, { stories: STORIES, others: anecdotes });
  const ids = await fill(product, journal.length, (index) => journal[index].content);
  await client.query('vacuum analyze');
  const { rows } = await client.query('select owner from views.anecdote limit 1');
  const places = new Map(journal.map(({ story }, index) => [`${story?.number}.${story?.part}`, index]));
  const parts = [...journal.entries()].filter(([, { story }]) => story?.part > 0).slice(0, CASES);
  let found = 0;
  const askSaved = async (at) => {
    const [index, { story }] = parts[at];
    const before = ids[places.get(`${story.number}.${story.part - 1}`)];
    const answer = await ask(product, { of: ids[index] });
    if (answer.slice(0, 3).some(({ anecdote }) => anecdote.id === before)) found += 1;
  };
  const contentOf = (at) => parts[at][1].content;
  const bare = await openProcessorClock(product.url, process.pid, `application_name = 'bench'`);
  const results = [
    await repeat(parts.length, askSaved, product.clock),
    await repeat(parts.length, (at) => ask(product, given(contentOf(at))), product.clock),
    await repeat(QUERIES, (at) => queryTable(client, rows[0].owner, contentOf(at)), bare),
  ];
  await bare.close();
  const figures = results.flatMap((one) => [ms(one.p50), ms(one.p95), whole(costOf(one))]);
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

/** Queries the anecdotes that share the most tags and words, by reading the whole journal. */
function queryTable(client, owner, { description, tags }) {
  return client.query(
    `select id from views.anecdote where owner = $1
     order by cardinality(array(select unnest(tags) intersect select unnest($2::text[]))) +
       cardinality(array(select unnest(string_to_array(description, ' ')) intersect select unnest($3::text[]))) desc, at desc
     limit 5`,
    [owner, tags, description.split(' ')],
  );
}
