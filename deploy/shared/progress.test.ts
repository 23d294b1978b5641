import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

test('a bar whose end has moved on since it was read stays at 100 %', () => {
  let drawn = '';
  const output = { isTTY: true, write: (text: string) => (drawn += text) } as unknown as NodeJS.WriteStream;
  createProgress(output, new AbortController().signal).step('Views', 12n, 10n);
  expect(drawn).toContain(`${'█'.repeat(30)} 100.0 % `);
});
