import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';
import { endlessMarkdown, markdownPayloads } from './markdown-payloads.ts';

const markupOf = (text: string, linked = true) => renderToStaticMarkup(<Markdown text={text} linked={linked} />);

/** The HTML without the attributes that every block and link has. */
const plainMarkupOf = (text: string) =>
  markupOf(text)
    .replaceAll(' dir="auto"', '')
    .replaceAll(' target="_blank" rel="noopener noreferrer nofollow"', '')
    .replaceAll(' start="1"', '');

const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

test.each([
  [
    'emphasis',
    '*a* and _b_, **c** and __d__',
    '<p><em>a</em> and <em>b</em>, <strong>c</strong> and <strong>d</strong></p>',
  ],
  ['a list', '- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
  ['a numbered list', '3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['a year at the beginning', '1986. What a year.', '<ol start="1986"><li>What a year.</li></ol>'],
  ['a quote', '> a\n> b', '<blockquote><p>a\nb</p></blockquote>'],
  ['a link', '[a](https://example.org/?b=c&d "e")', '<p><a href="https://example.org/?b=c&amp;d">a</a></p>'],
  ['an address', 'a https://example.org/b.', '<p>a <a href="https://example.org/b">https://example.org/b</a>.</p>'],
  [
    'an address in brackets',
    '<https://example.org/b>',
    '<p><a href="https://example.org/b">https://example.org/b</a></p>',
  ],
  [
    'an address inside a link',
    '[https://a.example](https://b.example)',
    '<p><a href="https://b.example/">https://a.example</a></p>',
  ],
  ['code', 'a `b *c*` d', '<p>a <code>b *c*</code> d</p>'],
  ['a block of code', '```js\na *b*\n  c\n```', '<pre><code>a *b*\n  c\n</code></pre>'],
  ['a heading', '# a *b*', '<p><strong>a <em>b</em></strong></p>'],
  ['lines and paragraphs', 'a\nb  \nc\n\nd', '<p>a\nb\nc</p><p>d</p>'],
])('%s is rendered', (_, text, markup) => {
  expect(plainMarkupOf(text)).toBe(markup);
});

test.each([
  '#tag and 2 * 3 * 4 with snake_case_words',
  '<b>bold</b> &amp; &copy; <!-- a -->',
  '![an image](https://example.org/a.png)',
  '![an image](https://example.org/a.png "its title")',
  '[a]: https://example.org',
  '[a][b] and [c]',
  '---',
  '| a | b |\n|---|---|\n| c | d |',
  '~~a~~ and ==b== and H~2~O',
  '    indented, but no code',
  '[a](javascript:alert(1))',
])('%j is shown as written', (text) => {
  expect(textOf(markupOf(text)).trim()).toBe(text.trim());
});

const allowed = new Set(['p', 'ul', 'ol', 'li', 'blockquote', 'em', 'strong', 'code', 'pre', 'a']);
const attributes =
  /^(?: dir="auto"| start="\d+"| href="https?:\/\/[^"\s<>]+" target="_blank" rel="noopener noreferrer nofollow")*$/;

test('no payload produces an element, an attribute or a link that can run or load anything', () => {
  expect(markdownPayloads.length).toBeGreaterThanOrEqual(100);
  for (const text of markdownPayloads) {
    // Text is escaped, so each remaining < belongs to a tag.
    for (const [tag, , name = '', rest = ''] of markupOf(text).matchAll(/<(\/?)([^\s>/]*)([^>]*)>/g)) {
      expect(allowed, `${tag} of ${text}`).toContain(name);
      expect(rest, `${tag} of ${text}`).toMatch(attributes);
    }
    expect(markupOf(text), text).not.toMatch(/href="[^"]*@/);
  }
});

test.each([
  ['a link', '*see* [a](https://example.org/b "c")', '<p><em>see</em> [a](https://example.org/b &quot;c&quot;)</p>'],
  ['an address', 'a https://example.org/b.', '<p>a https://example.org/b.</p>'],
  ['an address in brackets', '<https://example.org/b>', '<p>&lt;https://example.org/b&gt;</p>'],
  ['an image', '![a](https://example.org/b.png)', '<p>![a](https://example.org/b.png)</p>'],
  ['an address in deep markup', `${'>'.repeat(60)} https://example.org`, `${'&gt;'.repeat(60)} https://example.org`],
])('without links, %s is shown as written', (_, text, markup) => {
  expect(markupOf(text, false).replaceAll(' dir="auto"', '')).toBe(markup);
});

test('without links, no payload becomes one', () => {
  for (const text of markdownPayloads) expect(markupOf(text, false), text).not.toMatch(/<a\b/);
});

test('the text of payloads is shown completely', () => {
  for (const text of markdownPayloads.filter((each) => !/[\n`\\#>*]/.test(each) && !/\]\(https?:|^<https/.test(each))) {
    expect(textOf(markupOf(text)).replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
  }
});

// Other parsers take minutes for the worst of them, and would exceed the time limit of a test.
test('20,000 characters of repeated markup are parsed soon and stay visible', () => {
  for (const text of endlessMarkdown) {
    const markup = markupOf(text);
    if (/\S/.test(text) && !/^[-#>\d`~]/.test(text.trim())) expect(textOf(markup).length).toBeGreaterThan(100);
  }
});

test('markup nested deeper than the limit is shown as written', () => {
  const text = `${'>'.repeat(60)} deep`;
  expect(textOf(markupOf(text))).toBe(text);
});
