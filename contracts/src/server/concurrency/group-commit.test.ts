import { expect, onTestFinished, test, vi } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

type Item = { key: string; number: number };

/** A writer that records its groups and answers each item's number, or rejects an item that `refuse` selects. */
function recordingWriter(refuse: (item: Item) => boolean = () => false) {
  const groups: Item[][] = [];
  let inFlight = 0;
  const write = async (items: readonly Item[]): Promise<PromiseSettledResult<number>[]> => {
    expect(inFlight).toBe(0);
    inFlight += 1;
    groups.push([...items]);
    await new Promise((resolve) => setImmediate(resolve));
    inFlight -= 1;
    return items.map((item) =>
      refuse(item) ? { status: 'rejected', reason: new Error('no') } : { status: 'fulfilled', value: item.number },
    );
  };
  return { groups, write };
}

const room = { count: 10, bytes: 1_000 };
const keyOf = (item: Item) => item.key;
const items = (count: number, key: (number: number) => string): Item[] =>
  Array.from({ length: count }, (_, number) => ({ key: key(number), number }));

test('items that wait are written together, up to the largest group, and each gets its own result', async () => {
  const { groups, write } = recordingWriter();
  const commit = createGroupCommit({ keyOf, room, write });
  const numbers = await Promise.all(items(25, String).map(commit));
  expect(numbers).toEqual(Array.from({ length: 25 }, (_, number) => number));
  expect(groups.map((group) => group.length)).toEqual([10, 10, 5]);
});

test('items with the same key are never in one group and keep their order', async () => {
  const { groups, write } = recordingWriter();
  const commit = createGroupCommit({ keyOf, room, write });
  await Promise.all(items(6, (number) => `key ${number % 2}`).map(commit));
  expect(groups.map((group) => group.map(({ number }) => number))).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
  ]);
});

test('only the item of a group that was refused fails', async () => {
  const { write } = recordingWriter(({ number }) => number === 1);
  const commit = createGroupCommit({ keyOf, room, write });
  const results = await Promise.allSettled(items(3, String).map(commit));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('writing continues after a group that failed as a whole', async () => {
  let isBroken = true;
  const { write } = recordingWriter();
  const commit = createGroupCommit<Item, number>({
    keyOf,
    room,
    write: (group) => (isBroken ? Promise.reject(new Error('broken')) : write(group)),
  });
  await expect(commit({ key: 'a', number: 1 })).rejects.toThrow('broken');
  isBroken = false;
  await expect(commit({ key: 'a', number: 2 })).resolves.toBe(2);
});

test('a single item of one owner is written soon, however many items of another owner wait', async () => {
  const { groups, write } = recordingWriter();
  const commit = createGroupCommit({ keyOf: ({ number }) => String(number), ownerOf: keyOf, room, write });
  const many = items(1_000, () => 'busy').map(commit);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await commit({ key: 'alone', number: 5_000 })).toBe(5_000);
  const mine = groups.findIndex((group) => group.some(({ key }) => key === 'alone'));
  expect(mine).toBeLessThanOrEqual(2);
  await Promise.all(many);
});

test('a group stays within its byte limit, and an item above the limit is written alone', async () => {
  const { groups, write } = recordingWriter();
  const commit = createGroupCommit({ bytesOf: ({ number }) => number, room, write });
  await Promise.all([400, 500, 200, 5_000, 300].map((number) => commit({ key: 'a', number })));
  expect(groups.map((group) => group.map(({ number }) => number))).toEqual([[400, 500], [200], [5_000], [300]]);
});

test('an item for a full queue is refused at once with the time to retry, and items in the queue are written', async () => {
  const { write } = recordingWriter();
  const waiting = { count: 20, bytes: 1_000, milliseconds: 5_000 };
  const commit = createGroupCommit({ ownerOf: keyOf, bytesOf: () => 1, room, waiting, write });
  const results = await Promise.allSettled(items(25, (number) => (number < 20 ? 'busy' : 'other')).map(commit));
  const refused = results.filter(({ status }) => status === 'rejected');
  // One owner may use half of the queue.
  expect(results.map(({ status }) => status)).toEqual([
    ...Array(10).fill('fulfilled'),
    ...Array(10).fill('rejected'),
    ...Array(5).fill('fulfilled'),
  ]);
  expect(refused[0]).toMatchObject({ reason: { code: 'UNAVAILABLE', status: 503, details: { retryAfter: 3 } } });
});

test('a queue is also full when it reaches its byte limit', async () => {
  const { write } = recordingWriter();
  const waiting = { count: 1_000, bytes: 100, milliseconds: 5_000 };
  const commit = createGroupCommit({ ownerOf: keyOf, bytesOf: () => 30, room, waiting, write });
  const results = await Promise.allSettled(items(5, (number) => `owner ${number}`).map(commit));
  expect(results.map(({ status }) => status).filter((status) => status === 'fulfilled')).toHaveLength(3);
});

test('an item that has waited too long is refused and not written', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { groups, write } = recordingWriter();
  const gate = Promise.withResolvers<void>();
  const commit = createGroupCommit({
    keyOf,
    room,
    waiting: { count: 100, bytes: 1_000, milliseconds: 1_000 },
    write: async (group: readonly Item[]) => {
      await gate.promise;
      return write(group);
    },
  });
  const first = commit({ key: 'a', number: 1 });
  const late = expect(commit({ key: 'a', number: 2 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(1_001);
  gate.resolve();
  await Promise.all([first, late]);
  expect(groups.flat().map(({ number }) => number)).toEqual([1]);
});

test('groups become smaller while writing is slow, and larger again when it is fast', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let took = 2_000;
  const sizes: number[] = [];
  const commit = createGroupCommit<Item, number>({
    room,
    write: async (group) => {
      sizes.push(group.length);
      vi.advanceTimersByTime(took);
      if (took > 1_000) throw new Error('statement timeout');
      return group.map(({ number }) => ({ status: 'fulfilled', value: number }));
    },
  });
  const run = (count: number) => Promise.allSettled(items(count, String).map(commit));
  await run(20);
  took = 10;
  await run(40);
  expect(sizes.slice(0, 3)).toEqual([10, 5, 2]);
  expect(Math.max(...sizes.slice(3))).toBe(10);
});
