import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

/**
 * A lower bound for the cost of the product's answers on this machine: a server of Node.js without framework, tokens or
 * checks, that does only what each call needs. `/healthz` is answered at once, a list with one statement whose JSON
 * Postgres makes, and a creation with one insert into a log that keeps no order. It reads the table of crud-server.mjs.
 */
const { DATABASE_URL, ACCOUNT } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
pool.on('error', () => {});
await pool.query(`create schema bare; create table bare.event (position bigint generated always as identity primary key,
  stream text not null, event_id uuid not null unique, type text not null, data json not null)`);

const page = {
  name: 'page',
  text: `select json_build_object('data', coalesce(json_agg(a), '[]'))::text as body from (
    select id, description, at, time_zone, tags, location, lat, lng, connected_to, created_at, updated_at, revision
    from crud.anecdote where owner = $1 order by at desc, id desc limit $2 offset $3) as a`,
};
const append = {
  name: 'append',
  text: 'insert into bare.event (stream, event_id, type, data) values ($1, $2, $3, $4)',
};

async function answer(request) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (pathname === '/healthz') return { status: 200, body: '{"status":"ok"}' };
  if (request.method === 'POST') {
    const id = randomUUID();
    await pool.query({ ...append, values: [`anecdote-${id}`, id, 'AnecdoteCreated', await textOf(request)] });
    return { status: 201, body: `{"data":{"id":"${id}"}}` };
  }
  const size = Number(searchParams.get('page_size'));
  const first = (Number(searchParams.get('page')) - 1) * size;
  const { rows } = await pool.query({ ...page, values: [ACCOUNT, size, first] });
  return { status: 200, body: rows[0].body };
}

async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const server = createServer((request, response) => {
  void answer(request).then(({ status, body }) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${server.address().port}`, token: '' }));
});
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => void pool.end());
});
