import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyStream } from '../load-state.ts';
import { createStateCache } from './state-cache.ts';

test('a kept state leaves the memory after five minutes, even if nobody asks for it', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
  onTestFinished(() => {
    clock.mockRestore();
    vi.useRealTimers();
  });
  const cache = createStateCache({} as pg.Pool, {} as EventKeys);
  const keep = () => {
    const state = { text: 'a secret' };
    cache.keep('anecdote-1', 1, { ...emptyStream(state), revision: 8 });
    return new WeakRef(state);
  };
  const kept = keep();
  // A WeakRef keeps its target until the end of the current job.
  const isInMemory = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    return kept.deref() !== undefined;
  };
  expect(await isInMemory()).toBe(true);
  vi.advanceTimersByTime(5 * 60_000 + 10);
  expect(await isInMemory()).toBe(false);
});
