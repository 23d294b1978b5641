import { anecdote } from '@anecdotes/tests/support/anecdote-view';
import { expect, test } from 'vitest';
import { linkValue, nodeValue, WEIGHED_LENGTH } from './weights.ts';

test('an anecdote weighs at least 10 and at most 100', () => {
  expect(nodeValue(anecdote('x'))).toBe(10);
  expect(nodeValue(anecdote('x', { description: 'a'.repeat(40), tags: ['a', 'b'], reaction_count: 1 }))).toBe(40);
  expect(nodeValue(anecdote('x', { description: 'a'.repeat(20_000) }))).toBe(100);
});

test('the weight of an anecdote depends only on the first characters of its text', () => {
  const texts = ['😀'.repeat(300), 'a'.repeat(WEIGHED_LENGTH - 1), 'a'.repeat(300)];
  for (const description of texts) {
    const first = Array.from(description).slice(0, WEIGHED_LENGTH).join('');
    expect(nodeValue(anecdote('x', { description: first }))).toBe(nodeValue(anecdote('x', { description })));
  }
});

test('a link is stronger the more tags are shared and the nearer the times are, at most 50', () => {
  const tagged = anecdote('a', { tags: ['sleep', 'tram'] });
  const later = (hours: number) => new Date(Date.parse(tagged.timestamp) + hours * 3_600_000).toISOString();
  expect(linkValue(tagged, anecdote('b', { timestamp: later(168) }))).toBe(20);
  expect(linkValue(tagged, anecdote('b', { timestamp: later(24) }))).toBe(30);
  expect(linkValue(tagged, anecdote('b', { timestamp: later(23) }))).toBe(35);
  expect(linkValue(tagged, anecdote('b', { tags: ['tram'], timestamp: later(400) }))).toBe(30);
  expect(linkValue(tagged, tagged)).toBe(50);
});
