import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

test.runIf(process.platform === 'linux')('a thread lowers its own priority and not that of the program', async () => {
  const code = `
    const { readFileSync } = require('node:fs');
    const { parentPort } = require('node:worker_threads');
    const niceOf = (file) => Number(readFileSync(file, 'utf8').split(') ')[1].split(' ')[16]);
    import('${new URL('thread-priority.ts', import.meta.url)}').then(({ lowerThreadPriority }) => {
      const before = niceOf('/proc/thread-self/stat');
      lowerThreadPriority();
      const after = niceOf('/proc/thread-self/stat');
      parentPort.postMessage({ lowered: after > before, program: niceOf('/proc/self/stat') === before });
    });`;
  const [seen] = await once(new Worker(code, { eval: true }), 'message');
  expect(seen).toEqual({ lowered: true, program: true });
});
