import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

test.runIf(process.platform === 'linux')('a thread lowers its own priority, not that of its program', async () => {
  const before = getPriority();
  const source = `
    import { readlinkSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { parentPort } from 'node:worker_threads';
    import { lowerThreadPriority } from '${new URL('thread-priority.ts', import.meta.url).href}';
    lowerThreadPriority();
    parentPort.postMessage(getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1))));`;
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
  expect(await once(thread, 'message')).toEqual([constants.priority.PRIORITY_BELOW_NORMAL]);
  expect(getPriority()).toBe(before);
});
