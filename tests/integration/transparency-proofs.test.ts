import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountId, type EventId, emptyContent, streams } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { openEvents, sealEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { signNote, verifierKeyText } from '@anecdotes/contracts/server/transparency/signed-note';
import { checkExport } from '@anecdotes/deploy/transparency/check-export';
import { exportLog } from '@anecdotes/deploy/transparency/export-log';
import { checkProof, ProofRefused } from '@anecdotes/deploy/verify-proof/check-proof';
import { proveEvent } from '@anecdotes/projection-service/transparency/event-proof';
import { afterAll, expect, test } from 'vitest';
import { eventsAfter, metadataOf } from '../support/log-events.ts';
import { memoryEventKeys } from '../support/memory-event-keys.ts';
import { silent } from '../support/silent.ts';
import {
  closeShared,
  fill,
  flipped,
  type LogWithTree,
  logInMemory,
  newFolder,
  newKeys,
  publish,
} from '../support/transparent-log.ts';

/** With FLIPPED_EVENTS, every byte of an export of that many events is flipped; without, every fifth byte of two. */
const FLIPPED_EVENTS = Number(process.env.FLIPPED_EVENTS ?? 2);
const STEP = process.env.FLIPPED_EVENTS ? 1 : 5;
const keys = newKeys();

afterAll(closeShared);

/** Records one anecdote for each text, sealed as the command-service would seal it. */
async function record(
  { source }: LogWithTree,
  people: ReturnType<typeof memoryEventKeys>,
  texts: Record<AccountId, string>,
) {
  for (const [owner, description] of Object.entries(texts) as [AccountId, string][]) {
    await people.create(owner);
    const stream = streams.anecdote(newId() as Parameters<typeof streams.anecdote>[0]);
    const metadata = { ...metadataOf('AnecdoteCreated', owner), key_id: await people.assign() };
    const content = { ...emptyContent, description, timestamp: metadata.at, time_zone: 'UTC' };
    const event = { type: 'AnecdoteCreated' as const, data: { owner, connected_to: null, ...content } };
    const sealed = await sealEvent(stream, event, { id: newId() as EventId, metadata }, people);
    await source.append({ stream, expectedRevision: 'no-stream', events: [sealed] });
  }
}

test('a proof shows one event without any other, and is invalid once any of its bytes is flipped', async () => {
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
  expect(() => checkProof(proof, verifierKeyText(newKeys().signer.verifier))).toThrow('names another key');
  for (let at = 0; at < proof.length; at += 1) {
    expect(() => checkProof(flipped(proof, at), logKey), `byte ${at}`).toThrow();
  }

  const sealed = Buffer.from((await proveEvent({ ...log, keys }, event)) ?? '');
  expect(checkProof(sealed).event).not.toHaveProperty('description');
});

test.each([
  'not JSON',
  'null',
  '[]',
  '["stream", 0, "id", "type", {}, null]',
  '["stream", 0, "id", "type", {"sealed": 5}, {}]',
])('a proof that the log signed is invalid if what it proves is not an event: %s', (content) => {
  const hash = (...parts: (string | Uint8Array)[]) =>
    parts.reduce((digest, part) => digest.update(part), createHash('sha256')).digest();
  const { signer } = keys;
  const root = hash(Buffer.of(0), hash(content)).toString('base64');
  const extra = JSON.stringify({
    content,
    key: Buffer.alloc(32).toString('base64'),
    log_key: verifierKeyText(signer.verifier),
  });
  const lines = ['c2sp.org/tlog-proof@v1', `extra ${Buffer.from(extra).toString('base64')}`, 'index 0', '', ''];
  const proof = Buffer.from(lines.join('\n') + signNote(`${signer.verifier.name}\n1\n${root}\n`, signer));
  expect(() => checkProof(proof)).toThrow(ProofRefused);
});

test('a mistyped key or file cannot be checked, which is not the same as an invalid proof', () => {
  const program = fileURLToPath(new URL('../../deploy/verify-proof/main.ts', import.meta.url));
  const check = (...parameters: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [program, ...parameters], { encoding: 'utf8' });
    return [status, stderr];
  };
  const wrongKey = '--key must be a key of a log, as npm run audit -- key prints it.\n';
  expect(check(program, '--key', 'localhost')).toEqual([2, wrongKey]);
  expect(check('/nowhere')).toEqual([2, 'Cannot read /nowhere: no such file or directory.\n']);
  expect(check(program)).toEqual([1, 'The proof is not valid. This is not a proof file.\n']);
});

test.runIf(process.platform === 'linux')(
  'a result that does not fit on the disk does not count as an invalid proof',
  () => {
    const program = fileURLToPath(new URL('../../deploy/verify-proof/main.ts', import.meta.url));
    const file = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [program, '--help'], {
      stdio: ['ignore', file, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(file);
    expect([status, stderr]).toEqual([2, 'The result could not be written: no space left on device.\n']);
  },
);

test('a proof uses the last published checkpoint that covers its event, or one that is signed for it', async () => {
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

test('after an erasure an older export is still valid, and a new one shows nothing of the person', async () => {
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
