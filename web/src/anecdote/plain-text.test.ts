import { beforeAll, expect, test } from 'vitest';
import { openBrowserTab } from '../lib/browser-stand-in.ts';

let plainText: typeof import('./plain-text.ts').plainText;
let withoutMarkup: typeof import('./plain-text.ts').withoutMarkup;

beforeAll(async () => {
  openBrowserTab();
  ({ plainText, withoutMarkup } = await import('./plain-text.ts'));
});

test.each([
  ['**The hinge** broke, *again*.', 'The hinge broke, again.'],
  ['__All__ of _it_ and ***both***.', 'All of it and both.'],
  ['**Twice *in* one**', 'Twice in one'],
  ['- Eggs\n- Milk\n  - warm', 'Eggs\nMilk\nwarm'],
  ['> Nobody said it.\n> Twice.', 'Nobody said it.\nTwice.'],
  ['# Sunday\n1. First', 'Sunday\n1. First'],
  ['Ran `npm test` and read [the page](https://example.org/a_b_c).', 'Ran npm test and read the page.'],
  ['See <https://example.org>.', 'See https://example.org.'],
  ['```js\nlet a = 1;\n```', '\nlet a = 1;\n'],
  [String.raw`Five \* three`, 'Five * three'],
])('the markup of %j is removed', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});

test.each([
  '2 * 3 * 4 is 24',
  'snake_case_name and 5*',
  '-5 °C, #garden at 7',
  '**never closed',
  'first *line\n\nsecond* line',
  '[here](javascript:alert(1))',
  '![a picture](https://example.org/a.png)',
  '`never closed',
  'https://example.org/_a_/b',
])('%j has no markup and stays unchanged', (text) => {
  expect(plainText(text)).toBe(text);
});

test('with the layout kept, a text loses its inline markup, while lists, quotes and links keep theirs', () => {
  const text = '# **Sunday**\n\n- *eggs*\n> so `be` it, [there](https://example.org/_a_)';
  const kept = 'Sunday\n\n- eggs\n> so be it, [there](https://example.org/_a_)';
  expect(withoutMarkup(text, [], true).text).toBe(kept);
});

test('with the layout kept, the lines of a fence disappear and the code between them stays', () => {
  const text = 'It was\n\n```sh\nnpm test\n```\n\nand\n~~~\nls\n~~~';
  expect(withoutMarkup(text, [], true).text).toBe('It was\n\nnpm test\n\nand\nls');
});

test('highlights still cover the same words after the markup is removed', () => {
  const text = '- The **rusty hinge** broke';
  const start = text.indexOf('**rusty');
  const found = withoutMarkup(text, [{ start, end: text.indexOf(' broke') }]);
  expect(found.highlights.map(({ start, end }) => found.text.slice(start, end))).toEqual(['rusty hinge']);
});

test('texts of 20,000 characters of markup are processed before the test times out', () => {
  for (const markup of ['*_', '[', '`', '<https:', '> ', '\\', '**a ', '_a *']) {
    const text = markup.repeat(20_000 / markup.length);
    expect(plainText(text).length).toBeLessThanOrEqual(text.length);
  }
});

test('a text stays as written when rendering is switched off on the device', async () => {
  openBrowserTab({ localData: new Map([['render_texts', 'no']]) });
  const plain = await import('./plain-text.ts');
  expect(plain.plainText('**a**')).toBe('**a**');
});
