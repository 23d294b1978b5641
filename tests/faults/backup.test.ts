import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundleOf } from '@anecdotes/deploy/run/programs';
import { afterAll, expect, test, vi } from 'vitest';
import { clientWith, logIn } from '../support/client.ts';
import { createTestDatabase } from '../support/database.ts';
import { newMember } from '../support/local-mails.ts';
import { killTree } from '../support/process-tree.ts';
import { compileCache, newDataDir, type RunningProduct, startProduct } from '../support/product.ts';
import { fill, mountDisk, unmountDisk } from '../support/small-disk.ts';

/** For how many seconds anecdotes are written, 50 a second. Above 0 the bundled Postgres is used. */
const SECONDS = Number(process.env.BACKUP_SECONDS ?? 0);
const PER_SECOND = 50;
const WAIT_OPTIONS = { timeout: 60_000, interval: 50 };
const PASSWORD = 'quiet river 12';
const DISK_FULL = 'No backup could be made in BACKUP_DIR: its disk is full.';

/** Undefined where no disk may be mounted; the steps on a full disk are then skipped. */
const disk = SECONDS > 0 ? undefined : mountDisk('8m');
const folder = disk ?? mkdtempSync(join(tmpdir(), 'anecdotes-backups-'));
let running: RunningProduct | undefined;

afterAll(async () => {
  await running?.stop();
  if (disk === undefined) rmSync(folder, { recursive: true, force: true });
  else unmountDisk(disk);
});

async function run(file: string, parameters: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [bundleOf(`deploy/${file}`), ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...compileCache, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

/** A new data folder with the keys of `from`, and the address of a new database unless that is the bundled one. */
async function newHome(from?: string): Promise<{ dataDir: string; environment: Record<string, string> }> {
  const dataDir = newDataDir();
  for (const name of from === undefined ? [] : readdirSync(from).filter((one) => one.endsWith('.key'))) {
    cpSync(join(from ?? '', name), join(dataDir, name));
  }
  return { dataDir, environment: SECONDS > 0 ? {} : { DATABASE_URL: await createTestDatabase() } };
}

type Readiness = { status: string; reasons: string[]; backup: { taken_at: string; position: string } | null };

async function readinessOf({ address }: RunningProduct): Promise<Readiness> {
  return (await fetch(`${address}/readyz`)).json() as Promise<Readiness>;
}

/** Waits until the product has made a backup that reaches at least `position`. */
async function backupAt(product: RunningProduct, position: bigint): Promise<Readiness> {
  return vi.waitFor(async () => {
    const ready = await readinessOf(product);
    expect(BigInt(ready.backup?.position ?? 0) >= position).toBe(true);
    return ready;
  }, WAIT_OPTIONS);
}

async function fillAndFreeDisk(product: RunningProduct): Promise<void> {
  const filler = join(folder, 'filler');
  fill(filler);
  const expected = { status: 'degraded', reasons: [DISK_FULL], backup: expect.anything() };
  await vi.waitFor(async () => expect(await readinessOf(product)).toMatchObject(expected), WAIT_OPTIONS);
  const metrics = await product.metrics();
  expect(metrics).toMatch(/^anecdotes_backup_age_seconds \d+(\.\d+)?$/m);
  expect(product.output().split(DISK_FULL)).toHaveLength(2);
  expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  rmSync(filler);
  await vi.waitFor(async () => expect((await readinessOf(product)).status).toBe('ok'), WAIT_OPTIONS);
}

test(`a product that lost all its data is restored from its own backups${SECONDS > 0 ? `, after ${SECONDS} s` : ''}`, {
  timeout: 120_000 + SECONDS * 3_000,
}, async () => {
  const home = await newHome();
  const backupSettings = { BACKUP_DIR: folder, BACKUP_EVERY: SECONDS > 0 ? '1h' : '1s' };
  running = await startProduct(home.dataDir, { ...home.environment, ...backupSettings });
  const product = running;
  await newMember(product.address, 'ann', PASSWORD);
  const { token } = await logIn(product.address, 'ann', PASSWORD);
  const client = clientWith(product.address, token);
  const { body: made } = await client.call<{ key: string }>('POST', '/api/api-keys', { name: 'Script' });

  const acknowledged: { position: bigint; id: string }[] = [];
  const write = async () => {
    const { body, headers } = await client.call('POST', '/api/anecdotes', { description: 'Written meanwhile' });
    acknowledged.push({ position: BigInt(headers.get('x-log-position') ?? 0), id: body.data.id });
  };
  await write();
  const figures: string[] = [];
  let position: bigint;
  if (SECONDS === 0) {
    const { backup } = await backupAt(product, acknowledged[0]?.position ?? 0n);
    if (disk !== undefined) await fillAndFreeDisk(product);
    position = BigInt(backup?.position ?? 0);
  } else {
    let isOver = false;
    const writing = (async () => {
      const pending: Promise<void>[] = [];
      while (!isOver) {
        pending.push(write());
        await delay(1_000 / PER_SECOND);
      }
      await Promise.all(pending);
    })();
    await delay(SECONDS * 1_000);
    const begun = performance.now();
    const settings = { DATA_DIR: home.dataDir, ...home.environment };
    const taken = await run('backup/main.ts', ['--to', folder, '--json'], settings);
    expect(taken).toMatchObject({ code: 0 });
    figures.push(`${acknowledged.length} writes in ${SECONDS} s`, `backup ${secondsSince(begun)}`);
    isOver = true;
    await writing;
    position = BigInt(JSON.parse(taken.output.slice(taken.output.indexOf('{'))).position);
  }
  killTree(product.process.pid ?? 0);
  await product.stop();
  const fresh = await newHome(home.dataDir);
  rmSync(home.dataDir, { recursive: true, force: true });

  const started = performance.now();
  const target = { DATA_DIR: fresh.dataDir, ...fresh.environment };
  const restored = await run('backup/restore-main.ts', ['--from', folder], target);
  figures.push(`restore ${secondsSince(started)}`);
  expect(restored.output).toContain('Now start the program');
  expect(restored.code).toBe(0);
  running = await startProduct(fresh.dataDir, fresh.environment);
  const again = running;
  figures.push(`served after ${secondsSince(started)}`);
  const returned = await logIn(again.address, 'ann', PASSWORD);
  const included = acknowledged.filter((one) => one.position <= position);
  expect(included.length).toBeGreaterThan(0);
  for (const { id } of included) {
    const seen = await returned.call('GET', `/api/anecdotes/${id}`, undefined, { 'x-min-position': returned.position });
    expect(seen.status).toBe(200);
  }
  for (const credential of [token, made.data.key]) {
    expect((await clientWith(again.address, credential).call('GET', '/api/anecdotes')).status).toBe(200);
  }
  if (SECONDS === 0) return;
  expect(await run('backup/main.ts', ['--check', folder], target)).toMatchObject({ code: 0 });
  const verified = performance.now();
  expect(await run('audit/main.ts', ['verify'], target)).toMatchObject({ code: 0 });
  figures.push(`${included.length} acknowledged before position ${position}`, `verify ${secondsSince(verified)}`);
  process.stdout.write(`${figures.join(', ')}\n`);
});

function secondsSince(begun: number): string {
  return `${((performance.now() - begun) / 1_000).toFixed(1)} s`;
}
