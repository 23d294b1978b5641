import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logIn } from '../support/client.ts';
import { type HostileFile, hostileFiles } from '../support/hostile-files.ts';
import { journalAnecdote, journalFile } from '../support/journal-files.ts';
import { cheapHashes, type RunningProduct, startProduct } from '../support/product.ts';
import type { Watched } from '../support/watch-loop.ts';
import { zipOf } from '../support/zips.ts';

/*
 * The files of a real attack take minutes to make and to send. Small ones of each kind are tried with every run by
 * command-service/src/import/file/hostile.test.ts.
 */
const isEnabled = process.env.HOSTILE_FILES === 'large';
const TIME_LIMIT_MS = 10_000;
const MEMORY_LIMIT_MB = 200;
const LONGEST_MS = 100;

describe.runIf(isEnabled)('the import of a running product', () => {
  let product: RunningProduct;
  let token: string;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hostile-temp-'));
    const watch = ['--import', new URL('../support/watch-loop.ts', import.meta.url).href];
    product = await startProduct(undefined, { TMPDIR: folder }, [...cheapHashes, ...watch]);
    ({ token } = await logIn(product.address));
    // So that code that is loaded with the first file does not count as a cost of a hostile one.
    for (let n = 0; n < 3; n += 1) await send({ file: 'a.json' }, Buffer.from(JSON.stringify(journalFile([]))));
  }, 60_000);
  afterAll(async () => {
    await product.stop();
    rmSync(folder, { recursive: true });
  });

  async function watched(): Promise<Watched> {
    product.process.send('watched');
    const [watched] = await once(product.process, 'message');
    return watched as Watched;
  }

  async function send(
    { file }: Pick<HostileFile, 'file'>,
    content: Buffer,
  ): Promise<{ status: number; body: unknown }> {
    const sent = request(`${product.address}/api/import?dry_run=true&name=${file}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    });
    sent.on('error', () => {});
    sent.end(content);
    const [answer] = await once(sent, 'response');
    return { status: answer.statusCode, body: await json(answer) };
  }

  test.each(Object.entries(hostileFiles(true)))(
    'refuses %s, within the limits of time and memory',
    async (_, hostile) => {
      const content = await hostile.content();
      const before = await watched();
      const begun = performance.now();
      const { status, body } = await send(hostile, content);
      const took = performance.now() - begun;
      const { longestMs, memoryMb } = await watched();
      const grown = memoryMb - before.memoryMb;
      process.stdout.write(
        `${Math.round(took)} ms, ${Math.round(grown)} MB, ${Math.round(longestMs)} ms at a time: ${JSON.stringify(body).slice(0, 300)}\n`,
      );
      expect.soft(status).toBeGreaterThanOrEqual(400);
      expect.soft(status).toBeLessThan(500);
      expect.soft(JSON.stringify(body)).toMatch(hostile.refusal);
      expect.soft(took).toBeLessThan(TIME_LIMIT_MS);
      expect.soft(grown).toBeLessThan(MEMORY_LIMIT_MB);
      expect.soft(longestMs).toBeLessThan(LONGEST_MS);
      expect(readdirSync(folder)).toEqual([]);
    },
    120_000,
  );

  test('refuses an archive that is truncated at any hundredth byte', async () => {
    const journal = JSON.stringify(journalFile(Array.from({ length: 200 }, () => journalAnecdote())));
    const archive = await zipOf({ 'journal.json': journal, 'markdown/a.md': 'Rain' });
    for (let length = 0; length < archive.length; length += 100) {
      expect((await send({ file: 'a.zip' }, archive.subarray(0, length))).status, `${length} bytes`).toBe(422);
    }
  }, 300_000);
});
