import { CreateAnecdote, limits, Problem } from '@anecdotes/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anecdoteFromPost } from './anecdote-from-post.ts';
import { readPost } from './reddit-post.ts';

const now = new Date('2026-11-20T08:00:00Z');
const url = { subreddit: 'tram', post: '1abc', slug: 'cello' };
const source = 'https://www.reddit.com/r/tram/comments/1abc/cello/';

const fromPost = (post: object) =>
  anecdoteFromPost(readPost(JSON.stringify([{ data: { children: [{ data: post }] } }]), '1abc', now), { url });
const described = (title: string, selftext?: string) => fromPost({ title, selftext }).description;

describe('a post becomes an anecdote', () => {
  test('of title, text and source, tagged, at the time it was posted', () => {
    const post = { id: '1abc', title: 'A cello', selftext: 'On the tram.', created_utc: 1_709_400_600 };
    expect(fromPost(post)).toEqual({
      description: `A cello\n\nOn the tram.\n\n${source}`,
      tags: ['reddit'],
      timestamp: '2024-03-02T17:30:00.000Z',
    });
  });

  test('in the time zone of the person who imports it', () => {
    const post = { title: 'A cello', text: '', postedAt: undefined };
    expect(anecdoteFromPost(post, { url, time_zone: 'Europe/Zurich' })).toMatchObject({ time_zone: 'Europe/Zurich' });
  });

  test.each([0, -1, 12, 4_000_000_000, 1e300])('without a time if the site gives the wrong time %d', (created_utc) => {
    expect(fromPost({ title: 'A cello', created_utc }).timestamp).toBeUndefined();
  });

  test('of title and source if the post has no text', () => {
    for (const selftext of [undefined, '', ' \n']) expect(described('A cello', selftext)).toBe(`A cello\n\n${source}`);
  });

  test('with its HTML entities decoded once', () => {
    expect(
      described('Tom &amp; Jerry &lt;3 &quot;x&quot; &#39;y&#39; &#x1F3BB;', '&amp;lt;b&amp;gt; &bogus; &#9999999;'),
    ).toBe(`Tom & Jerry <3 "x" 'y' 🎻\n\n&lt;b&gt; &bogus; &#9999999;\n\n${source}`);
  });

  test('without control characters, lone surrogates, marks of objects and the zero-width spaces of the site’s editor', () => {
    const text = 'a\u0000b\ufffc\r\nc\u001b[31m\u0085d\ud800e\n\n&amp;#x200B;\n\nf&amp;nbsp;g\u007f';
    expect(described('Two\nlines\t here', text)).toBe(`Two lines here\n\nab\nc[31m\nd\ufffde\n\n\n\nf g\n\n${source}`);
  });

  test('with markup kept as plain text', () => {
    const attack = '<img src=x onerror=alert(1)>';
    expect(described(attack, attack)).toBe(`${attack}\n\n${attack}\n\n${source}`);
  });

  test('cut at the limit with a note that says so, and with its whole source', () => {
    const long = described('A cello', '🎻'.repeat(50_000));
    expect([...long]).toHaveLength(limits.description);
    expect(long.endsWith(`🎻… [The rest is in the original post.]\n\n${source}`)).toBe(true);
    const room = limits.description - [...`A cello\n\n\n\n${source}`].length;
    expect(described('A cello', 'x'.repeat(room))).toBe(`A cello\n\n${'x'.repeat(room)}\n\n${source}`);
    expect([...described('t'.repeat(40_000), 'x')].length).toBeLessThan(600);
  });

  test('that is valid, or is refused with a problem, whatever the site sends', () => {
    const codeUnits = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
    const texts = fc.oneof(codeUnits, fc.constantFrom('&#0;', '&#xd800;', '&#x10ffff;', '\ud800', '&#55296;'));
    const text = fc.array(texts, { maxLength: 6 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, fc.double(), (title, selftext, created_utc) => {
        try {
          const anecdote = fromPost({ title, selftext, created_utc });
          expect(CreateAnecdote.parse(anecdote)).toEqual(anecdote);
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
        }
      }),
    );
  });

  test('and unknown fields such as __proto__ are ignored', () => {
    const json =
      '[{"data":{"children":[{"data":{"title":"A","__proto__":{"polluted":1},"constructor":{"prototype":{"x":1}}}}]}}]';
    expect(anecdoteFromPost(readPost(json, '1abc', now), { url }).description).toBe(`A\n\n${source}`);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
