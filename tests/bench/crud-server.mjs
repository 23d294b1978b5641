import { randomUUID } from 'node:crypto';
import { CreateAnecdote } from '@anecdotes/contracts';
import { createSigningKeys } from '@anecdotes/contracts/server/auth/signing-keys';
import { createTokenSigner, createTokenVerifier, newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { searchColumns } from '@anecdotes/projection-service/anecdotes/search-text';
import { anecdoteTable } from '@anecdotes/projection-service/anecdotes/table';
import { createStatement } from '@anecdotes/projection-service/projection/table';
import fastify from 'fastify';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

/**
 * The CRUD server that the product is compared with: one table that is updated in place, with the columns and indexes
 * of the product's view, in the same database, with the same checks of token and body, for the account ACCOUNT. The
 * product finds words and tags by separate tables; here two more indexes on the one table do that.
 */
const { DATABASE_URL, ACCOUNT: account } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20, options: '-c TimeZone=UTC' });
pool.on('error', () => {});
await pool.query(`create schema crud; ${createStatement(anecdoteTable, 'crud')} ${anecdoteTable.indexes('crud')}
  create index on crud.anecdote using gin (owner, left(search_text, 2000) gin_trgm_ops);
  create index on crud.anecdote using gin (owner, tags);`);
const db = new Kysely({ dialect: new PostgresDialect({ pool }) }).withSchema('crud');

const signingKeys = createSigningKeys(newSigningKey());
const token = await createTokenSigner(signingKeys, 3_600).sign(account, randomUUID());
const verify = createTokenVerifier(signingKeys);

const app = fastify();
app.setValidatorCompiler(({ schema }) => (input) => {
  const result = schema.safeParse(input);
  return result.success ? { value: result.data } : { error: result.error };
});
app.addHook('onRequest', async (request) => {
  if (request.url === '/healthz') return;
  const { account: owner } = await verify(request.headers.authorization?.slice('Bearer '.length) ?? '');
  request.owner = owner;
});

app.get('/healthz', async () => ({ status: 'ok' }));

app.post('/api/anecdotes', { schema: { body: CreateAnecdote } }, async (request, reply) => {
  const row = await db
    .insertInto('anecdote')
    .values(rowOf(request.body, request.owner))
    .returningAll()
    .executeTakeFirstOrThrow();
  return reply.code(201).send({ success: true, data: viewOf(row), error: null, timestamp: new Date().toISOString() });
});

app.get('/api/anecdotes', async (request) => {
  const page = Number(request.query.page ?? 1);
  const size = Number(request.query.page_size ?? 20);
  const own = db.selectFrom('anecdote').where('owner', '=', request.owner);
  const [rows, { count }] = await Promise.all([
    own
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    own.select(sql`count(*)`.as('count')).executeTakeFirstOrThrow(),
  ]);
  const pagination = { currentPage: page, pageSize: size, totalItems: Number(count) };
  return { success: true, data: rows.map(viewOf), error: null, timestamp: new Date().toISOString(), pagination };
});

function rowOf(anecdote, owner) {
  const { tags = [], location = null, coordinates = null, time_zone = 'UTC' } = anecdote;
  const now = new Date();
  return {
    id: newId(),
    owner,
    description: anecdote.description,
    at: anecdote.timestamp ?? now,
    time_zone,
    tags,
    location,
    lat: coordinates?.lat ?? null,
    lng: coordinates?.lng ?? null,
    address: coordinates?.address ?? null,
    connected_to: anecdote.connected_to ?? null,
    same_here: [],
    created_at: now,
    updated_at: now,
    revision: 0,
    ...searchColumns({ description: anecdote.description, tags, location, coordinates }),
  };
}

function viewOf({
  owner: _owner,
  search_text: _text,
  search_address: _searched,
  at,
  lat,
  lng,
  address,
  same_here,
  ...row
}) {
  const coordinates = lat === null ? null : { lat, lng, address };
  return { ...row, timestamp: at, coordinates, reaction_count: same_here.length, user_reacted: false };
}

const address = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ address, token }));
process.on('SIGTERM', () => {
  void app.close().then(() => pool.end());
});
