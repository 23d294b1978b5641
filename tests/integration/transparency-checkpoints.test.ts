import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import { createShortages } from '@anecdotes/contracts/server/postgres/shortage';
import { checkpointKeysOf, witnessesOf } from '@anecdotes/contracts/server/transparency/checkpoint-keys';
import { newSignerKey, openNote, verifierKeyText } from '@anecdotes/contracts/server/transparency/signed-note';
import { checkProof } from '@anecdotes/deploy/verify-proof/check-proof';
import { healthRoutes } from '@anecdotes/projection-service/operator-routes';
import type { RunningProjection } from '@anecdotes/projection-service/projection/start';
import { keepCheckpoint, keptCheckpoints } from '@anecdotes/projection-service/transparency/checkpoint-destinations';
import { publishCheckpoint } from '@anecdotes/projection-service/transparency/checkpoints';
import { proveEvent } from '@anecdotes/projection-service/transparency/event-proof';
import { LogNotContinued } from '@anecdotes/projection-service/transparency/log-not-continued';
import { keepTransparent } from '@anecdotes/projection-service/transparency/start';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { eventsAfter } from '../support/log-events.ts';
import { expectSoon } from '../support/quiet-machine.ts';
import {
  closeShared,
  fill,
  flipped,
  logInMemory,
  newFolder,
  newKeys,
  publish,
  refill,
  verified,
} from '../support/transparent-log.ts';
import { startWitness } from '../support/witness.ts';

// As on a disk that has none, such as exFAT.
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  link: () => Promise.reject(Object.assign(new Error('no hard links'), { code: 'EPERM' })),
}));

const keys = newKeys();

afterAll(closeShared);

test('a checkpoint that was changed, or signed with another key, is named and vouches for nothing', async () => {
  const log = await logInMemory();
  const folder = newFolder();
  await fill(log, 2);
  const { note } = await publish(log, keys, folder);
  const [file, bytes] = ['000000000002.checkpoint', Buffer.from(note)];
  for (let at = 0; at < bytes.length; at += 1) {
    writeFileSync(join(folder, file), flipped(bytes, at));
    expect(await keptCheckpoints(folder, keys.verifiers), `byte ${at}`).toEqual([{ file, fault: expect.any(String) }]);
  }
  expect(await verified(log, keys, folder)).toMatchObject({ isSound: false, checkpoints: { sound: 0 } });
  writeFileSync(join(folder, file), bytes);
  expect((await verified(log, keys, folder)).isSound).toBe(true);
  expect((await verified(log, newKeys(), folder)).isSound).toBe(false);
});

test('after a change of keys, both old and new checkpoints are valid', async () => {
  const log = await logInMemory();
  const folder = newFolder();
  await fill(log, 2);
  await publish(log, keys, folder);
  const { verifier } = keys.signer;
  const changed = checkpointKeysOf(`${newSignerKey(verifier.name)}\n${verifierKeyText(verifier)}\n`) ?? keys;
  await publish(log, changed, folder);
  await fill(log, 1);
  await publish(log, changed, folder);
  expect(readdirSync(folder).sort()).toEqual([
    '000000000002-1.checkpoint',
    '000000000002.checkpoint',
    '000000000003.checkpoint',
  ]);
  expect(await verified(log, changed, folder)).toMatchObject({ isSound: true, checkpoints: { sound: 3 } });
});

test('a log restored from an older backup continues with a key of another name', async () => {
  const [log, restored] = [await logInMemory(), await logInMemory()];
  await fill(log, 5);
  await publish(log, keys, newFolder());
  await refill(restored, (await eventsAfter(log.source, 0n)).slice(0, 3));
  await expect(publish(restored, keys, newFolder())).rejects.toThrow(LogNotContinued);
  const [others, folder] = [newKeys(), newFolder()];
  expect(await publish(restored, others, folder)).toMatchObject({ size: 3 });
  await fill(restored, 4);
  const [, , third] = await eventsAfter(restored.source, 0n);
  const proof = third && (await proveEvent({ ...restored, keys: others }, third));
  expect(checkProof(Buffer.from(proof ?? ''))).toMatchObject({ number: 3n, of: 3n });
  expect(await verified(restored, others, folder)).toMatchObject({ isSound: true, checkpoints: { sound: 1 } });
});

