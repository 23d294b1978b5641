import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowserTab } from './browser-stand-in.ts';

let own: Map<string, string>;

beforeEach(() => {
  own = openBrowserTab().own;
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const load = () => import('./position.ts');

/** Loads the module as a reload of the tab does. */
async function reload() {
  openBrowserTab({ own });
  return load();
}

test('the highest position that was heard of is known, also after a reload of the tab', async () => {
  const position = await load();
  expect(position.knownPosition()).toBeNull();
  position.raisePosition('9');
  position.raisePosition('12');
  position.raisePosition('7');
  expect(position.knownPosition()).toBe('12');
  expect((await reload()).knownPosition()).toBe('12');
});

test('positions are compared as whole numbers of any size', async () => {
  const position = await load();
  position.raisePosition('9007199254740993');
  position.raisePosition('9007199254740992');
  expect(position.knownPosition()).toBe('9007199254740993');
  position.raisePosition('10000000000000000');
  expect(position.knownPosition()).toBe('10000000000000000');
});

test.each([null, '', '-1', '1.5', 'ten'])('the position %j is ignored', async (told) => {
  const position = await load();
  position.raisePosition(told);
  expect(position.acceptRead(told)).toBe(true);
  expect(position.knownPosition()).toBeNull();
});

test('a read from before a change that was heard of is not accepted', async () => {
  const position = await load();
  position.raisePosition('9');
  expect(position.acceptRead('8')).toBe(false);
  expect(position.acceptRead('9')).toBe(true);
  expect(position.acceptRead('10')).toBe(true);
});

test('a read older than another read is accepted as long as no change was heard of', async () => {
  const position = await load();
  expect(position.acceptRead('10')).toBe(true);
  expect(position.acceptRead('8')).toBe(true);
  expect(position.knownPosition()).toBe('10');
});

test('a demanded position is asked of every read and refuses none', async () => {
  const position = await load();
  position.demandPosition('9');
  expect(position.knownPosition()).toBe('9');
  expect(position.acceptRead('8')).toBe(true);
});

test('what is shown covers a position when its oldest read was answered there or later', async () => {
  const position = await load();
  expect(position.isCovered('1')).toBe(false);
  position.acceptRead('10');
  position.acceptRead('8');
  expect(position.isCovered('8')).toBe(true);
  expect(position.isCovered('9')).toBe(false);
});

test('the first change counts as shown, later ones only once everything was read again', async () => {
  const position = await load();
  position.raisePosition('5');
  expect(position.isCovered('5')).toBe(true);
  position.raisePosition('6');
  expect(position.isCovered('6')).toBe(false);
  expect(position.coverKnown()).toBe(true);
  expect(position.isCovered('6')).toBe(true);
  expect(position.coverKnown()).toBe(false);
});

test('a person who leaves leaves no position behind', async () => {
  const position = await load();
  position.raisePosition('9');
  position.acceptRead('9');
  position.forgetPosition();
  expect(position.knownPosition()).toBeNull();
  expect(position.isCovered('1')).toBe(false);
  expect(position.acceptRead('3')).toBe(true);
  position.forgetPosition();
  expect((await reload()).knownPosition()).toBeNull();
});
