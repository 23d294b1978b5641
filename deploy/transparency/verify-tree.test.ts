import { expect, test } from 'vitest';
import { describeTree } from './verify-tree.ts';

const tree = { leaves: 2, firstDifference: null, beyondLog: 0, damaged: [] };
const lineAbout = (checkpoints: Parameters<typeof describeTree>[0]['checkpoints']) =>
  describeTree({ isSound: true, events: 2, root: 'r', tree, checkpoints }).split('\n')[1];

test('a report tells no checkpoints apart from none that is sound', () => {
  expect(lineAbout({ sound: 0, lastSound: null, faults: [] })).toBe('Checkpoints none yet');
  expect(lineAbout({ sound: 0, lastSound: null, faults: [{ file: 'a', fault: 'b' }] })).toBe('Checkpoints 0 sound');
  const lastSound = { file: 'a', size: 2 };
  expect(lineAbout({ sound: 1, lastSound, faults: [] })).toBe('Checkpoints 1 sound, the last of 2 events');
});