test('a checkpoint is sent to a folder, a command and a URL, and each failing destination is named', async () => {
  const log = await logInMemory();
  await fill(log, 1);
  const posted: string[] = [];
  const server = createServer((request, response) => {
    request.on('data', (chunk) => posted.push(String(chunk)));
    request.on('end', () => response.writeHead(posted.length > 1 ? 500 : 204).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const folder = newFolder();
  const command = `cat > '${join(folder, 'by-command')}'`;
  const destinations = { folder, command, url };
  const { note, failures } = await publishCheckpoint({ ...log, keys, destinations });
  expect(failures).toEqual([]);
  expect(readFileSync(join(folder, '000000000001.checkpoint'), 'utf8')).toBe(note);
  expect(readFileSync(join(folder, 'by-command'), 'utf8')).toBe(note);
  expect(posted).toEqual([note]);

  const file = join(newFolder(), 'a-file');
  writeFileSync(file, '');
  const failing = await publishCheckpoint({ ...log, keys, destinations: { folder: file, command: 'exit 3', url } });
  server.close();
  expect(failing.note).toBe(note);
  expect(failing.failures).toEqual([
    expect.stringMatching(/^A checkpoint of the log could not be kept at CHECKPOINT_DIR \(E\w+\)\.$/),
    'A checkpoint of the log could not be kept at CHECKPOINT_COMMAND (exit code 3).',
    'A checkpoint of the log could not be kept at CHECKPOINT_URL (status 500).',
  ]);
  expect((await publishCheckpoint({ ...log, keys, destinations: { command: 'kill $$' } })).failures).toEqual([
    'A checkpoint of the log could not be kept at CHECKPOINT_COMMAND (ended by SIGTERM).',
  ]);
  // By now nothing listens there.
  expect((await publishCheckpoint({ ...log, keys, destinations: { url } })).failures).toEqual([
    'A checkpoint of the log could not be kept at CHECKPOINT_URL (ECONNREFUSED).',
  ]);
});

test('the name and password in CHECKPOINT_URL are sent as a basic authorization', async () => {
  const logins: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    logins.push(headers.authorization);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { signal } = new AbortController();
  for (const login of ['auditor:p%40ss@', 'auditor:100%@', ':token@', '']) {
    expect(await keepCheckpoint('note\n', 1, { url: `http://${login}127.0.0.1:${port}/` }, signal)).toEqual([]);
  }
  const known = ['auditor:p@ss', 'auditor:100%', ':token'].map((login) => `Basic ${btoa(login)}`);
  expect(logins).toEqual([...known, undefined]);
});

test('checkpoints of different trees of one size that are kept at the same time get a file each, on disks without hard links too', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, '000000000002-3.checkpoint.new'), 'the draft of a process that was killed');
  const notes = Array.from({ length: 10 }, (_, tree) => `tree ${tree}\n`);
  const { signal } = new AbortController();
  const keep = () => Promise.all(notes.map((note) => keepCheckpoint(note, 2, { folder }, signal)));
  expect((await keep()).flat()).toEqual([]);
  const kept = () => readdirSync(folder).filter((name) => name.endsWith('.checkpoint'));
  expect(
    kept()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .sort(),
  ).toEqual(notes);
  expect((await keep()).flat()).toEqual([]);
  expect(kept()).toHaveLength(notes.length);
});

test('a failure to keep checkpoints makes the service degraded, and a restart tries again at once', async () => {
  const log = await logInMemory();
  await fill(log, 2);
  const file = join(newFolder(), 'a-file');
  writeFileSync(file, '');
  const incidents: string[] = [];
  const onIncident = (sentence: string) => void incidents.push(sentence);
  const keep = (folder: string) => {
    const kept = keepTransparent({ ...log, keys, destinations: { folder }, onIncident }, () => {}, { growEvery: 5 });
    onTestFinished(kept.stop);
    return kept;
  };
  const failing = keep(file);
  await vi.waitFor(() => expect(failing.troubles()).toHaveLength(1), 60_000);
  expect(incidents).toEqual(failing.troubles());

  const app = createHttpServer({ logger: false });
  onTestFinished(() => app.close());
  const health = { status: 'ok', reasons: [] } as unknown as ReturnType<RunningProjection['health']>;
  healthRoutes(app, { ...failing, readers: log.pool, shortages: createShortages(), health: () => health });
  expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'degraded', reasons: incidents });
  await failing.stop();

  const folder = newFolder();
  const again = keep(folder);
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual(['000000000002.checkpoint']), 60_000);
  expect(again.troubles()).toEqual([]);
  await again.stop();

  await log.pool.query(`update projection.checkpoint set size = 3, note = replace(note, E'\n2\n', E'\n3\n')`);
  await log.pool.query(`update projection.checkpoint set made_at = made_at - interval '25 hours'`);
  const refusing = keep(newFolder());
  await vi.waitFor(() => expect(refusing.troubles()).toHaveLength(1), 60_000);
  expect(refusing.troubles()[0]).toMatch(/^The log does not continue its checkpoint of 3 events/);
});

