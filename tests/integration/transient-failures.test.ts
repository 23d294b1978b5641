import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { type AccountId, streams } from '@anecdotes/contracts';
import { createEventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import type { Projection } from '@anecdotes/projection-service/projection/projection';
import { runProjection } from '@anecdotes/projection-service/projection/run';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { asSuperuser, createTestDatabase } from '../support/database.ts';
import { created, createReadSide, newAccountId, newAnecdoteId, type ReadSide } from '../support/projection.ts';

let side: ReadSide;
const ann: AccountId = newAccountId();

beforeEach(async () => {
  side = await createReadSide();
  for (const description of ['one', 'two']) {
    await side.record(streams.anecdote(newAnecdoteId()), ann, created(ann, { description }));
  }
});

afterEach(() => side.close());

/** Runs the projection until it has failed twice; returns the codes (or else the messages) of its errors. */
async function failTwice(projection: Projection): Promise<string[]> {
  const errors: string[] = [];
  const stop = new AbortController();
  await runProjection(projection, {
    target: 'live',
    signal: stop.signal,
    onError(error) {
      const { code, message } = error as { code?: string; message: string };
      errors.push(code ?? message);
      if (errors.length === 2) stop.abort();
    },
  });
  return errors;
}

async function expectNothingParked(): Promise<void> {
  expect((await side.pool.query('select stream, error from projection.quarantine')).rows).toEqual([]);
  await side.caughtUp();
  expect((await side.pool.query('select description from views.anecdote order by 1')).rows).toEqual([
    { description: 'one' },
    { description: 'two' },
  ]);
}

/** The address of a server that calls `serve` with each connection. */
async function serverThat(serve: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const certificate = (name: string) =>
  readFileSync(new URL(`../support/eventstoredb/certificates/${name}`, import.meta.url));

/** Accepts TLS as Postgres does, with a certificate that nobody trusts. */
function showUntrusted(socket: Socket): void {
  socket.once('data', () => {
    socket.write('S');
    const secureContext = createSecureContext({ cert: certificate('node.crt'), key: certificate('node.key') });
    new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {});
  });
}

async function fullDatabase(): Promise<string> {
  const url = await createTestDatabase();
  const admin = new pg.Client(asSuperuser(url));
  await admin.connect();
  await admin.query(`alter database ${new URL(url).pathname.slice(1)} connection limit 0`);
  await admin.end();
  return url;
}

/** Why the vault cannot be used, the expected error, and the address of such a vault. */
const troubles: [trouble: string, code: RegExp, vault: () => Promise<string>][] = [
  ['its host name cannot be resolved', /ENOTFOUND|EAI_AGAIN/, async () => 'postgres://vault.invalid/vault'],
  ['it refuses the connection', /ECONNREFUSED/, async () => 'postgres://127.0.0.1:1/vault'],
  [
    'its certificate is not trusted',
    /CERT|SIGNATURE/,
    async () => `postgres://${await serverThat(showUntrusted)}/vault?ssl=true`,
  ],
  [
    'it ends the connection',
    /ECONNRESET|Connection terminated/,
    async () => `postgres://${await serverThat((socket) => socket.resetAndDestroy())}/vault`,
  ],
  ['it does not answer', /timeout/, async () => `postgres://${await serverThat(() => {})}/vault`],
  ['its connection limit is reached', /53300/, fullDatabase],
  ['it has no tables yet', /42P01/, createTestDatabase],
];

test.each(troubles)('while the vault cannot be asked because %s, no event is parked', async (_trouble, code, vault) => {
  const pool = createPool(await vault(), { name: 'vault', max: 2, onError() {} });
  onTestFinished(() => pool.end());
  const keys = createEventKeys(pool, new Uint8Array(32));
  const errors = await failTwice({ ...side.projection, keys });
  for (const error of errors) expect(error).toMatch(code);
  await expectNothingParked();
});

test('while the tables of the views are locked, no event is parked', async () => {
  const other = new pg.Client(side.url);
  await other.connect();
  await other.query('begin; lock table views.anecdote');
  expect(await failTwice(side.projection)).toEqual(['55P03', '55P03']);
  await other.end();
  await expectNothingParked();
});
