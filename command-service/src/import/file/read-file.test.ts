import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { type ReadOptions, readFile } from './read-file.ts';
import type { Upload } from './upload.ts';

let failure: Error;

vi.mock('node:worker_threads', () => ({
  /** A thread that ends with `failure`. */
  Worker: class extends EventEmitter {
    postMessage() {
      setImmediate(() => this.emit('error', failure));
    }
    async terminate() {}
  },
}));

test.each([
  ['uses up its memory', 'ERR_WORKER_OUT_OF_MEMORY', 'IMPORT_UNREADABLE'],
  ['cannot be started', 'ERR_MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'],
])('a read whose thread %s fails with the right reason', async (_, code, expected) => {
  failure = Object.assign(new Error('failed'), { code });
  const upload = { file: { fd: 0 }, bytes: 1 } as unknown as Upload;
  await expect(readFile(upload, {} as ReadOptions).next()).rejects.toMatchObject({ code: expected });
});
