import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText, foldWithOrigins } from './fold.ts';

test.each([
  ['Café', 'cafe'],
  ['BÄCKEREI', 'backerei'],
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['Łódź', 'lodz'],
  ['Smørrebrød', 'smorrebrod'],
  ['İzmir', 'izmir'],
  ['ılık', 'ılık'],
  ['Ὀδυσσεύς', 'οδυσσευσ'],
  ['ЁЖ', 'еж'],
  ['ガス', 'ガス'],
  ['한국', '한국'],
  ['ㅋㅋㅠㅠ', 'ㅋㅋㅠㅠ'],
  ['ﬁnal oﬀer', 'final offer'],
  ['２０２６ Ｔｏｋｙｏ', '2026 tokyo'],
  ['ｶﾞｽ', 'ガス'],
  ['m² …', 'm2 ...'],
  ['❤️', '❤'],
  ['Do\u00adnau \u200ewalk\u200b', 'donau walk'],
  ['one\ntwo', 'one two'],
  ['One.  Two', 'one. two'],
  ['été\n\n\u00a0deux', 'ete deux'],
])('%s is compared as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(text.normalize('NFD'))).toBe(folded);
});

test('each folded character can be traced to the characters it comes from', () => {
  const pieces = fc.constantFrom(
    'a',
    'É',
    'e\u0301',
    'ß',
    'İ',
    'Æ',
    '😀',
    '雨',
    'ㅋ',
    'ㅠ',
    '\u1112',
    '\u1161',
    '\u11ab',
    '하',
    'ﾾ',
    'ￂ',
    'ﾤ',
    'Σ',
    ' ',
    '\n',
    '\n\u0e31',
    '❤️',
    '\u00ad',
    '\u200b\u0e31',
    'q\u0303',
    'ﬁ',
    '２',
    'ｶ',
    'ﾞ',
    '…',
    '´',
    '½',
    'น้ำ',
    'ㅋ',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      const { folded, originOf } = foldWithOrigins(text);
      expect(folded).toBe(foldText(text));
      for (let unit = 0; unit < folded.length; unit += 1) {
        const { start, end } = originOf(unit);
        expect(foldText(text.slice(start, end))).toContain(folded[unit]);
      }
    }),
  );
});
