import { readdirSync, rmdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { copyLog } from '@anecdotes/deploy/log-copy/copy';
import { exportLog } from '@anecdotes/deploy/transparency/export-log';
import { growTree } from '@anecdotes/projection-service/transparency/grow-tree';
import { LogNotContinued } from '@anecdotes/projection-service/transparency/log-not-continued';
import { readTree } from '@anecdotes/projection-service/transparency/tree-store';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { asSuperuser } from '../support/database.ts';
import { eventsAfter } from '../support/log-events.ts';
import { silent } from '../support/silent.ts';
import {
  closeShared,
  fill,
  flipped,
  type LogWithTree,
  logInMemory,
  logs,
  newFolder,
  newKeys,
  publish,
  refill,
  verified,
} from '../support/transparent-log.ts';

const keys = newKeys();

afterAll(closeShared);

describe.each(Object.entries(logs))('the tree of a log in %s', (_name, open) => {
  test('grows with the log, step by step or at once, and equals that of a copy in the other log', async () => {
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
          { file: '000000000007.checkpoint', fault: 'One of the events from number 5 to number 7 was changed.' },
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

/** Changes the log as a superuser, past its trigger. */
async function tamper({ url }: LogWithTree, statement: string): Promise<void> {
  const intruder = new pg.Client(asSuperuser(url));
  await intruder.connect();
  await intruder.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  await intruder.end();
}

test('verify names an event that was changed in the log after its leaf was added to the tree', async () => {
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

test('verify names the event whose hash in the stored tree has any byte flipped', async () => {
  const log = await logInMemory();
  const folder = newFolder();
  await fill(log, 3);
  await growTree(log);
  const { rows } = await log.pool.query<{ hashes: Buffer }>('select hashes from projection.tile where level = 0');
  const hashes = rows[0]?.hashes ?? Buffer.alloc(0);
  expect(hashes).toHaveLength(3 * 32);
  const store = (bytes: Buffer) => log.pool.query('update projection.tile set hashes = $1 where level = 0', [bytes]);
  for (let at = 0; at < hashes.length; at += 1) {
    await store(flipped(hashes, at));
    const { isSound, tree } = await verified(log, keys, folder);
    expect({ at, isSound, index: tree.firstDifference?.index }).toEqual({
      at,
      isSound: false,
      index: Math.floor(at / 32),
    });
  }
  await store(hashes);
  expect((await verified(log, keys, folder)).isSound).toBe(true);
});

test('verify reports how many events were cut off the end of the log after the tree had their leaves', async () => {
  const log = await logs.Postgres();
  await fill(log, 6);
  await growTree(log);
  await tamper(log, 'delete from log.events where position > 4; update log.head set position = 4');
  expect(await verified(log, keys, newFolder())).toMatchObject({ isSound: false, events: 4, tree: { beyondLog: 2 } });
});

test('a log without the last event that its head names keeps its tree, and gives no checkpoint and no export', async () => {
  const log = await logs.Postgres();
  await fill(log, 4);
  const tree = await growTree(log);
  await tamper(log, 'delete from log.events where position = 4');
  await expect(growTree(log)).rejects.toThrow(LogNotContinued);
  await expect(publish(log, keys, newFolder())).rejects.toThrow('The last event of the log is missing');
  await expect(exportLog(log, keys, newFolder(), silent)).rejects.toThrow('The last event of the log is missing');
  expect(await readTree(log.pool)).toEqual(tree);
});

test('an export whose file cannot be written fails, instead of ending the program', async () => {
  const log = await logInMemory();
  await fill(log, 3);
  const folder = newFolder();
  const source: LogWithTree['source'] = {
    ...log.source,
    head() {
      rmdirSync(folder);
      return log.source.head();
    },
    // Long enough for the file system to refuse the file before the first event is read.
    async idAt(position) {
      for (let turn = 0; turn < 10; turn += 1) await readdir(tmpdir());
      return log.source.idAt(position);
    },
  };
  await expect(exportLog({ ...log, source }, keys, folder, silent)).rejects.toThrow('ENOENT');
});

test('an export that fails after its first events leaves its folder empty', async () => {
  const log = await logInMemory();
  await fill(log, 600);
  await growTree(log);
  const folder = newFolder();
  const source: LogWithTree['source'] = {
    ...log.source,
    async *follow(options) {
      for await (const batch of log.source.follow({ ...options, batchSize: 300 })) {
        if (batch.position > 300n) {
          expect(readdirSync(folder)).toContain('tile');
          throw new Error('the connection was lost');
        }
        yield batch;
      }
    },
  };
  await expect(exportLog({ ...log, source }, keys, folder, silent)).rejects.toThrow('the connection was lost');
  expect(readdirSync(folder)).toEqual([]);
});

test('an event inserted after the last one of the log gets no leaf in its tree', async () => {
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
])('verify names the tile whose %s differ in byte %i', async (column, byte) => {
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

test('the tree is rebuilt when the log was replaced by another one', async () => {
  const [log, other] = [await logInMemory(), await logInMemory()];
  await Promise.all([fill(log, 5), fill(other, 4)]);
  await growTree(log);
  const incidents: string[] = [];
  const replaced = { ...log, source: other.source, onIncident: (sentence: string) => void incidents.push(sentence) };
  expect(await growTree(replaced)).toMatchObject({ size: 4 });
  expect(incidents).toEqual(['The log was replaced, or lost events that its tree contains. The tree is rebuilt.']);
  expect(await verified(replaced, keys, newFolder())).toMatchObject({ isSound: true });
});
