import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

test('a progress bar stays at 100 % when the log has grown since its end was read', () => {
  let drawn = '';
  const output = { isTTY: true, write: (text: string) => (drawn += text) } as unknown as NodeJS.WriteStream;
  createProgress(output, new AbortController().signal).step('Views', 12n, 10n);
  expect(drawn).toContain(`${'█'.repeat(30)} 100.0 % `);
});
