import { expect, test } from 'vitest';
import { settled } from './transaction.ts';

const failed = (code: string) => Object.assign(new Error(code), { code });

test('statements of one transaction give their results in order', async () => {
  expect(await settled([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
});

test('a failed transaction throws the error that caused it, and only once no statement is running', async () => {
  const last = Promise.withResolvers<void>();
  let isOver = false;
  const all = settled([
    last.promise.then(() => {
      isOver = true;
    }),
    Promise.reject(failed('25P02')),
    Promise.reject(failed('23505')),
  ]);
  const outcome = all.catch((error: unknown) => ({ error, isOver }));
  setImmediate(last.resolve);
  expect(await outcome).toEqual({ error: failed('23505'), isOver: true });
});
