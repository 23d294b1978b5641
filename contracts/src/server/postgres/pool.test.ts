import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { probeDatabase } from './pool.ts';

const certificates = new URL('../../../../tests/support/eventstoredb/certificates/', import.meta.url);
const file = (name: string) => readFileSync(new URL(name, certificates));

/** Listens, and handles each connection after its first message. Returns an address with sslmode=verify-full. */
async function startServer(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => socket.on('error', () => {}).once('data', () => answer(socket)));
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `postgres://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}/db?sslmode=verify-full`;
}

test('a database whose TLS fails is reported with the reason', async () => {
  const withTls = await startServer((socket) => {
    socket.write('S');
    new TLSSocket(socket, { isServer: true, key: file('node.key'), cert: file('node.crt') }).on('error', () => {});
  });
  expect(await probeDatabase(withTls)).toBe(
    'The database answers, but its certificate cannot be verified (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
  );
  expect(await probeDatabase(`${withTls}&sslrootcert=/missing.crt`)).toBe(
    'A file that sslrootcert, sslcert or sslkey names cannot be read',
  );
  const withoutTls = await startServer((socket) => void socket.end('N'));
  expect(await probeDatabase(withoutTls)).toBe('The database answers, but does not offer TLS');
});

test('a database that refuses the connection is not reported as one that cannot be reached', async () => {
  const refusing = await startServer((socket) => {
    const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options', '', ''].join('\0');
    const length = Buffer.alloc(4);
    length.writeInt32BE(length.length + fields.length);
    socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]));
  });
  expect(await probeDatabase(refusing.replace('verify-full', 'disable'))).toBe(
    'The database answers, but with an error (08P01)',
  );
});
