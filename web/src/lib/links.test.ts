import { expect, test } from 'vitest';
import { linkParts, webAddress } from './links.ts';

const linksIn = (text: string) => linkParts(text).flatMap(({ text, href }) => (href === undefined ? [] : [text]));

test.each([
  ['See https://example.org/a?b=c#d now', ['https://example.org/a?b=c#d']],
  ['HTTP://EXAMPLE.ORG and http://a.example, both', ['HTTP://EXAMPLE.ORG', 'http://a.example']],
  ['It was at https://example.org.', ['https://example.org']],
  ['(https://example.org/a_(b))', ['https://example.org/a_(b)']],
  ['“https://example.org/x”, she said', ['https://example.org/x']],
  ['https://example.org/ü/日本。次', ['https://example.org/ü/日本']],
  ['https://[::1]:3000/x', ['https://[::1]:3000/x']],
])('the web addresses of %j are %j', (text, addresses) => {
  expect(linksIn(text)).toEqual(addresses);
});

test.each([
  'javascript:alert(1)',
  'ftp://example.org',
  'data:text/html,x',
  '//example.org',
  'xhttps://example.org',
  'https://',
  'https:///example.org',
  'https://user@example.org',
  'https://user:secret@example.org',
  'https://exa\\mple.org',
  'https://example.org\u202e/x',
  ' https://example.org',
])('%j is not a web address', (text) => {
  expect(webAddress(text)).toBeUndefined();
});

test('the parts of a text add up to the whole text, and each has its start index', () => {
  const text = 'a https://example.org/, b http://x.example) c';
  const parts = linkParts(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  for (const { text: part, start } of parts) expect(text.slice(start, start + part.length)).toBe(part);
});

test('texts of 20,000 brackets, dots or beginnings of addresses are parsed within 2 seconds', () => {
  const began = performance.now();
  for (const text of [
    `https://a.b/${')'.repeat(20_000)}`,
    'https://'.repeat(2_500),
    `https://a.b/${'.'.repeat(20_000)}`,
  ]) {
    expect(linkParts(text).length).toBeGreaterThan(0);
  }
  expect(performance.now() - began).toBeLessThan(2_000);
});
