import { chmodSync, chownSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { headers } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, logIn } from '../support/client.ts';
import { createTestDatabase, superuserUrl } from '../support/database.ts';
import { newDataDir, type RunningProduct, startProduct } from '../support/product.ts';
import { fill, mountDisk, unmountDisk } from '../support/small-disk.ts';

const DISK_FULL = 'The disk of the database is full.';

const disk = mountDisk('48m');

describe.skipIf(disk === undefined)('while the disk of the database is full (needs permission to mount a disk)', () => {
  const folder = disk ?? '';
  const filler = join(folder, 'filler');
  let admin: pg.Client;
  let database: string;
  let product: RunningProduct;
  let client: Client;
  let reader: Client;

  beforeAll(async () => {
    admin = new pg.Client(superuserUrl());
    await admin.connect();
    const { rows } = await admin.query<{ data_directory: string }>('show data_directory');
    const { uid, gid } = statSync(rows[0]?.data_directory ?? '');
    chmodSync(folder, 0o700);
    chownSync(folder, uid, gid);
    await admin.query(`create tablespace small location '${folder}'`);
    const url = await createTestDatabase();
    database = new URL(url).pathname.slice(1);
    await admin.query(`alter database ${database} set tablespace small`);
    product = await startProduct(newDataDir(), { DATABASE_URL: url, LOG_LEVEL: 'warn' });
    client = await logIn(product.address);
    reader = await logIn(product.address);
  });

  afterAll(async () => {
    rmSync(filler, { force: true });
    await product?.stop();
    await admin.query(`drop database if exists ${database} with (force)`);
    await admin.query('drop tablespace if exists small');
    await admin.end();
    unmountDisk(folder);
  });

  /** With an idempotency key, so that it writes to the vault and to the log. */
  const write = () =>
    client.call('POST', '/api/anecdotes', { description: longText() }, { [headers.idempotencyKey]: newId() });
  const readiness = async () => (await fetch(`${product.address}/readyz`)).json() as Promise<{ reasons: string[] }>;

  test('writes get 503 with Retry-After, reads work, readiness and one log line give the reason, and writes work again once there is room', async () => {
    expect((await write()).status).toBe(201);
    // Waits until the views include the reader's last event, its log-in.
    await vi.waitFor(async () => expect((await reader.call('GET', '/api/anecdotes')).status).toBe(200), 60_000);
    fill(filler);
    const answers: Awaited<ReturnType<typeof write>>[] = [];
    const refusals = () => answers.filter(({ status }) => status === 503);
    while (refusals().length < 400) {
      answers.push(...(await Promise.all(Array.from({ length: 40 }, write))));
      expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
    }
    expect(refusals().every((answer) => Number(answer.headers.get('retry-after')) >= 1)).toBe(true);
    // A client that wrote is not shown older data: its last accepted writes may wait for room in the views.
    await vi.waitFor(async () => expect((await reader.call('GET', '/api/anecdotes')).status).toBe(200), 60_000);
    expect(await readiness()).toMatchObject({ status: 'degraded', reasons: expect.arrayContaining([DISK_FULL]) });
    const lines = product
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    // Other failures, such as a time limit that a busy machine exceeds, have lines of their own.
    const aboutDisk = lines
      .map((line) => JSON.parse(line))
      .filter(({ msg, err }) => msg === DISK_FULL || err?.code === '53100');
    expect(aboutDisk.map(({ msg }) => msg)).toEqual([DISK_FULL]);

    rmSync(filler);
    const again = await vi.waitFor(
      async () => {
        const answer = await write();
        expect(answer.status).toBe(201);
        return answer;
      },
      { timeout: 60_000, interval: 50 },
    );
    const position = again.headers.get(headers.logPosition) ?? '';
    await vi.waitFor(
      async () => {
        const seen = await client.call('GET', '/api/anecdotes', undefined, { [headers.minPosition]: position });
        expect(seen.status).toBe(200);
      },
      { timeout: 60_000, interval: 50 },
    );
  });
});

/** Random text, so that it cannot be compressed and really fills the disk. */
function longText(): string {
  return Array.from({ length: 1_600 }, () => Math.random().toString(36).slice(2, 12)).join(' ');
}
