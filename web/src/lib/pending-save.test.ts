import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowserTab } from './browser-stand-in.ts';

const SLOT = 'ann:new:tab';
const HOUR = 3_600_000;
const save = { key: 'k1', payload: { description: 'A robin.' } };

/** The storage of the browser, which outlives the pages of the test. */
let localData: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  localData = new Map();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a page of the browser, as after a reload. */
function openPage() {
  openBrowserTab({ localData });
  return import('./pending-save.ts');
}

test('a save whose page was left before its answer is found by the next page for 12 h', async () => {
  const first = await openPage();
  first.rememberSent(SLOT, 'create', save);
  expect(first.interruptedSave(SLOT)).toBeUndefined();
  const next = await openPage();
  vi.advanceTimersByTime(12 * HOUR - 1);
  expect(next.interruptedSave(SLOT)).toMatchObject({ kind: 'create', save });
  vi.advanceTimersByTime(1);
  expect(next.interruptedSave(SLOT)).toBeUndefined();
  expect(localData.size).toBe(0);
});

test('a save that was answered is not found, and the answer to an earlier one does not remove a later one', async () => {
  const first = await openPage();
  first.rememberSent(SLOT, 'create', save);
  first.rememberSent(SLOT, 'create', { ...save, key: 'k2' });
  first.forgetSent(SLOT, 'k1');
  expect((await openPage()).interruptedSave(SLOT)).toMatchObject({ save: { key: 'k2' } });
  first.forgetSent(SLOT, 'k2');
  expect((await openPage()).interruptedSave(SLOT)).toBeUndefined();
});

test('an interrupted save moves with its draft', async () => {
  (await openPage()).rememberSent(SLOT, 'create', save);
  const next = await openPage();
  next.movePendingSave(SLOT, 'ann:new:other');
  expect(next.interruptedSave(SLOT)).toBeUndefined();
  expect(next.interruptedSave('ann:new:other')).toMatchObject({ save });
});
