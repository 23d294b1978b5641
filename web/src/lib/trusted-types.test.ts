import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enforceTrustedTypes, trusted } from './trusted-types.ts';

beforeEach(() => vi.stubGlobal('location', new URL('https://journal.example/dashboard')));
afterEach(() => vi.unstubAllGlobals());

test('only the markup of map controls may be written as text', () => {
  expect(trusted.createHTML('<span aria-hidden="true">+</span>')).not.toBeNull();
  for (const text of ['<b>', '<img src=x onerror=alert(1)>', '<svg/> ', '<svg/><script>1</script>']) {
    expect([text, trusted.createHTML(text)]).toEqual([text, null]);
  }
});

test.each([
  ['/sw.js', true],
  ['https://journal.example/assets/layout-worker-Cv_3-a9Z.js', true],
  ['https://elsewhere.example/sw.js', false],
  ['//elsewhere.example/assets/layout-worker-a.js', false],
  ['/assets/layout-worker-a/../index-b.js', false],
  ['/assets/index-Cv3a9Z.js', false],
  ['/sw.js?x', false],
  ['/api/sw.js', false],
  ['data:text/javascript,1', false],
  ['blob:https://journal.example/0197c000', false],
])('whether a worker may be started from %s: %s', (address, isAllowed) => {
  expect(trusted.createScriptURL(address)).toBe(isAllowed ? address : null);
});

test('the browser gets the rules as its default policy, and one without trusted types gets none', () => {
  enforceTrustedTypes();
  const createPolicy = vi.fn();
  vi.stubGlobal('trustedTypes', { createPolicy });
  enforceTrustedTypes();
  expect(createPolicy.mock.calls).toEqual([['default', trusted]]);
  expect(trusted).not.toHaveProperty('createScript');
});
