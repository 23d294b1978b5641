import pg from 'pg';
import { anecdoteFromPost } from './anecdotes.mjs';
import { call, fill } from './journal.mjs';
import { costOf, ms, printTable, repeat, whole } from './measure.mjs';
import { openProduct } from './processes.mjs';
import { openProcessorClock } from './processor-time.mjs';

const ANECDOTES = Number(process.env.MAP_ANECDOTES ?? 100_000);
/** How many copies of the rows of the larger journal are in the database, as those of other people. */
const OTHERS = Number(process.env.MAP_OTHERS ?? 0);
const FEW = 100;
const CALLS = 60;
const ZOOMS = [0, 4, 8, 12, 16];
/** The size of a large browser window, in pixels. */
const [WIDTH, HEIGHT] = [1_440, 900];

/** The tag matches 27 % of the anecdotes, the year 18 %, the rare word hardly any and the common one 61 %. */
const FILTERS = {
  tag: 'tags=city',
  year: 'date_from=2022-01-01&date_to=2022-12-31',
  'rare word': 'search=4242',
  'common word': 'search=lantern',
};

/** Towns around which anecdotes are, most around the first ones; one anecdote in ten is anywhere. */
const TOWNS = [
  [47.3769, 8.5417],
  [46.948, 7.4474],
  [52.52, 13.405],
  [40.7128, -74.006],
  [-17.7134, 178.065],
  [-33.8688, 151.2093],
];

/** Compares the map call over HTTP at several zooms with plain queries of the table, for few and for many anecdotes. */
export async function benchMap(server) {
  const rows = [];
  for (const anecdotes of [FEW, ANECDOTES]) {
    const product = await openProduct(server);
    const client = new pg.Client({ connectionString: product.url, application_name: 'bench' });
    try {
      await fill(product, anecdotes, (index) => ({ ...anecdoteFromPost(index), coordinates: place(index) }));
      await client.connect();
      const bare = await openProcessorClock(product.url, process.pid, `application_name = 'bench'`);
      if (anecdotes === ANECDOTES && OTHERS > 0) await addOthers(client);
      await client.query('vacuum analyze');
      for (const zoom of ZOOMS) rows.push([whole(anecdotes), ...(await measure({ ...product, bare }, client, zoom))]);
      await bare.close();
    } finally {
      await client.end();
      await product.stop();
    }
  }
  printTable(
    `The map call, ${CALLS} viewports of ${WIDTH} x ${HEIGHT} a zoom, one caller: p50 / p95 in ms, processor time in µs; ` +
      `the larger journal is one of ${OTHERS + 1} in its database`,
    ['anecdotes', 'zoom', 'shown', 'whole', ...Object.keys(FILTERS), 'query'],
    rows,
  );
}

/** The coordinates of anecdote `index`: around a town, mostly close to it, or anywhere. */
function place(index) {
  const random = (step) => (((index + 1) * step) % 1_000_003) / 1_000_003;
  if (index % 10 === 0) return { lat: random(7_919) * 140 - 70, lng: random(104_729) * 360 - 180 };
  const [lat, lng] = TOWNS[Math.floor(random(1_299_709) ** 2 * TOWNS.length)] ?? TOWNS[0];
  const [distance, angle] = [random(15_485_863) ** 3 * 0.3, random(32_452_843) * 2 * Math.PI];
  return { lat: lat + distance * Math.sin(angle), lng: lng + distance * Math.cos(angle) };
}

/** Inserts the rows of OTHERS other people, without what a search would find, because that takes long to index. */
async function addOthers(client) {
  const other = (column) => `md5(${column}::text || n)::uuid`;
  const own = {
    anecdote: { id: other('id'), owner: other('owner'), search_text: `''` },
    tag_use: { anecdote: other('anecdote'), owner: other('owner') },
    place_use: { anecdote: other('anecdote'), owner: other('owner') },
  };
  for (const [table, changed] of Object.entries(own)) {
    const { rows } = await client.query(
      `select column_name as name from information_schema.columns
       where table_schema = 'views' and table_name = $1 order by ordinal_position`,
      [table],
    );
    const columns = rows.map(({ name }) => changed[name] ?? `"${name}"`).join(', ');
    await client.query(
      `insert into views.${table} select ${columns} from views.${table} cross join generate_series(1, ${OTHERS}) as n`,
    );
  }
}

async function measure({ address, token, clock, bare }, client, zoom) {
  const { rows } = await client.query(`select owner from views.anecdote where search_text <> '' limit 1`);
  let shown = 0;
  const ask = async (index, query) => {
    const { west, south, east, north } = viewport(index, zoom);
    const path = `/api/anecdotes/map?bbox=${[west, south, east, north].join(',')}&zoom=${zoom}&${query}`;
    const { success, data, error } = await (await call(address, token, path)).json();
    if (!success) throw new Error(`the map was refused: ${error.code}`);
    return data;
  };
  const count = async (index) => {
    const data = await ask(index, '');
    shown += data.points?.length ?? data.cells.length;
  };
  const results = [await repeat(CALLS, count, clock)];
  for (const query of Object.values(FILTERS)) results.push(await repeat(CALLS, (index) => ask(index, query), clock));
  results.push(await repeat(CALLS, (index) => queryTable(client, rows[0].owner, viewport(index, zoom), zoom), bare));
  const cells = results.map((one) => `${ms(one.p50)} / ${ms(one.p95)}, ${whole(costOf(one))}`);
  return [zoom, whole(shown / CALLS), ...cells];
}

/** A viewport around a town, a little different for each index. */
function viewport(index, zoom) {
  const [lat, lng] = TOWNS[index % TOWNS.length];
  const degrees = 360 / 256 / 2 ** zoom;
  const [width, height] = [WIDTH * degrees, HEIGHT * degrees * Math.cos((lat * Math.PI) / 180)];
  const moved = ((index % 7) - 3) / 10;
  const limit = (value, most) => Math.max(-most, Math.min(most, value));
  if (width >= 360)
    return { west: -180, south: limit(lat - height / 2, 90), east: 180, north: limit(lat + height / 2, 90) };
  const wrap = (value) => ((((value + 180) % 360) + 360) % 360) - 180;
  const middle = lng + moved * width;
  return {
    west: wrap(middle - width / 2),
    south: limit(lat - height / 2, 90),
    east: wrap(middle + width / 2),
    north: limit(lat + height / 2, 90),
  };
}

/**
 * Queries totals, bounds and legend of the journal, and the cells of the viewport, from the table of anecdotes alone.
 */
async function queryTable(client, owner, { west, south, east, north }, zoom) {
  await client.query(
    `select count(*), count(lat), min(lat), max(lat), min(lng), max(lng) from views.anecdote where owner = $1`,
    [owner],
  );
  await client.query(
    `select tags[1], count(*) from views.anecdote where owner = $1 and lat is not null group by 1 order by 2 desc limit 50`,
    [owner],
  );
  await client.query(
    `select floor((lng + 180) / 360 * $6::float8), floor(ln(tan(radians(45 + least(85, greatest(-85, lat)) / 2))) / 6.283 * $6::float8),
       count(*), avg(lat), avg(lng), min(lat), max(lat), min(lng), max(lng), mode() within group (order by tags[1])
     from views.anecdote
     where owner = $1 and lat between $3::float8 and $5::float8
       and case when $2::float8 <= $4::float8 then lng between $2 and $4 else lng >= $2 or lng <= $4 end
     group by 1, 2`,
    [owner, west, south, east, north, 2 ** (zoom + 2)],
  );
}
