import { createGroupCommit } from '@anecdotes/command-service/concurrency/group-commit';
import { expect, test } from 'vitest';

type Item = { key: string; number: number };

/** A writer that notes its groups and answers each item's number, or refuses it where `refuse` says so. */
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

const keyOf = (item: Item) => item.key;
const items = (count: number, key: (number: number) => string): Item[] =>
  Array.from({ length: count }, (_, number) => ({ key: key(number), number }));

test('writes what waits together, up to the cap, and answers each item its own result', async () => {
  const { groups, write } = recordingWriter();
  const commit = createGroupCommit({ keyOf, cap: 10, write });
  const numbers = await Promise.all(items(25, String).map(commit));
  expect(numbers).toEqual(Array.from({ length: 25 }, (_, number) => number));
  expect(groups.map((group) => group.length)).toEqual([10, 10, 5]);
});

test('never puts two items with one key in a group and keeps their order', async () => {
  const { groups, write } = recordingWriter();
  const commit = createGroupCommit({ keyOf, cap: 10, write });
  await Promise.all(items(6, (number) => `key ${number % 2}`).map(commit));
  expect(groups.map((group) => group.map(({ number }) => number))).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
  ]);
});

test('fails only the item that was refused', async () => {
  const { write } = recordingWriter(({ number }) => number === 1);
  const commit = createGroupCommit({ keyOf, cap: 10, write });
  const results = await Promise.allSettled(items(3, String).map(commit));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('goes on after a write that failed as a whole', async () => {
  let isBroken = true;
  const { write } = recordingWriter();
  const commit = createGroupCommit<Item, number>({
    keyOf,
    cap: 10,
    write: (group) => (isBroken ? Promise.reject(new Error('broken')) : write(group)),
  });
  await expect(commit({ key: 'a', number: 1 })).rejects.toThrow('broken');
  isBroken = false;
  await expect(commit({ key: 'a', number: 2 })).resolves.toBe(2);
});
