import { expect, test } from 'vitest';
import { stemOf } from './stem.ts';

test.each([
  ['heron', 'herons', "heron's"],
  ['sleep', 'sleeps', 'sleeping'],
  ['walk', 'walks', 'walked', 'walking'],
  ['run', 'runs', 'running'],
  ['make', 'makes', 'making'],
  ['bake', 'baked', 'baking'],
  ['baby', 'babies'],
  ['carry', 'carries', 'carried', 'carrying'],
  ['box', 'boxes'],
  ['church', 'churches'],
  ['glass', 'glasses'],
  ['stop', 'stopped', 'stopping'],
  ['call', 'called', 'calling'],
  ['reiher', 'reihern', 'reihers'],
  ['vogel', 'vogeln'],
  ['blume', 'blum'],
  ['lantern', 'lanterns'],
])('the forms of %s have one stem', (...forms) => {
  expect(new Set(forms.map(stemOf)).size).toBe(1);
});

test.each([['bus'], ['this'], ['glass'], ['need'], ['sing'], ['thing'], ['red'], ['кофейня'], ['雨'], ['tea']])(
  '%s is its own stem',
  (word) => {
    expect(stemOf(word)).toBe(word);
  },
);
