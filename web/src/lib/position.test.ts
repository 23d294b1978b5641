import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowserTab } from './browser-stand-in.ts';

let sessionData: Map<string, string>;

beforeEach(() => {
  sessionData = openBrowserTab().sessionData;
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const load = () => import('./position.ts');

/** Loads the module as a reload of the tab does. */
async function reload() {
  openBrowserTab({ sessionData });
  return load();
}

test('the highest recorded position is known, also after a reload of the tab', async () => {
  const position = await load();
  expect(position.knownPosition()).toBeNull();
  position.recordChange('9');
  position.recordChange('12');
  position.recordChange('7');
  expect(position.knownPosition()).toBe('12');
  expect((await reload()).knownPosition()).toBe('12');
});

test('positions are compared as whole numbers of any size', async () => {
  const position = await load();
  position.recordChange('9007199254740993');
  position.recordChange('9007199254740992');
  expect(position.knownPosition()).toBe('9007199254740993');
  position.recordChange('10000000000000000');
  expect(position.knownPosition()).toBe('10000000000000000');
});

test.each([null, '', '-1', '1.5', 'ten'])('the invalid position %j is ignored', async (sent) => {
  const position = await load();
  position.recordChange(sent);
  expect(position.recordRead(sent)).toBe(true);
  expect(position.knownPosition()).toBeNull();
});

test('a read older than a recorded change is rejected', async () => {
  const position = await load();
  position.recordChange('9');
  expect(position.recordRead('8')).toBe(false);
  expect(position.recordRead('9')).toBe(true);
  expect(position.recordRead('10')).toBe(true);
});

test('a read older than another read is accepted as long as no change was recorded', async () => {
  const position = await load();
  expect(position.recordRead('10')).toBe(true);
  expect(position.recordRead('8')).toBe(true);
  expect(position.knownPosition()).toBe('10');
});

test('a required position is requested by every read, but older answers are still accepted', async () => {
  const position = await load();
  position.requirePosition('9');
  expect(position.knownPosition()).toBe('9');
  expect(position.recordRead('8')).toBe(true);
});

test('a position counts as shown when the oldest read was answered at that position or later', async () => {
  const position = await load();
  expect(position.isShown('1')).toBe(false);
  position.recordRead('10');
  position.recordRead('8');
  expect(position.isShown('8')).toBe(true);
  expect(position.isShown('9')).toBe(false);
});

test('the first change counts as shown, later ones only after everything was read again', async () => {
  const position = await load();
  position.recordChange('5');
  expect(position.isShown('5')).toBe(true);
  position.recordChange('6');
  expect(position.isShown('6')).toBe(false);
  expect(position.markAllShown()).toBe(true);
  expect(position.isShown('6')).toBe(true);
  expect(position.markAllShown()).toBe(false);
});

test('a reset forgets all positions, also for the next page of the tab', async () => {
  const position = await load();
  position.recordChange('9');
  position.recordRead('9');
  position.resetPosition();
  expect(position.knownPosition()).toBeNull();
  expect(position.isShown('1')).toBe(false);
  expect(position.recordRead('3')).toBe(true);
  position.resetPosition();
  expect((await reload()).knownPosition()).toBeNull();
});
