import { once } from 'node:events';
import { get } from 'node:http';
import { crc32, createDeflateRaw } from 'node:zlib';
import pg from 'pg';
import yauzl from 'yauzl';
import { newMember } from '../support/local-mails.ts';
import { anecdoteFromPost } from './anecdotes.mjs';
import { fill, tidyUp } from './journal.mjs';
import { costOf, delayed, percentiles, printTable, whole } from './measure.mjs';
import { openProduct } from './processes.mjs';
import { memoryOf } from './processor-time.mjs';
import { readDuring } from './reader.mjs';

const ANECDOTES = Number(process.env.EXPORT_ANECDOTES ?? 10_000);
const ROUNDS = 3;
const PASSWORD = 'quiet river 12';
const lists = { paths: ['/api/anecdotes?page_size=20'], everyMs: 20 };
const QUIET_MS = 8_000;
const COLUMNS = `id, description, at, time_zone, tags, location, lat, lng, address, connected_to, same_here, created_at,
  updated_at`;

/** Compares an export with one plain statement for the same rows and with bare compression of the same bytes. */
export async function benchExport(server) {
  const product = await openProduct(server);
  const other = await anotherPerson(product.address);
  await fill(other, 500, anecdoteFromPost);
  await fill(product, ANECDOTES, (index) => ({ ...anecdoteFromPost(index), time_zone: zones[index % zones.length] }));
  await tidyUp(product.url);
  // The log-in may be too long ago for an export; a key is enough.
  product.token = await readingKey(product);
  await read(product);

  const runs = [];
  const quiet = await readDuring(other, lists, () => delayed(QUIET_MS));
  const busy = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const statement = await plainStatement(product.url);
    const alone = await exported(product);
    const deflated = await deflate(alone.files);
    const { took, result: duringReads } = await readDuring(other, lists, () => exported(product));
    busy.push(...took);
    runs.push({ statement, alone, deflated, duringReads });
  }
  await product.stop();

  const middle = (of) => runs.map(of).toSorted((one, another) => one - another)[Math.floor(ROUNDS / 2)];
  const statement = middle((run) => run.statement);
  const row = (name, milliseconds, more = '') => [
    name,
    whole(milliseconds),
    (milliseconds / statement).toFixed(1),
    more,
  ];
  const { bytes, unpacked } = runs[0].alone;
  printTable(
    `An export of ${whole(ANECDOTES)} anecdotes: ${mb(bytes)} MB, ${mb(unpacked)} MB unpacked`,
    ['', 'ms', 'of the statement', ''],
    [
      row('one plain statement for the rows', statement),
      row(
        'bare compression of the three large files',
        middle((run) => run.deflated),
      ),
      row(
        'the export',
        middle((run) => run.alone.took),
        `processor ${whole(middle((run) => run.alone.processor))} ms`,
      ),
      row(
        'until its first byte',
        middle((run) => run.alone.began),
      ),
      row(
        'the export while lists are read',
        middle((run) => run.duringReads.took),
      ),
    ],
  );
  const [before, during] = [percentiles(quiet.took), percentiles(busy)];
  printTable(
    "Another person's lists and memory",
    ['', 'quiet', 'during an export'],
    [
      ['p50 ms', before.p50.toFixed(1), during.p50.toFixed(1)],
      ['p99 ms', before.p99.toFixed(1), during.p99.toFixed(1)],
      [
        'more memory at most, MB',
        '',
        whole(Math.max(...runs.flatMap((run) => [run.alone.memory, run.duringReads.memory]))),
      ],
    ],
  );
}

const zones = ['Europe/Berlin', 'Asia/Kathmandu', 'America/New_York'];
const mb = (bytes) => (bytes / 1e6).toFixed(1);

async function anotherPerson(address) {
  await newMember(address, 'bench', PASSWORD);
  const form = new URLSearchParams({ username: 'bench', password: PASSWORD });
  const answer = await fetch(`${address}/api/auth/token`, { method: 'POST', body: form });
  return { address, token: (await answer.json()).access_token };
}

/** Reads the rows with one plain statement. Returns the milliseconds that it took. */
async function plainStatement(url) {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  const { rows } = await client.query('select owner from views.anecdote group by owner order by count(*) desc limit 1');
  const begin = performance.now();
  const found = await client.query(`select ${COLUMNS} from views.anecdote where owner = $1 order by at, id`, [
    rows[0].owner,
  ]);
  const took = performance.now() - begin;
  await client.end();
  if (found.rows.length !== ANECDOTES) throw new Error(`the statement found ${found.rows.length}`);
  return took;
}

async function readingKey({ address, token }) {
  const answer = await fetch(`${address}/api/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', scopes: ['read'] }),
  });
  return (await answer.json()).data.key;
}

async function exported(product) {
  const before = memoryOf(product.pid);
  const used = await product.clock.start();
  let memory = 0;
  const watching = setInterval(() => {
    memory = Math.max(memory, memoryOf(product.pid) - before);
  }, 20);
  const { archive, took, began } = await read(product);
  clearInterval(watching);
  const processor = costOf(await used());
  const { files, unpacked, count } = await unpack(archive);
  if (count !== ANECDOTES + 3) throw new Error(`the archive has ${count} files`);
  return { took, began, processor, memory, bytes: archive.length, files, unpacked };
}

async function read({ address, token }) {
  const begin = performance.now();
  const [answer] = await once(
    get(`${address}/api/export`, { headers: { authorization: `Bearer ${token}` } }),
    'response',
  );
  if (answer.statusCode !== 200) throw new Error(`an export answered ${answer.statusCode}`);
  const chunks = [];
  let began;
  for await (const chunk of answer) {
    began ??= performance.now() - begin;
    chunks.push(chunk);
  }
  return { archive: Buffer.concat(chunks), took: performance.now() - begin, began };
}

/** The files of an archive outside of folders (the large ones), its unpacked size and the number of its entries. */
async function unpack(archive) {
  const zip = await yauzl.fromBufferPromise(archive);
  const files = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (entry.fileName.includes('/')) continue;
    files.push(Buffer.concat(await Array.fromAsync(await zip.openReadStreamPromise(entry))));
  }
  return { files, unpacked, count: zip.entryCount };
}

async function deflate(files) {
  const begin = performance.now();
  for (const file of files) {
    const stream = createDeflateRaw({ level: 1 });
    crc32(file);
    stream.end(file);
    stream.resume();
    await once(stream, 'end');
  }
  return performance.now() - begin;
}
