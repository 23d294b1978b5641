import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ServerCredentials } from '@grpc/grpc-js';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from '../support/eventstoredb/opened.ts';
import { startTestServer } from '../support/eventstoredb/server.ts';
import { newEvent, newStream } from '../support/log-events.ts';

const file = (name: string) => fileURLToPath(new URL(`../support/eventstoredb/certificates/${name}`, import.meta.url));
const option = (name: string) => encodeURIComponent(file(name));
const account = 'journal:p@ss/w?rd';
const signedIn = 'journal:p%40ss%2Fw%3Frd@';

/** A server over TLS with one account; with `asksForCertificate` only for clients that show one. */
async function startSecureServer(asksForCertificate = false) {
  const pair = { cert_chain: readFileSync(file('node.crt')), private_key: readFileSync(file('node.key')) };
  const credentials = ServerCredentials.createSsl(readFileSync(file('ca.crt')), [pair], asksForCertificate);
  const server = await startTestServer({ security: { credentials, account } });
  onTestFinished(server.stop);
  return { server, host: `127.0.0.1:${server.port}` };
}

const append = () => ({ stream: newStream(), expectedRevision: 'no-stream' as const, events: [newEvent()] });
const unavailable = expect.objectContaining({ code: 'UNAVAILABLE' });

test('a server over TLS takes the account of the address, whatever characters its password has', async () => {
  const { host } = await startSecureServer();
  const log = openLog(`esdb://${signedIn}${host}?tlsCAFile=${option('ca.crt')}`);
  expect(await log.append(append())).toMatchObject({ status: 'appended' });
  expect(await log.head()).toBeGreaterThan(0n);
});

test('a wrong password, no password and an unknown authority are refused, never taken for success', async () => {
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

test('a user certificate is shown to a server that asks for one', async () => {
  const { host } = await startSecureServer(true);
  const base = `esdb://${signedIn}${host}?tlsCAFile=${option('ca.crt')}`;
  await expect(openLog(base).append(append())).rejects.toEqual(unavailable);
  const log = openLog(`${base}&userCertFile=${option('user.crt')}&userKeyFile=${option('user.key')}`);
  expect(await log.append(append())).toMatchObject({ status: 'appended' });
});
