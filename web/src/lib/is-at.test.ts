import { afterEach, expect, test, vi } from 'vitest';
import { isAt } from './is-at.ts';

afterEach(() => vi.unstubAllGlobals());

test('an address may end in a slash and have capital letters, as for the router', () => {
  for (const pathname of ['/tags', '/tags/', '/Tags']) {
    vi.stubGlobal('location', { pathname });
    expect(isAt('/tags')).toBe(true);
    expect(isAt('/dashboard')).toBe(false);
  }
});
