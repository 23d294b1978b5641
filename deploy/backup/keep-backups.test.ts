import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WholeLog } from '@anecdotes/command-service/event-log';
import { createRegistry } from '@anecdotes/contracts/server/http/metrics';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepBackups } from './keep-backups.ts';

const emptyLog = { readFirst: async () => undefined, head: async () => 0n } as unknown as WholeLog;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'));
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

test.each([
  [{ code: '57P01' }, 'the database or the event log did not answer.', 1],
  [{ code: '53100' }, 'the disk of the database is full.', 10],
  [{ code: 'ENOENT', path: '/mnt/backups' }, 'the folder, or a file in it, is missing.', 10],
  [{ code: 'ENOENT' }, 'the database or the event log did not answer.', 1],
])(
  'a backup that fails with %o is reported with "%s", and made again after %i min',
  async (failure, reason, minutes) => {
    let tries = 0;
    const take = async () => {
      tries += 1;
      throw Object.assign(new Error('refused'), failure);
    };
    const watched = { folder, every: 3_600_000, log: emptyLog, registry: createRegistry() };
    const sentences: string[] = [];
    const backups = keepBackups(watched, take, (sentence) => sentences.push(sentence));
    await vi.waitFor(() => expect(tries).toBe(1), 60_000);
    await vi.advanceTimersByTimeAsync(minutes * 60_000 - 15_000);
    expect(tries).toBe(1);
    await vi.advanceTimersByTimeAsync(30_000);
    await backups.stop();
    expect(tries).toBe(2);
    expect(sentences).toEqual([`No backup could be made in BACKUP_DIR: ${reason}`]);
  },
);

test('a backup that failed is made again in time also if the clock is set back meanwhile', async () => {
  const take = vi.fn(() => Promise.reject(Object.assign(new Error('refused'), { code: '53100' })));
  const watched = { folder, every: 3_600_000, log: emptyLog, registry: createRegistry() };
  const backups = keepBackups(watched, take, () => {});
  await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(1), 60_000);
  vi.setSystemTime(Date.now() - 365 * 86_400_000);
  await vi.advanceTimersByTimeAsync(11 * 60_000);
  await backups.stop();
  expect(take).toHaveBeenCalledTimes(2);
});

test('no backup is begun after the program was told to stop', async () => {
  const take = vi.fn(async () => {});
  const watched = { folder, every: 3_600_000, log: emptyLog, registry: createRegistry() };
  await keepBackups(watched, take, () => {}).stop();
  expect(take).not.toHaveBeenCalled();
});
