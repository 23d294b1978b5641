import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReaderQueue } from './reader-share.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ann = { key: 'ann', max: 2 };
const ben = { key: 'ben', max: 2 };

test('a share has at most its maximum of turns at once, further ones wait in order, and other shares do not wait for them', async () => {
  const take = createReaderQueue();
  const happened: string[] = [];
  const turn = async (name: string, share = ann) => {
    const end = await take(share);
    happened.push(name);
    return end;
  };
  const [first] = [await turn('first'), await turn('second')];
  const third = turn('third');
  const fourth = turn('fourth');
  await turn('other', ben);
  expect(happened).toEqual(['first', 'second', 'other']);
  first();
  const endThird = await third;
  expect(happened).toEqual(['first', 'second', 'other', 'third']);
  endThird();
  await fourth;
  expect(happened.at(-1)).toBe('fourth');
});

test('a call that waits too long or behind too many others is refused with RATE_LIMITED, and uses up no turn', async () => {
  const take = createReaderQueue();
  const ends = [await take(ann), await take(ann)];
  const late = take(ann);
  late.catch(() => {});
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(late).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 1 } });
  const waiting = Array.from({ length: 200 }, () => take(ann));
  await expect(take(ann)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  for (const end of ends) end();
  for (const each of waiting) (await each)();
  expect(await Promise.all([take(ann), take(ann)])).toHaveLength(2);
});
