import { execFileSync } from 'node:child_process';
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

test.runIf(process.platform === 'linux')('the priority of the pool is lowered, not that of the main thread', () => {
  const source = `
    import { scrypt } from 'node:crypto';
    import { readdirSync, readFileSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { lowerPoolPriority } from '${new URL('thread-priority.ts', import.meta.url).href}';
    scrypt('', '', 1, () => {});
    lowerPoolPriority();
    const nameOf = (id) => readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim();
    const pool = readdirSync('/proc/self/task').filter((id) => nameOf(id) === 'libuv-worker');
    console.log(getPriority(), ...pool.map((id) => getPriority(Number(id))));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8' });
  const { PRIORITY_BELOW_NORMAL: low } = constants.priority;
  expect(printed.trim().split(' ').map(Number)).toEqual([getPriority(), low, low, low, low]);
});
