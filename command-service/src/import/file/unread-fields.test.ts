import { expect, test } from 'vitest';
import { markdownFile } from './markdown.ts';
import { unreadFields } from './unread-fields.ts';

/** The problems about the front matter of files that contain these lines. */
function problemsOf(...matters: readonly string[]) {
  const unread = unreadFields();
  for (const matter of matters) markdownFile('2026-03-02.md', `---\n${matter}\n---\nRain`, 'UTC', unread);
  return unread.problems();
}

test('fields of front matter that are not read are listed as left out, with the number of files', () => {
  const at = 'front matter';
  expect(problemsOf('Mood: good\ntitle: A', 'mood: bad\naliases: [B]', 'weather: {sky: blue}')).toEqual([
    { at, message: 'Fields that are left out: mood (in 2 files), aliases, weather' },
  ]);
  expect(problemsOf('location: {city: Bern}\ntitle: [A]\nstarred: true')).toEqual([
    { at, message: 'Fields that are left out: location, title, starred' },
  ]);
});

test.each([
  'title: A\ndate: 2026-03-02\nCreated: 2026-03-01\ntime: 9:05\ntime_zone: UTC\ntags: [a]\ntag: b\nlocation: Bern',
  'location: [46.9, 7.4]\nplace: Bern\naddress: A street\nlat: 46.9\nlng: 7.4',
  'aliases: []\nmood:\nnote: ""\nlinks: {}\npeople:\n  -\n',
  'id: 7\nuuid: 7\nupdated: 2026-03-02\ndate modified: 2026-03-02\ncssclasses: [wide]\npublish: true\nkanban-plugin: basic',
])('front matter whose other fields are empty or for programs has no problem (%#)', (matter) => {
  expect(problemsOf(matter)).toEqual([]);
});

test('fields of front matter that is kept as text, and of a file that is left out, are not listed', () => {
  expect(problemsOf('mood: Re: good', 'mood: good\ntime_zone: Atlantis')).toEqual([]);
});

test('of many fields of front matter that are not read the first are named', () => {
  const matter = Array.from({ length: 3_000 }, (_, n) => `field${n}: a`).join('\n');
  expect(problemsOf(matter, matter)).toMatchObject([
    { message: expect.stringMatching(/: field0 \(in 2 files\), .* more$/) },
  ]);
});
