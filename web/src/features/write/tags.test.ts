import { expect, test } from 'vitest';
import { tagProblem } from '../../anecdote/tag-length.ts';
import { addTag, completeTag, hashTagsIn, parseTags, suggestTags, tagInput } from './tags.ts';

test('tags are split at commas, trimmed and lowercased, and empty or repeated ones are dropped', () => {
  expect(parseTags(' Work, ,sleep,work ,')).toEqual(['work', 'sleep']);
});

test('the commas of other scripts separate tags too', () => {
  expect(parseTags('قهوة، شاي')).toEqual(['قهوة', 'شاي']);
  expect(parseTags('散歩、雨，茶,tea')).toEqual(['散歩', '雨', '茶', 'tea']);
  expect(suggestTags('散歩、ener', [])).toEqual(['energy', 'energized']);
  expect(completeTag('散歩、雨，sl', 'sleep')).toBe('散歩, 雨, sleep, ');
});

test('a stored tag with a comma of another script stays one tag while others are typed, completed and added', () => {
  const stored = ['قهوة، شاي', '散歩、雨，茶'];
  const input = tagInput(stored);
  expect(parseTags(input)).toEqual(stored);
  expect(parseTags(`${input}、tea`)).toEqual([...stored, 'tea']);
  expect(parseTags(completeTag(`${input}，sl`, 'sleep'))).toEqual([...stored, 'sleep']);
  expect(parseTags(completeTag('wo', '散歩、雨'))).toEqual(['散歩、雨']);
  expect(parseTags(addTag(input, 'walk'))).toEqual([...stored, 'walk']);
  expect(suggestTags('散歩', stored)).toEqual(['散歩、雨，茶']);
});

test('tags that look equal but are encoded differently are one tag', () => {
  expect(parseTags('caf\u00e9, cafe\u0301')).toEqual(['café']);
  expect(suggestTags('cafe\u0301', ['caf\u00e9'])).toEqual([]);
  expect(suggestTags('cafe\u0301', ['caf\u00e9s'])).toEqual(['caf\u00e9s']);
});

test('invisible characters are not part of a tag, but the joiners of a word or an emoji are', () => {
  expect(parseTags('wo\u200brk, \u202ework\u202c, می\u200cخواهم, 👩\u200d👧, \u200b')).toEqual([
    'work',
    'می\u200cخواهم',
    '👩\u200d👧',
  ]);
  expect(suggestTags('ener\u200b', [])).toEqual(['energy', 'energized']);
});

test('a tab, a line break or another control character that was pasted with a tag becomes a space', () => {
  expect(parseTags('early\tmorning, \t, late\vevening, night\u2028train\u0007')).toEqual([
    'early morning',
    'late evening',
    'night train',
  ]);
});

test('a leading # is not part of a tag', () => {
  expect(parseTags('coffee, #coffee, # Tea, ##tram, #, c#')).toEqual(['coffee', 'tea', 'tram', 'c#']);
  expect(suggestTags('#ener', [])).toEqual(['energy', 'energized']);
});

test('suggestions contain the last fragment and leave out tags that are entered already', () => {
  expect(suggestTags('energy, ener', [])).toEqual(['energized']);
});

test('the tags of the person come before the common ones', () => {
  expect(suggestTags('s', ['sister', 'swim'])).toEqual(['sister', 'swim', 'exercise', 'sleep', 'solution', 'positive']);
});

test('a tag of more than 64 characters is too long', () => {
  expect(tagProblem(parseTags(`work, ${'👩'.repeat(64)}`))).toBeUndefined();
  expect(tagProblem(parseTags(`work, ${'x'.repeat(65)}, sleep`))).toBe('A tag must be at most 64 characters');
});

test('nothing is suggested before anything is typed', () => {
  expect(suggestTags('work, ', ['sleep'])).toEqual([]);
});

test('a chosen suggestion replaces the fragment and leaves room for the next tag', () => {
  expect(completeTag('work, sl', 'sleep')).toBe('work, sleep, ');
  expect(completeTag('sl', 'sleep')).toBe('sleep, ');
});

test('words with a # in front are offered as tags, each once and at most six, except existing tags', () => {
  expect(hashTagsIn('A #Walk with #mara, #walk (#été) and #rain', 'Rain')).toEqual(['walk', 'mara', 'été']);
  expect(hashTagsIn('#a #b #c #d #e #f #g', '')).toHaveLength(6);
});

test('a word with vowel signs, combining accents or joiners is offered whole', () => {
  expect(hashTagsIn('#हिन्दी #cafe\u0301 #שָׁלוֹם #می\u200cخواهم', '')).toEqual([
    'हिन्दी',
    'café',
    'שָׁלוֹם'.normalize('NFC'),
    'می\u200cخواهم',
  ]);
  expect(hashTagsIn('हिन्दी#rain', '')).toEqual([]);
});

test('a number, an address and a # inside a word are not offered as tags', () => {
  expect(hashTagsIn('Line #4, C#major, https://example.org/#part and &#x;', '')).toEqual([]);
});

test('an added tag is placed after the others', () => {
  expect(addTag('', 'walk')).toBe('walk');
  expect(addTag('Rain, ', 'walk')).toBe('rain, walk');
});
