import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { connectEventStoreDb } from '@anecdotes/contracts/server/eventstoredb/connection';
import { waitForEventStoreDb } from '@anecdotes/contracts/server/eventstoredb/ready';
import { ServerCredentials } from '@grpc/grpc-js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLog } from '../support/eventstoredb/opened.ts';
import { type Security, startTestServer } from '../support/eventstoredb/server.ts';
import { newEvent, newStream } from '../support/log-events.ts';

const file = (name: string) => fileURLToPath(new URL(`../support/eventstoredb/certificates/${name}`, import.meta.url));
const option = (name: string) => encodeURIComponent(file(name));
const account = 'journal:p@ss/w?rd';
const signedIn = 'journal:p%40ss%2Fw%3Frd@';

/** A server over TLS with one account; with `asksForCertificate` it accepts only clients that present a certificate. */
async function startSecureServer(asksForCertificate = false, forbidden?: Security['forbidden']) {
  const pair = { cert_chain: readFileSync(file('node.crt')), private_key: readFileSync(file('node.key')) };
  const credentials = ServerCredentials.createSsl(readFileSync(file('ca.crt')), [pair], asksForCertificate);
  const server = await startTestServer({ security: { credentials, account, ...(forbidden && { forbidden }) } });
  onTestFinished(server.stop);
  return { server, host: `127.0.0.1:${server.port}` };
}

const append = () => ({ stream: newStream(), expectedRevision: 'no-stream' as const, events: [newEvent()] });
const unavailable = expect.objectContaining({ code: 'UNAVAILABLE' });

test('a server over TLS accepts the account of the address, whatever characters its password has', async () => {
  const warnings: string[] = [];
  const warn = ({ message }: Error) => void warnings.push(message);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  const { host } = await startSecureServer();
  const log = openLog(`esdb://${signedIn}${host}?tlsCAFile=${option('ca.crt')}`);
  expect(await log.append(append())).toMatchObject({ status: 'appended' });
  expect(await log.head()).toBeGreaterThan(0n);
  expect(warnings).toEqual([]);
});

/** The message with which a start on `address` fails; undefined if it succeeds. */
async function startOn(address: string, rights: 'read' | 'read and write' = 'read and write') {
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => printed.mockRestore());
  const connection = connectEventStoreDb(address, 'start');
  onTestFinished(() => connection.close());
  return waitForEventStoreDb(connection, address, rights).then(
    () => undefined,
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

test('a start fails with one line that names what the server refuses', async () => {
  const [open, readOnly, closed] = [
    await startSecureServer(),
    await startSecureServer(false, 'append'),
    await startSecureServer(false, 'read'),
  ];
  const before = open.server.log.events.length;
  const trusted = `tlsCAFile=${option('ca.crt')}`;
  const said = await Promise.all([
    startOn(`esdb://${open.host}?${trusted}`),
    startOn(`esdb://journal:wrong@${open.host}?${trusted}`),
    startOn(`esdb://${signedIn}${closed.host}?${trusted}`),
    startOn(`esdb://${signedIn}${readOnly.host}?${trusted}`),
    startOn(`esdb://${signedIn}${readOnly.host}?${trusted}`, 'read'),
    startOn(`esdb://${signedIn}${open.host}?${trusted}`),
  ]);
  const line = (sentence: string) => `ConfigurationError: ${sentence} Check EVENTSTORE_URL.`;
  expect(said).toEqual([
    line('EventStoreDB asks for a name and password.'),
    line('EventStoreDB does not accept this name and password.'),
    line('EventStoreDB does not let this account read all streams ($all).'),
    line('EventStoreDB does not let this account write to streams (anecdote-…).'),
    undefined,
    undefined,
  ]);
  expect(open.server.log.events).toHaveLength(before);
});

test('a start reports a certificate that cannot be verified instead of a server that does not answer', async () => {
  const { host } = await startSecureServer();
  const unverified =
    'ConfigurationError: EventStoreDB answers, but its certificate cannot be verified (SELF_SIGNED_CERT_IN_CHAIN).';
  expect(await startOn(`esdb://${signedIn}${host}`)).toContain(unverified);
  expect(await startOn(`esdb://${signedIn}${host},${host}`)).toContain(unverified);
  expect(await startOn(`esdb://${signedIn}${host}?tlsCAFile=/none.crt`)).toContain('tlsCAFile');
});

test('a wrong password, a missing password and an unknown certificate authority make calls fail', async () => {
  const { server, host } = await startSecureServer();
  const before = server.log.events.length;
  for (const address of [
    `esdb://journal:wrong@${host}?tlsCAFile=${option('ca.crt')}`,
    `esdb://${host}?tlsCAFile=${option('ca.crt')}`,
    `esdb://${signedIn}${host}`,
    `esdb://${signedIn}${host}?tls=false`,
  ]) {
    const log = openLog(address);
    await expect(log.append(append())).rejects.toEqual(unavailable);
    await expect(log.readStream(newStream())).rejects.toEqual(unavailable);
  }
  expect(server.log.events).toHaveLength(before);
});

test('a user certificate is presented to a server that asks for one', async () => {
  const { host } = await startSecureServer(true);
  const base = `esdb://${signedIn}${host}?tlsCAFile=${option('ca.crt')}`;
  await expect(openLog(base).append(append())).rejects.toEqual(unavailable);
  const log = openLog(`${base}&userCertFile=${option('user.crt')}&userKeyFile=${option('user.key')}`);
  expect(await log.append(append())).toMatchObject({ status: 'appended' });
});