test('the name and password in the address of a witness are sent as a basic authorization', async () => {
  const log = await logInMemory();
  await fill(log, 1);
  const asked: unknown[] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push([url, headers.authorization]);
    response.writeHead(403).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { key } = await startWitness('witness.example/w1', keys.verifiers);
  const witnesses = witnessesOf(`${key} http://log:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}/w/`);
  await publishCheckpoint({ ...log, keys, destinations: { witnesses } });
  expect(asked).toEqual([['/w/add-checkpoint', `Basic ${btoa('log:p@ss')}`]]);
});

test('an answer of a witness that does not end is not read to its end', async () => {
  const log = await logInMemory();
  await fill(log, 1);
  const server = createServer((_request, response) => void response.writeHead(403).write('no\n'.repeat(10_000)));
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { key } = await startWitness('witness.example/w1', keys.verifiers);
  const witnesses = witnessesOf(`${key} http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect((await publishCheckpoint({ ...log, keys, destinations: { witnesses } })).failures).toEqual([
    'The witness witness.example/w1 has not cosigned a checkpoint of the log (status 403).',
  ]);
});

test('stopping does not wait for a slow destination, reports no failure, and a restart tries again at once', async () => {
  const log = await logInMemory();
  await fill(log, 1);
  const folder = newFolder();
  const incidents: string[] = [];
  const onIncident = (sentence: string) => void incidents.push(sentence);
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { key } = await startWitness('witness.example/w1', keys.verifiers);
  const slow = [{ command: 'exec sleep 600' }, { url }, { witnesses: witnessesOf(`${key} ${url}`) }];
  for (const [index, destination] of slow.entries()) {
    const begun = 'command' in destination ? undefined : once(server, 'request');
    const destinations = { folder: join(folder, String(index)), ...destination };
    const kept = keepTransparent({ ...log, keys, destinations, onIncident }, () => {}, { growEvery: 5 });
    onTestFinished(kept.stop);
    await (begun ?? vi.waitFor(() => expect(readdirSync(join(folder, '0'))).toHaveLength(1), 60_000));
    const before = performance.now();
    await kept.stop();
    expectSoon(before, 4_000);
  }
  expect(incidents).toEqual([]);
});

test('a checkpoint that was made while the clock was a year ahead does not postpone the next one', async () => {
  const log = await logInMemory();
  await fill(log, 1);
  await publishCheckpoint({ ...log, keys, destinations: {} });
  await log.pool.query(`update projection.checkpoint set made_at = now() + interval '1 year'`);
  const folder = newFolder();
  const kept = keepTransparent({ ...log, keys, destinations: { folder } }, () => {}, { growEvery: 5 });
  onTestFinished(kept.stop);
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual(['000000000001.checkpoint']), 60_000);
});

test('a witness cosigns each checkpoint that continues the previous one, and an unreachable witness is named', async () => {
  const log = await logInMemory();
  const witness = await startWitness('witness.example/w1', keys.verifiers);
  const away = await startWitness('witness.example/w2', keys.verifiers);
  const [one] = witnessesOf(`${witness.key} ${witness.url}`) ?? [];
  const [other] = witnessesOf(`${away.key} http://127.0.0.1:1/`) ?? [];
  if (one === undefined || other === undefined) throw new Error('the witnesses are not read');
  const folder = newFolder();
  for (const count of [3, 5]) {
    await fill(log, count);
    const { note, failures } = await publishCheckpoint({
      ...log,
      keys,
      destinations: { folder, witnesses: [one, other] },
    });
    expect(openNote(note, [one.key]).signedBy).toEqual([one.key]);
    expect(failures).toEqual(['The witness witness.example/w2 has not cosigned a checkpoint of the log (no answer).']);
  }
  expect(witness.asked).toEqual([0, 0, 3]);
  expect(await verified(log, keys, folder)).toMatchObject({ isSound: true, checkpoints: { sound: 2 } });
});

test.each([2, 3, 4])('a witness that knows another log of 3 events than this one of %i is reported', async (count) => {
  const witness = await startWitness('witness.example/w1', keys.verifiers);
  const destinations = { witnesses: witnessesOf(`${witness.key} ${witness.url}`) };
  const failuresOf = async (events: number) => {
    const log = await logInMemory();
    await fill(log, events);
    return (await publishCheckpoint({ ...log, keys, destinations })).failures;
  };
  expect(await failuresOf(3)).toEqual([]);
  expect(await failuresOf(count)).toEqual([
    'The witness witness.example/w1 has not cosigned a checkpoint of the log (it knows a log that this one does not continue).',
  ]);
});
