import { expect, onTestFinished, test, vi } from 'vitest';
import { QueueFull } from './bounded-queue.ts';
import { createFairQueue } from './fair-queue.ts';

const waiting = { count: 100, bytes: 1_000, milliseconds: 5_000 };

/** A queue whose work runs until `finish` is called with its name, and the names of the work that was begun. */
function held(room: { count: number; bytes: number }) {
  const run = createFairQueue({ room, waiting });
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  return {
    begun,
    /** Its turn may not come before the end of the test. */
    start(owner: string, name: string, bytes = 1): void {
      const work = async () => {
        begun.push(name);
        await new Promise<void>((resolve) => gates.set(name, resolve));
      };
      run({ owner, bytes }, work).catch(() => {});
    },
    async finish(name: string) {
      gates.get(name)?.();
      await settled();
    },
  };
}

/** Lets everything run that is ready. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('owners take turns, so that an owner with a long queue delays another by one piece of work only', async () => {
  const { begun, start, finish } = held({ count: 1, bytes: 1_000 });
  for (let index = 0; index < 10; index += 1) start('busy', `busy ${index}`);
  start('other', 'other 0');
  await settled();
  await finish('busy 0');
  await finish('busy 1');
  expect(begun).toEqual(['busy 0', 'busy 1', 'other 0']);
});

test('work is begun while the work in progress has fewer bytes than the limit', async () => {
  const { begun, start, finish } = held({ count: 10, bytes: 100 });
  for (const name of ['one', 'two', 'three', 'four']) start(name, name, 60);
  await settled();
  expect(begun).toEqual(['one', 'two']);
  await finish('one');
  expect(begun).toEqual(['one', 'two', 'three']);
});

test('work that fails makes room for the next', async () => {
  const run = createFairQueue({ room: { count: 1, bytes: 10 }, waiting });
  const failing = run({ owner: 'a', bytes: 1 }, () => Promise.reject(new Error('no')));
  const next = run({ owner: 'a', bytes: 1 }, async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('work whose turn does not come in time is refused then, even while the work before it goes on', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const run = createFairQueue({ room: { count: 1, bytes: 10 }, waiting });
  void run({ owner: 'a', bytes: 1 }, () => new Promise(() => {}));
  const late = expect(run({ owner: 'b', bytes: 1 }, async () => 'done')).rejects.toThrow(QueueFull);
  await vi.advanceTimersByTimeAsync(waiting.milliseconds + 1);
  await late;
});
