import { sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountId, type CommandId, type EventId, emptyContent, streams } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { openEvents, sealEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import { createRegistry } from '@anecdotes/contracts/server/http/metrics';
import { createShortages } from '@anecdotes/contracts/server/postgres/shortage';
import { openCheckpoint } from '@anecdotes/contracts/server/transparency/checkpoint';
import { checkpointKeysOf, witnessesOf } from '@anecdotes/contracts/server/transparency/checkpoint-keys';
import {
  createGrowingTree,
  EMPTY_ROOT,
  isConsistent,
  leafHash,
  sha256,
} from '@anecdotes/contracts/server/transparency/merkle-tree';
import {
  cosignedText,
  newSignerKey,
  openNote,
  type SignerKey,
  signatureLine,
  signerKeyOf,
  verifierKeyText,
} from '@anecdotes/contracts/server/transparency/signed-note';
import { entriesOf } from '@anecdotes/contracts/server/transparency/tiles';
import { copyLog } from '@anecdotes/deploy/log-copy/copy';
import { checkExport } from '@anecdotes/deploy/transparency/check-export';
import { exportLog } from '@anecdotes/deploy/transparency/export-log';
import { checkProof } from '@anecdotes/deploy/verify-proof/check-proof';
import { operatorRoutes } from '@anecdotes/projection-service/operator-routes';
import type { RunningProjection } from '@anecdotes/projection-service/projection/start';
import { keptCheckpoints } from '@anecdotes/projection-service/transparency/checkpoint-destinations';
import { LogNotContinued, publishCheckpoint } from '@anecdotes/projection-service/transparency/checkpoints';
import { proveEvent } from '@anecdotes/projection-service/transparency/event-proof';
import { growTree } from '@anecdotes/projection-service/transparency/grow-tree';
import { keepTransparent } from '@anecdotes/projection-service/transparency/start';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { asSuperuser } from '../support/database.ts';
import { eventsAfter } from '../support/log-events.ts';
import { openMailbox } from '../support/mailbox.ts';
import { memoryEventKeys } from '../support/memory-event-keys.ts';
import {
  closeShared,
  fill,
  type LogWithTree,
  logInMemory,
  logs,
  newFolder,
  newKeys,
  publish,
  refill,
  silent,
  verified,
} from '../support/transparent-log.ts';
import { visitorOf } from '../support/visitor.ts';

/** With FLIPPED_EVENTS every byte of an export of so many events is flipped, without it every fifth of two. */
const FLIPPED_EVENTS = Number(process.env.FLIPPED_EVENTS ?? 2);
const STEP = process.env.FLIPPED_EVENTS ? 1 : 5;
const keys = newKeys();

afterAll(closeShared);

describe.each(Object.entries(logs))('the tree of a log in %s', (_name, open) => {
  test('grows with the log, in pieces or at once, and is that of a copy in the other log', async () => {
    const [log, copy] = [await open(), await logs.Postgres()];
    await fill(log, 3);
    expect(await growTree(log)).toMatchObject({ size: 3 });
    await fill(log, 257);
    await Promise.all([growTree(log), growTree(log)]);
    const [folder, other] = [newFolder(), newFolder()];
    const { note, size } = await publish(log, keys, folder);
    expect(size).toBe(260);
    await copyLog(log.source, copy.source, silent);
    expect(await publish(copy, keys, other)).toMatchObject({ note, size });
    expect(await verified(log, keys, folder)).toMatchObject({ isSound: true, events: 260, tree: { leaves: 260 } });
    expect(await verified(copy, keys, folder)).toMatchObject({ isSound: true, checkpoints: { sound: 1, faults: [] } });
  });

  test('a log that was written again with one event changed is found by the last checkpoint kept outside', async () => {
    const [log, forged] = [await open(), await open()];
    const folder = newFolder();
    await fill(log, 4);
    await publish(log, keys, folder);
    await fill(log, 3);
    await publish(log, keys, folder);
    const events = await eventsAfter(log.source, 0n);
    await refill(forged, events, (event, index) => (index === 5 ? { ...event, data: { text: 'forged' } } : event));
    await growTree(forged);
    expect(await verified(forged, keys, folder)).toMatchObject({
      isSound: false,
      tree: { leaves: 7, firstDifference: null, damaged: [] },
      checkpoints: {
        sound: 1,
        lastSound: { size: 4 },
        faults: [
          { file: '000000000007.checkpoint', fault: 'One of the events from number 5 to number 7 is not what it was.' },
        ],
      },
    });
    await expect(publish(forged, keys, folder)).rejects.toThrow(LogNotContinued);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('a log that was written again without its last event is found by the last checkpoint kept outside', async () => {
    const [log, shortened] = [await open(), await open()];
    const folder = newFolder();
    await fill(log, 5);
    await publish(log, keys, folder);
    await refill(shortened, (await eventsAfter(log.source, 0n)).slice(0, -1));
    const { isSound, checkpoints } = await verified(shortened, keys, folder);
    expect(isSound).toBe(false);
    expect(checkpoints.faults).toEqual([
      { file: '000000000005.checkpoint', fault: 'The log has 4 events, the checkpoint is of 5.' },
    ]);
    await expect(publish(shortened, keys, folder)).rejects.toThrow('does not continue its checkpoint of 5 events');
  });
});

/** Changes the log of `log` past its trigger. */
async function tamper({ url }: LogWithTree, statement: string): Promise<void> {
  const intruder = new pg.Client(asSuperuser(url));
  await intruder.connect();
  await intruder.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  await intruder.end();
}

test('verify names an event that was changed in the log after the tree had its leaf', async () => {
  const log = await logs.Postgres();
  const folder = newFolder();
  await fill(log, 6);
  await publish(log, keys, folder);
  const [, , third] = await eventsAfter(log.source, 0n);
  await tamper(log, `update log.events set data = '{"text":"forged"}' where position = 3`);
  const { isSound, tree, checkpoints } = await verified(log, keys, folder);
  expect(isSound).toBe(false);
  expect(tree.firstDifference).toEqual({ index: 2, position: 3n, stream: third?.stream, revision: 0 });
  expect(checkpoints.faults).toHaveLength(1);
});

test('verify tells how many events were cut off the end of the log after the tree had their leaves', async () => {
  const log = await logs.Postgres();
  await fill(log, 6);
  await growTree(log);
  await tamper(log, 'delete from log.events where position > 4; update log.head set position = 4');
  expect(await verified(log, keys, newFolder())).toMatchObject({ isSound: false, events: 4, tree: { beyondLog: 2 } });
});

test('an event that was added behind the last one of the log is no leaf of its tree', async () => {
  const log = await logs.Postgres();
  await fill(log, 3);
  await tamper(
    log,
    `insert into log.events (position, stream, revision, event_id, type, data, metadata, recorded_at, hash)
     select 4, stream, revision + 1, gen_random_uuid(), type, data, metadata, recorded_at, hash
     from log.events where position = 3`,
  );
  expect(await growTree(log)).toMatchObject({ size: 3, position: 3n });
});

test.each([
  ['hashes', 0],
  ['hashes', 95],
  ['entries', 40],
])('verify names the tile of which %s differ in byte %i', async (column, byte) => {
  const log = await logInMemory();
  await fill(log, 3);
  await growTree(log);
  await log.pool.query(`update projection.tile set ${column} = set_byte(${column}, $1, get_byte(${column}, $1) # 1)`, [
    byte,
  ]);
  const { isSound, tree } = await verified(log, keys, newFolder());
  expect(isSound).toBe(false);
  expect(tree.damaged).toEqual(['tile/0/000.p/3']);
});

test('the tree is made anew when the log is another one', async () => {
  const [log, other] = [await logInMemory(), await logInMemory()];
  await Promise.all([fill(log, 5), fill(other, 4)]);
  await growTree(log);
  const incidents: string[] = [];
  const replaced = { ...log, source: other.source, onIncident: (sentence: string) => void incidents.push(sentence) };
  expect(await growTree(replaced)).toMatchObject({ size: 4 });
  expect(incidents).toEqual(['The log is not the one that its tree was made from. The tree is made anew.']);
  expect(await verified(replaced, keys, newFolder())).toMatchObject({ isSound: true });
});

test('a checkpoint that was changed, or signed by another key, is named and vouches for nothing', async () => {
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

test('after a change of keys both old and new checkpoints verify', async () => {
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

test('a log that was restored from an older backup goes on with a key of another name', async () => {
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

test('a checkpoint goes to a folder, a command and an address, and each that fails is told by its name', async () => {
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
});

/** A witness as C2SP tlog-witness describes it; `known` is the tree that it has seen last. */
async function startWitness(name: string) {
  const signer = signerKeyOf(newSignerKey(name)) as SignerKey;
  const { x = '' } = signer.verifier.key.export({ format: 'jwk' });
  const type = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url')]);
  const id = sha256(Buffer.concat([Buffer.from(`${name}\n`), type])).toString('hex', 0, 4);
  let known = { size: 0, root: EMPTY_ROOT as Uint8Array };
  const asked: number[] = [];

  function answer(body: string): [status: number, text: string] {
    const [head = '', note = ''] = [body.slice(0, body.indexOf('\n\n')), body.slice(body.indexOf('\n\n') + 2)];
    const [old = '', ...proof] = head.split('\n');
    asked.push(Number(old.slice('old '.length)));
    const next = openCheckpoint(note, keys.verifiers);
    if (old !== `old ${known.size}`) return [409, `${known.size}\n`];
    const hashes = proof.map((line) => Buffer.from(line, 'base64'));
    if (!isConsistent(known, next, hashes)) return [422, ''];
    known = next;
    const time = BigInt(Math.floor(Date.now() / 1_000));
    const stamp = Buffer.alloc(8);
    stamp.writeBigUInt64BE(time);
    const signature = sign(null, Buffer.from(cosignedText(openNote(note, keys.verifiers).text, time)), signer.key);
    return [200, signatureLine({ name, id, signature: Buffer.concat([stamp, signature]) })];
  }

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const [status, text] = request.url === '/w/add-checkpoint' ? answer(body) : [404, ''];
      response.writeHead(status).end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const key = `${name}+${id}+${type.toString('base64')}`;
  return { asked, key, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/w/` };
}

test('what keeps checkpoints from being kept makes the service degraded, and does not stop it', async () => {
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
  await vi.waitFor(() => expect(failing.troubles()).toHaveLength(1), 20_000);
  expect(incidents).toEqual(failing.troubles());

  const app = createHttpServer({ logger: false });
  onTestFinished(() => app.close());
  const health = { status: 'ok', reasons: [] } as unknown as ReturnType<RunningProjection['health']>;
  const operated = { registry: createRegistry(), readers: log.pool, shortages: createShortages() };
  operatorRoutes(app, { ...operated, ...failing, health: () => health, retryQuarantine: async () => 0 });
  expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'degraded', reasons: incidents });
  await failing.stop();

  const folder = newFolder();
  await log.pool.query(`update projection.checkpoint set made_at = made_at - interval '25 hours'`);
  const again = keep(folder);
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual(['000000000002.checkpoint']), 20_000);
  expect(again.troubles()).toEqual([]);
  await again.stop();

  await log.pool.query(`update projection.checkpoint set size = 3, note = replace(note, E'\n2\n', E'\n3\n')`);
  await log.pool.query(`update projection.checkpoint set made_at = made_at - interval '25 hours'`);
  const refusing = keep(newFolder());
  await vi.waitFor(() => expect(refusing.troubles()).toHaveLength(1), 20_000);
  expect(refusing.troubles()[0]).toMatch(/^The log does not continue its checkpoint of 3 events/);
});

test('a witness cosigns each checkpoint that continues the one before, and one that is away is told by its name', async () => {
  const log = await logInMemory();
  const witness = await startWitness('witness.example/w1');
  const away = await startWitness('witness.example/w2');
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

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

/** Anecdotes of some people, sealed as the command-service seals them. */
async function record(
  { source }: LogWithTree,
  people: ReturnType<typeof memoryEventKeys>,
  texts: Record<AccountId, string>,
) {
  for (const [owner, description] of Object.entries(texts) as [AccountId, string][]) {
    await people.create(owner);
    const stream = streams.anecdote(newId() as Parameters<typeof streams.anecdote>[0]);
    const command = newId() as CommandId;
    const metadata = {
      schema_version: 2,
      command_id: command,
      correlation_id: command,
      causation_id: command,
      actor: { account_id: owner, kind: 'person' as const },
      origin: { channel: 'web' as const },
      at: new Date().toISOString(),
      subject: owner,
      key_id: await people.assign(),
    };
    const content = { ...emptyContent, description, timestamp: metadata.at, time_zone: 'UTC' };
    const event = { type: 'AnecdoteCreated' as const, data: { owner, connected_to: null, ...content } };
    const sealed = await sealEvent(stream, event, { id: newId() as EventId, metadata }, people);
    await source.append({ stream, expectedRevision: 'no-stream', events: [sealed] });
  }
}

test('a proof shows one event without any other, and no longer once one of its bytes is flipped', async () => {
  const log = await logInMemory();
  const people = memoryEventKeys();
  const [owner, other] = [newId(), newId()] as AccountId[] as [AccountId, AccountId];
  await fill(log, 9);
  await record(log, people, { [owner]: 'A heron on the roof', [other]: 'Nobody else sees this' });
  const event = (await eventsAfter(log.source, 9n))[0];
  if (event === undefined) throw new Error('the event is not there');
  const [key] = await people.getAll([{ subject: owner, keyId: event.metadata.key_id }]);
  const proof = Buffer.from((await proveEvent({ ...log, keys }, event, key as Uint8Array)) ?? '');

  const logKey = verifierKeyText(keys.signer.verifier);
  const shown = checkProof(proof, logKey);
  expect(shown).toMatchObject({
    event: { id: event.id, type: 'AnecdoteCreated', description: 'A heron on the roof' },
    number: 10n,
    of: 11n,
    log: keys.signer.verifier.name,
  });
  expect(() => checkProof(proof, verifierKeyText(newKeys().signer.verifier))).toThrow('of another key');
  for (let at = 0; at < proof.length; at += 1) {
    expect(() => checkProof(flipped(proof, at), logKey), `byte ${at}`).toThrow();
  }

  const sealed = Buffer.from((await proveEvent({ ...log, keys }, event)) ?? '');
  expect(checkProof(sealed).event).not.toHaveProperty('description');
});

test('a proof leads to the last published checkpoint that covers its event, else to one that is signed for it', async () => {
  const log = await logInMemory();
  await fill(log, 300);
  await publish(log, keys, newFolder());
  await fill(log, 1);
  const events = await eventsAfter(log.source, 0n);
  const prove = async (index: number) => {
    const event = events[index];
    return checkProof(Buffer.from((event && (await proveEvent({ ...log, keys }, event))) ?? ''));
  };
  expect(await prove(280)).toMatchObject({ number: 281n, of: 300n });
  expect(await prove(300)).toMatchObject({ number: 301n, of: 301n });
  const unknown = { ...events[0], data: { text: 'never stored' } } as (typeof events)[number];
  expect(await proveEvent({ ...log, keys }, unknown)).toBeUndefined();
});

async function exported(log: LogWithTree): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  await exportLog(log, keys, folder, silent);
  return folder;
}

test('an export checks without the log, and names the file of any one flipped byte, and the event', async () => {
  const log = await logInMemory();
  await fill(log, FLIPPED_EVENTS);
  const folder = await exported(log);
  const whole = await checkExport(folder);
  expect(whole).toMatchObject({ isSound: true, events: FLIPPED_EVENTS, difference: null });
  const trusted = keys.signer.verifier;
  expect((await checkExport(folder, trusted)).isSound).toBe(true);
  expect((await checkExport(folder, newKeys().signer.verifier)).difference?.file).toBe('checkpoint');

  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(files).toHaveLength(3 + 1 + Math.floor(FLIPPED_EVENTS / 256));
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    const file = path.slice(folder.length + 1);
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += STEP) {
      writeFileSync(path, flipped(bytes, at));
      const { isSound, difference } = await checkExport(folder);
      const event = file === 'events.ndjson' ? bytes.subarray(0, at).toString('latin1').split('\n').length : null;
      expect({ at, isSound, ...difference }).toMatchObject({ at, isSound: false, file, event });
    }
    writeFileSync(path, bytes);
  }
  expect(await checkExport(folder)).toEqual(whole);
});

test('after an erasure an older export still checks, and a new one shows nothing of the person', async () => {
  const log = await logInMemory();
  const people = memoryEventKeys();
  const [erased, kept] = [newId(), newId()] as AccountId[] as [AccountId, AccountId];
  await record(log, people, { [erased]: 'xylophone canary', [kept]: 'It stays' });
  const before = await exported(log);
  people.destroy(erased);
  const after = await exported(log);
  for (const folder of [before, after]) {
    expect(await checkExport(folder)).toMatchObject({ isSound: true, events: 2 });
    expect(readFileSync(join(folder, 'events.ndjson'), 'utf8')).not.toContain('canary');
  }
  expect(await openEvents(await eventsAfter(log.source, 0n), people)).toMatchObject([
    'erased',
    { data: { description: 'It stays' } },
  ]);
});

describe('over HTTP', () => {
  let side: BothSides;
  let visitor: ReturnType<typeof visitorOf>;
  let token: string;

  beforeAll(async () => {
    side = await startBothSides({ servesTree: true });
    visitor = visitorOf(side);
    ({ token } = await visitor.newMember(openMailbox(side)));
  });
  afterAll(() => side.close());

  const get = (path: string, as?: string) => side.call(as, 'GET', `/api/${path}`);

  test('a person gets a proof of an anecdote in its present form, which shows its text, and nobody else does', async () => {
    const written = await side.call(token, 'POST', '/api/anecdotes', { description: 'A heron on the roof' });
    const { id } = written.json().data;
    await side.call(token, 'PUT', `/api/anecdotes/${id}`, { description: 'Two herons' });
    await side.call(token, 'POST', `/api/anecdotes/${id}/react`, {});
    const { name, proof } = (await get(`anecdotes/${id}/proof`, token)).json().data;
    expect(name).toBe(`anecdote-${id}.tlog-proof`);
    const signer = side.checkpointKeys?.signer.verifier;
    const shown = checkProof(Buffer.from(proof), signer && verifierKeyText(signer));
    expect(shown.event).toMatchObject({ type: 'AnecdoteEdited', revision: 1, description: 'Two herons' });

    const { token: stranger } = await visitor.newMember(openMailbox(side));
    expect((await get(`anecdotes/${id}/proof`, stranger)).statusCode).toBe(404);
    await side.call(token, 'DELETE', `/api/anecdotes/${id}`);
    expect((await get(`anecdotes/${id}/proof`, token)).statusCode).toBe(404);
  });

  test('the tree is served as tlog-tiles up to its last checkpoint, and shows no text', async () => {
    expect((await get('tlog/checkpoint')).statusCode).toBe(404);
    const { pool, source } = side.projection;
    const signed = { pool, source, keys: side.checkpointKeys ?? keys, destinations: {} };
    const { note, size } = await publishCheckpoint(signed);
    await side.call(token, 'POST', '/api/anecdotes', { description: 'Not yet in a checkpoint' });
    await growTree(signed);

    const checkpoint = await get('tlog/checkpoint');
    expect([checkpoint.body, checkpoint.headers['content-type']]).toEqual([note, 'text/plain; charset=utf-8']);
    const { root } = openCheckpoint(note, signed.keys.verifiers);
    const [tile, bundle] = [await get(`tlog/tile/0/000.p/${size}`), await get(`tlog/tile/entries/000.p/${size}`)];
    expect(tile.headers['content-type']).toBe('application/octet-stream');
    const tree = createGrowingTree();
    for (const entry of entriesOf(bundle.rawPayload) ?? []) tree.add(leafHash(entry));
    expect(tree).toMatchObject({ size });
    expect(Buffer.from(tree.root())).toEqual(Buffer.from(root));
    expect(tile.rawPayload).toEqual(Buffer.concat((entriesOf(bundle.rawPayload) ?? []).map(leafHash)));
    for (const path of [`0/000.p/${size + 1}`, '0/000', '1/000.p/1', '0/0', 'data/000']) {
      expect((await get(`tlog/tile/${path}`)).statusCode, path).toBe(404);
    }
  });
});
