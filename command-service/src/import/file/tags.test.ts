import { Readable } from 'node:stream';
import { limits } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { dayOneEntry } from './day-one.ts';
import type { Found } from './found.ts';
import { journivEntry } from './journiv.ts';
import { keepNote } from './keep.ts';
import { markdownFile } from './markdown.ts';
import { memoOf } from './memos.ts';
import { plainText } from './plain-text.ts';
import { table } from './table.ts';

const ZONE = 'Europe/Zurich';
const now = '2021-03-03T11:48:50Z';

/** An entry with `tags` in each format of other programs, and what of it is left out. */
async function entriesWith(tags: string[]): Promise<Found[][]> {
  const dated = { creationDate: now, createTime: now, entry_date: '2021-03-03', createdTimestampUsec: 1 };
  const labels = tags.map((name) => ({ name }));
  const value = { ...dated, text: 'Rain', textContent: 'Rain', content: 'Rain', tags, labels };
  const item = { path: 'entries', at: 'a', value };
  const hashtags = tags.map((tag) => `#${tag}`).join(' ');
  const rows: Found[] = [];
  const options = { timeZone: ZONE, columns: {}, dateOrder: 'automatic' as const, isDryRun: false };
  const csv = `date;text;tags\n2021-03-03;Rain;${tags.join(', ')}\n`;
  for await (const { found } of table(() => Readable.from([csv]), options)) rows.push(...found);
  return [
    dayOneEntry(item, ZONE),
    memoOf('a', value, ZONE),
    journivEntry(item, ZONE),
    keepNote('a', JSON.stringify(value), ZONE),
    markdownFile('a', `---\ndate: 2021-03-03\ntags: [${tags}]\n---\nRain`, ZONE),
    markdownFile('2021-03-03', `Rain ${hashtags}`, ZONE),
    plainText(`Rain ${hashtags}`, { timeZone: ZONE, now }),
    rows,
  ];
}

test('tags of other programs that are too long or too many are listed as left out, beside the entry with the rest', async () => {
  const kept = Array.from({ length: limits.tags }, (_, n) => `t${n}`);
  const long = 'x'.repeat(limits.tag + 1);
  for (const found of await entriesWith(['a', long, ...kept.slice(1), 'b', 'c'])) {
    expect(found).toMatchObject([
      { entry: { content: { tags: ['a', ...kept.slice(1)] } } },
      { message: `Tags of more than 64 characters that are left out: ${long}` },
      { message: 'Tags after the first 50 that are left out: b, c' },
    ]);
  }
  for (const found of await entriesWith(['a', 'x'.repeat(limits.tag)])) expect(found).toHaveLength(1);
});

test('of many tags that are left out the first are named, each with its beginning', () => {
  const tags = Array.from({ length: 25 }, (_, n) => `${n}${'🎻'.repeat(200)}`);
  const [, left] = memoOf('a', { content: 'Rain', createTime: now, tags }, ZONE);
  expect(left).toEqual({
    at: 'a',
    message: expect.stringMatching(/^[^:]+: 0🎻{99}, 1🎻{99}, .*, 19🎻{98}, and 5 more$/u),
  });
});
