import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from './fold.ts';
import { parseSearch } from './query.ts';

/** The terms as short texts: kind, text or days, and a minus when it is excluded. */
function terms(text: string): string[] {
  return parseSearch(text).map(({ isExcluded, ...term }) => {
    const value =
      'text' in term ? term.text : 'from' in term || 'to' in term ? `${term.from ?? ''}..${term.to ?? ''}` : '';
    return `${isExcluded ? '-' : ''}${term.kind} ${value}`.trim();
  });
}

test.each([
  ['herons  Canal', ['word herons', 'word canal']],
  ['Café, Bäckerei!', ['word cafe', 'word backerei']],
  ['Straße İzmir ΟΔΟΣ', ['word strasse', 'word izmir', 'word οδοσ']],
  ['#garden c++ C# 10:30 half-time', ['word garden', 'word c++', 'word c#', 'word 10:30', 'word half-time']],
  ['coffee & tea - now', ['word coffee', 'word tea', 'word now']],
  ['雨 😀 ❤️', ['word 雨', 'word 😀', 'word ❤']],
  ['"The  Canal" late', ['phrase the canal', 'word late']],
  ['“smart quotes”', ['phrase smart quotes']],
  ['-rain -"two words"', ['-word rain', '-phrase two words']],
  ['tag:Work TAG:#home tag:"Two Words" -tag:x', ['tag work', 'tag home', 'tag two words', '-tag x']],
  [String.raw`tag:"5\" Nails" -"say \"hi\"" tag:5\"`, ['tag 5" nails', '-phrase say "hi"', 'tag 5"']],
  [String.raw`tag:“the \“old\” man” "C:\"`, ['tag the “old” man', 'phrase c:\\']],
  ['place:Zürich place:"Tram 11"', ['place zurich', 'place tram 11']],
  ['has:place -has:place is:linked', ['has-place', '-has-place', 'is-linked']],
  ['', []],
  ['  \t', []],
])('%s is read as terms', (text, expected) => {
  expect(terms(text)).toEqual(expected);
});

test.each([
  ['before:2026', '..2025-12-31'],
  ['before:2026-01-05', '..2026-01-04'],
  ['after:2026-01', '2026-02-01..'],
  ['after:2024-02-28', '2024-02-29..'],
  ['on:2024-02', '2024-02-01..2024-02-29'],
  ['on:2026-03-01', '2026-03-01..2026-03-01'],
  ['on:0001', '0001-01-01..0001-12-31'],
  ['on:0004-02', '0004-02-01..0004-02-29'],
  ['before:0001-01', '9999-12-31..0001-01-01'],
  ['after:9999', '9999-12-31..0001-01-01'],
])('%s is a period of days', (text, days) => {
  expect(terms(text)).toEqual([`period ${days}`]);
});

test.each([
  ['before:yesterday', ['word before:yesterday']],
  ['on:2026-02-30 on:2026-13 on:0000', ['word on:2026-02-30', 'word on:2026-13', 'word on:0000']],
  ['has:everything is:odd colour:red', ['word has:everything', 'word is:odd', 'word colour:red']],
  ['tag: x', ['word tag', 'word x']],
  ['"not closed', ['word not', 'word closed']],
  ['tag:"not closed', ['tag not', 'word closed']],
  ['"', ['word "']],
  ['%', ['word %']],
  ['--', ['word --']],
  ['""', ['word ""']],
])('%s is taken as plain words', (text, expected) => {
  expect(terms(text)).toEqual(expected);
});

test('a query has at most 20 terms, each once', () => {
  expect(parseSearch(Array.from({ length: 100 }, (_, index) => `word${index}`).join(' '))).toHaveLength(20);
  expect(terms('rain Rain "rain" -rain tag:rain rain')).toEqual(['word rain', 'phrase rain', '-word rain', 'tag rain']);
});

test('every text that is not blank gives at least one term, and no text is refused', () => {
  const pieces = fc.constantFrom(
    '"',
    '-',
    ':',
    ' ',
    'tag:',
    'on:',
    '2026',
    'a',
    'ß',
    '雨',
    '😀',
    '\u0301',
    '%',
    '\\',
    '(',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(pieces).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const isBlank = parseSearch(text).length === 0;
      expect(isBlank).toBe(foldText(text).trim() === '');
    }),
  );
});
