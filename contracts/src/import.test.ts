import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImportPost } from './import.ts';
import { publicAddressOf, readPostAddress } from './reddit-address.ts';

const good = 'https://www.reddit.com/r/Tram/comments/1abc2D/a_cello_on_the_tram/';
const address = { subreddit: 'Tram', post: '1abc2d', slug: 'a_cello_on_the_tram' };

describe('the address of a post', () => {
  test.each([
    good,
    good.slice(0, -1),
    ` ${good}\n`,
    good.replace('www.', ''),
    good.replace('www', 'old'),
    good.replace('www', 'new'),
    good.replace('www', 'np'),
    good.replace('https://www.reddit.com', 'HTTPS://WWW.Reddit.COM'),
    `${good}?utm_source=share&utm_medium=web`,
    `${good}#comments`,
  ])('is read from %j', (text) => {
    expect(readPostAddress(text)).toEqual(address);
  });

  test('is written as an address of the public site', () => {
    const old = readPostAddress('https://old.reddit.com/r/tram/comments/1ABC/cello?x=1');
    expect(old && publicAddressOf(old)).toBe('https://www.reddit.com/r/tram/comments/1abc/cello/');
  });

  test('is written without its title when that has non-ASCII letters', () => {
    const read = readPostAddress('https://www.reddit.com/r/tram/comments/1abc/größe/');
    expect(read && publicAddressOf(read)).toBe('https://www.reddit.com/r/tram/comments/1abc/');
  });

  test.each([
    '',
    'cello',
    'www.reddit.com/r/tram/comments/1abc/cello/',
    'http://www.reddit.com/r/tram/comments/1abc/cello/',
    'ftp://www.reddit.com/r/tram/comments/1abc/cello/',
    'javascript:alert(1)//https://www.reddit.com/r/tram/comments/1abc/cello/',
    'https://www.reddit.com/r/tram/comments/1abc',
    'https://www.reddit.com/r/tram/comments/1abc/',
    'https://www.reddit.com/r/tram/comments/1abc//',
    'https://www.reddit.com/r/tram/comments/1abc/cello/1def/',
    'https://www.reddit.com/r/tram/comments/1abc/cello//',
    'https://www.reddit.com/r/tram/comments/1abc/cello/../../../api',
    'https://www.reddit.com/r/tram/comments/1abc-d/cello/',
    'https://www.reddit.com/r/tr.am/comments/1abc/cello/',
    'https://www.reddit.com/r/../comments/1abc/cello/',
    'https://www.reddit.com/r/%2e%2e/comments/1abc/cello/',
    'https://www.reddit.com/user/tram/comments/1abc/cello/',
    'https://www.reddit.com/r/tram/',
    'https://redd.it/1abc',
    'https://i.reddit.com/r/tram/comments/1abc/cello/',
    'https://reddit.com.evil.example/r/tram/comments/1abc/cello/',
    'https://evilreddit.com/r/tram/comments/1abc/cello/',
    'https://evil.example/https://www.reddit.com/r/tram/comments/1abc/cello/',
    'https://evil.example/?https://www.reddit.com/r/tram/comments/1abc/cello/',
    'https://www.reddit.com:443/r/tram/comments/1abc/cello/',
    'https://www.reddit.com:22/r/tram/comments/1abc/cello/',
    'https://www.reddit.com./r/tram/comments/1abc/cello/',
    'https://user@www.reddit.com/r/tram/comments/1abc/cello/',
    'https://user:pass@www.reddit.com/r/tram/comments/1abc/cello/',
    'https://www.reddit.com@169.254.169.254/r/tram/comments/1abc/cello/',
    'https://169.254.169.254/r/tram/comments/1abc/cello/',
    'https://127.0.0.1/r/tram/comments/1abc/cello/',
    'https://127.1/r/tram/comments/1abc/cello/',
    'https://2130706433/r/tram/comments/1abc/cello/',
    'https://0x7f000001/r/tram/comments/1abc/cello/',
    'https://0177.0.0.1/r/tram/comments/1abc/cello/',
    'https://[::1]/r/tram/comments/1abc/cello/',
    'https://[::ffff:169.254.169.254]/r/tram/comments/1abc/cello/',
    'https://localhost/r/tram/comments/1abc/cello/',
    'https://ｗｗｗ.reddit.com/r/tram/comments/1abc/cello/',
    'https://www.ｒeddit.com/r/tram/comments/1abc/cello/',
    'https://www.reddit。com/r/tram/comments/1abc/cello/',
    'https://www.re\tddit.com/r/tram/comments/1abc/cello/',
    'https://www.re\nddit.com/r/tram/comments/1abc/cello/',
    'https://www.reddit.com\\@evil.example/r/tram/comments/1abc/cello/',
    'https:\\\\www.reddit.com\\r\\tram\\comments\\1abc\\cello\\',
    'https:///www.reddit.com/r/tram/comments/1abc/cello/',
    'https:/www.reddit.com/r/tram/comments/1abc/cello/',
    '//www.reddit.com/r/tram/comments/1abc/cello/',
    'https://www.reddit.com/r/tram/comments/1abc/ce llo/',
    'https://www.reddit.com/r/tram/comments/1abc/cello/\u0000',
    'https://www.reddit.com/r/tram/comments/1abc/ce\u0000llo/',
    'https://www.reddit.com/r/tram/comments/1abc/cello/ https://evil.example',
    'https://www.reddit.com/r/tram/comments/1abc/cello/\nhttps://evil.example',
    'https://www.reddit.com/r/tram%2fx/comments/1abc/cello/',
    'https://www.reddit.com/r/tram/comments/1abc%2f..%2f/cello/',
    `https://www.reddit.com/r/${'x'.repeat(51)}/comments/1abc/cello/`,
    `https://www.reddit.com/r/tram/comments/${'1'.repeat(14)}/cello/`,
    `https://www.reddit.com/r/tram/comments/1abc/${'x'.repeat(401)}/`,
    `https://www.reddit.com/r/tram/comments/1abc/cello/?${'x'.repeat(2_048)}`,
  ])('is not accepted from %j', (text) => {
    expect(readPostAddress(text)).toBeUndefined();
  });

  test('is accepted only if it is on reddit.com, whatever is typed', () => {
    const hosts = fc.constantFrom('www.reddit.com', 'reddit.com', 'evil.example', '127.0.0.1', '[::1]', 'ｒeddit.com');
    const odd = fc.constantFrom('@', ':', '/', '\\', '?', '#', '%2f', '..', '\t', '\u0000', 'ſ', 'K', '。', '');
    const parts = fc.array(fc.oneof(hosts, odd, fc.constantFrom('https://', '/r/a', '/comments/1', '/t/')), {
      maxLength: 9,
    });
    fc.assert(
      fc.property(parts, (pieces) => {
        const text = pieces.join('');
        const read = readPostAddress(text);
        if (read === undefined) return;
        const { protocol, hostname, port, username, pathname } = new URL(text);
        expect([protocol, port, username]).toEqual(['https:', '', '']);
        expect(hostname).toMatch(/^(?:www\.)?reddit\.com$/);
        expect(pathname.startsWith(`/r/${read.subreddit}/comments/`)).toBe(true);
        expect(`${read.subreddit} ${read.post}`).toMatch(/^\w+ [a-z0-9]+$/);
      }),
      { numRuns: 20_000 },
    );
  });

  test('is the same after writing and reading it, for any post', () => {
    const post = fc.record({
      subreddit: fc.stringMatching(/^[A-Za-z0-9_]{1,50}$/),
      post: fc.stringMatching(/^[a-z0-9]{1,13}$/),
      slug: fc.stringMatching(/^[a-z0-9_]{1,80}$/),
    });
    fc.assert(
      fc.property(post, (it) => {
        expect(readPostAddress(publicAddressOf(it))).toEqual(it);
      }),
    );
  });

  test('is refused with the message of the screen when it is missing or invalid', () => {
    const message = (url: unknown) => ImportPost.safeParse({ url }).error?.issues.map((issue) => issue.message);
    expect(message(undefined)).toEqual(['Please enter a Reddit URL']);
    expect(message('')).toEqual(['Please enter a Reddit URL']);
    expect(message('  ')).toEqual(['Please enter a Reddit URL']);
    expect(message('cello')).toEqual([
      'Please enter a valid Reddit URL (e.g., https://www.reddit.com/r/subreddit/comments/postid/title/)',
    ]);
    expect(message(good)).toBeUndefined();
    expect(ImportPost.safeParse({ url: good, host: 'evil.example' }).success).toBe(false);
  });
});
