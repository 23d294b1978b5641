import { runInNewContext } from 'node:vm';
import { foldText, JournalAnecdote } from '@anecdotes/contracts';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { type ExportedFields, exportedRow } from '../../../tests/support/exported-row.ts';
import { type ExportRow, exportRowOf, FIELD_END, NULL, TAG_END } from './exported-row.ts';
import { journalItemOf, journalJson } from './journal-json.ts';
import { isoOf, localTimeOf } from './local-time.ts';
import { markdownOf, markdownPath } from './markdown.ts';
import type { ExportFigures } from './rows.ts';
import { spreadsheet } from './spreadsheet.ts';
import { webPage } from './web-page.ts';

const id = '0197c000-0000-7000-8000-0123456789ab';
const at = Date.UTC(2026, 2, 2, 22, 30, 15, 250);
const fields = {
  id,
  description: 'An old man on the tram carried a cello.',
  at,
  time_zone: 'Europe/Zurich',
  tags: ['tram', 'été'],
  location: 'Tram 11',
  lat: -33.8688,
  lng: 151.2093,
  channel: 'web',
  created_at: Date.UTC(2026, 2, 3, 8),
  updated_at: Date.UTC(2026, 2, 4, 8),
};
const rowOf = (changes: ExportedFields = {}) => exportRowOf(exportedRow({ ...fields, ...changes }));
const row = rowOf();
const attack = `</p></style></script><script>fetch('https://evil.example')</script><img src=x onerror="alert(1)">"'&--!>`;
const figures = { anecdotes: 1, first: new Date(at), last: new Date(at) };

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => ![FIELD_END, TAG_END, NULL].some((sign) => text.includes(sign))),
  fc.constantFrom('', '---', '[[x]]', '../..', 'CON', 'a\nb: c', 'a\r\nb', '"a","b"', '=1+1', attack),
);

const anyTag = anyText.filter((text) => text !== '');

const sheetOf = (...rows: readonly ExportRow[]) => spreadsheet.begin() + rows.map(spreadsheet.row).join('');

function pageOf(of: ExportFigures, ...rows: readonly ExportRow[]): string {
  const page = webPage(of, new Date(at));
  return page.begin() + rows.map(page.row).join('') + page.end();
}

describe('a Markdown file', () => {
  test('has the fields as front matter, then the text, and is named after its local time, first words and id', () => {
    expect(markdownPath(row)).toBe('2026/2026-03-02 2330 An old man on the tram carried a cello 0123456789ab.md');
    const [, matter = '', text = ''] = markdownOf(row).split(/^---\n/m);
    expect(parseYaml(matter)).toMatchObject({
      id,
      date: '2026-03-02T23:30:15',
      timestamp: '2026-03-02T22:30:15.250Z',
      time_zone: 'Europe/Zurich',
      tags: ['tram', 'été'],
      location: 'Tram 11',
      latitude: -33.8688,
      longitude: 151.2093,
    });
    expect(text).toBe('\nAn old man on the tram carried a cello.\n');
  });

  test('links to the file of the anecdote that it continues, by file name', () => {
    const child = { id: id.replace('ab', 'cd'), connected_to: id, parent_at: at, parent_zone: row.time_zone };
    const text = markdownOf(rowOf({ ...child, parent_text: row.description }));
    const name = /\[\[(.+)\]\]/.exec(text)?.[1];
    expect(markdownPath(row)).toBe(`2026/${name}.md`);
    expect(markdownOf(rowOf({ id: child.id, connected_to: id }))).not.toContain('[[');
  });

  test.each([
    ['[[a]]', '\\[\\[a]]'],
    ['[[[a', '\\[\\[\\[a'],
    ['\\[[a', '\\\\[\\[a'],
    ['\\[\\[a', '\\\\[\\\\[a'],
    ['[a] \\[b] [\\[c', '[a] \\[b] [\\[c'],
  ])('has the brackets of the text %j as %j, from which an import makes the same text', (typed, written) => {
    expect(markdownOf(rowOf({ description: typed })).split('---\n\n')[1]).toBe(`${written}\n`);
  });

  test('has front matter that parses to the same values, a name that is valid on every file system, and no link from its text', () => {
    fc.assert(
      fc.property(anyText, fc.array(anyTag), anyText, (description, tags, location) => {
        const odd = rowOf({ description, tags, location });
        expect(markdownPath(odd)).toMatch(/^\d{4}\/[^\\/:*?"<>|#^[\]\p{Cc}]{1,200}\.md$/u);
        const [, matter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(markdownOf(odd)) ?? [];
        // YAML cannot contain these characters unescaped, and no accepted text has them.
        if (!/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(location + tags.join(''))) {
          expect(parseYaml(matter)).toMatchObject({ tags, location });
        }
        expect(markdownOf(odd)).not.toMatch(/\[\[/);
      }),
    );
  });
});

describe('anecdotes.csv', () => {
  test('begins with a byte order mark and a line of column names, and its cells parse to the same values', async () => {
    const text = sheetOf(row, rowOf({ description: 'a "b",\nc;\td', tags: [] }));
    expect(text.startsWith('\uFEFFid,date,time,')).toBe(true);
    const [first, second] = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(first).toMatchObject({
      id,
      date: '2026-03-02',
      time: '23:30:15',
      text: row.description,
      tags: 'tram, été',
      latitude: '-33.8688',
      same_here: 'no',
    });
    expect(second).toMatchObject({ text: 'a "b",\nc;\td', tags: '' });
    expect(sheetOf(rowOf({ description: 'a\nb;c' }))).toContain('"a\nb;c"');
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\n=cmd|x', '＝1', '|x', '%x'])(
    'marks %j as text, so that it is not computed',
    async (description) => {
      const text = sheetOf(rowOf({ description, location: description }));
      const [cells] = parse(text, { bom: true, columns: true }) as Record<string, string>[];
      expect(cells).toMatchObject({ text: `'${description}`, location: `'${description}` });
    },
  );
});

/** Any row that the database can hold, and often one that is hard to escape. */
const anyRow = fc
  .record({
    description: anyText,
    tags: fc.array(anyTag),
    location: fc.option(anyText),
    address: fc.option(anyText),
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
    at: fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59.999Z') }),
    time_zone: fc.constantFrom('UTC', 'Europe/Zurich', 'Etc/GMT+12'),
    connected_to: fc.option(fc.uuid()),
    same_here: fc.boolean(),
    operation_kind: fc.option(fc.constantFrom('batch', 'import')),
  })
  .map(rowOf);

test('a row of anecdotes.csv is the same as from a CSV library', () => {
  const cellsOf = (row: ExportRow) => [
    ...[row.id, row.local.date, row.local.time, row.time_zone, row.iso.at],
    ...[defused(row.description), defused(row.tags.join(', ')), defused(row.location), row.lat, row.lng],
    ...[defused(row.address), row.connected_to, row.same_here ? 'yes' : 'no', row.iso.created, row.iso.updated],
  ];
  const defused = (text: string | null) =>
    text !== null && /^[\s\0]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20|%]/.test(text) ? `'${text}` : text;
  const format = { record_delimiter: 'windows', quoted_string: true } as const;
  fc.assert(
    fc.property(anyRow, (row) => {
      expect(spreadsheet.row(row)).toBe(stringify([cellsOf(row)], format));
    }),
  );
});

test('an anecdote in journal.json is the JSON of a JournalAnecdote', () => {
  fc.assert(
    fc.property(anyRow, (row) => {
      const { description, tags, time_zone, location, lat, lng, address, connected_to, same_here } = row;
      const anecdote: JournalAnecdote = {
        ...{ id, description, tags, timestamp: row.iso.at, time_zone, location },
        coordinates: lat === null || lng === null ? null : { lat, lng, address },
        connected_to,
        same_here,
        recorded: {
          created_at: row.iso.created,
          updated_at: row.iso.updated,
          channel: 'web',
          operation: row.operation_kind,
        },
      };
      expect(journalItemOf(row)).toBe(JSON.stringify(anecdote));
    }),
  );
  expect(Object.keys(JSON.parse(journalItemOf(row)))).toEqual(Object.keys(JournalAnecdote.shape));
});

describe('index.html', () => {
  test('loads nothing and runs only its own script, whatever the anecdotes contain', async () => {
    const hostile = { description: attack, tags: [attack], location: attack };
    const parent = { connected_to: id, parent_at: at, parent_zone: 'UTC', parent_text: attack };
    const child = { ...hostile, ...parent, id: id.replace('ab', 'cd') };
    const html = pageOf(figures, rowOf(hostile), rowOf(child));
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<style/g)).toHaveLength(1);
    expect(html).not.toMatch(
      /<(?:img|link|iframe|object|embed|base|form)|\son\w+=["']|\b(?:src|srcset)=["']|url\(|@import/,
    );
    expect(html).toContain("default-src 'none'");
    expect(html).toContain(`<p class="link">Continues <a href="#${id}">`);
  });

  test('cuts the text of the anecdote that one continues between two characters', () => {
    const parent = { connected_to: id, parent_at: at, parent_zone: 'UTC', parent_text: `${'a'.repeat(79)}🎻🎻` };
    expect(pageOf(figures, rowOf(parent))).toContain(`>${'a'.repeat(79)}🎻</a>`);
  });

  test('shows each text in its own direction', () => {
    const html = pageOf(figures, rowOf({ location: 'תל אביב', same_here: true }));
    expect(html).toContain(' · <bdi>תל אביב</bdi> · Same Here');
    expect(html).toMatch(/\.text,\s\.tags li,\s\.link a \{\s+unicode-bidi: plaintext;/);
  });

  test('compares texts in its search as the app does', () => {
    const script = /const letters[\s\S]*?(?=const texts)/.exec(pageOf(figures))?.[0];
    const folded = runInNewContext(`${script}folded`) as (text: string) => string;
    expect(folded('Große  Straße')).toBe('grosse strasse');
    const unit = fc.oneof(
      fc.constantFrom(...'ßẞÆœØłĐðÞΣς’ﬁ ｶﾞㅋㅠ\u0301\u0131\u00a0\n\u200b\u202e\ufe0f'),
      fc.string({ unit: 'grapheme' }),
    );
    const text = fc.string({ unit });
    fc.assert(
      fc.property(text, (any) => folded(any) === foldText(any)),
      { numRuns: 2_000 },
    );
  });

  test('has a heading for each month, and says how many anecdotes of which years it contains', async () => {
    const last = new Date('2027-01-05T10:00:00Z');
    const later = rowOf({ id: id.replace('ab', 'cd'), at: last.getTime() });
    const html = pageOf({ ...figures, anecdotes: 2, last }, row, later);
    expect([...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading)).toEqual([
      'March 2026',
      'January 2027',
    ]);
    expect(html).toContain('2 anecdotes, 2026 to 2027. Exported on Monday, March 2, 2026.');
  });
});

test.each([
  ['0001-01-01T00:00:00.000Z', 'America/New_York', 'December 0000', 'Sunday, December 31, 0000, 19:03'],
  ['0033-04-03T12:00:00.000Z', 'UTC', 'April 0033', 'Sunday, April 3, 0033, 12:00'],
  ['0999-12-31T12:00:00.000Z', 'UTC', 'December 0999', 'Tuesday, December 31, 0999, 12:00'],
  ['9999-12-31T23:59:59.000Z', 'Asia/Kathmandu', 'January 10000', 'Saturday, January 1, 10000, 05:44'],
])('index.html writes %s in %s with a year that cannot be taken for a day', (instant, time_zone, month, day) => {
  const html = pageOf(figures, rowOf({ at: Date.parse(instant), time_zone }));
  expect(/<h2>(.*?)<\/h2>/.exec(html)?.[1]).toBe(month);
  expect(/<p class="meta">(.*?) · /.exec(html)?.[1]).toBe(day);
});

test('journal.json is JSON with one item per line, also if a list is empty or left out', async () => {
  const head = {
    format: 'anecdotes-journal',
    version: 1,
    exported_at: '2026-03-02T22:30:15.250Z',
    position: '12',
    is_whole: true,
  } as const;
  const { begin, beginList, item, endList, end } = journalJson(head);
  const lists = ['anecdotes', 'trash'].map((name) => beginList(name) + endList());
  expect(JSON.parse(begin() + lists.join('') + end())).toEqual({ ...head, anecdotes: [], trash: [] });
  const text = begin() + beginList('anecdotes') + ['1', '2', '3'].map(item).join('') + endList() + end();
  expect(JSON.parse(text).anecdotes).toEqual([1, 2, 3]);
  expect(text).toContain('[\n1,\n2,\n3\n]');
});

describe('local time', () => {
  test.each([
    ['2026-03-29T00:59:59.999Z', 'Europe/Zurich', '2026-03-29 01:59:59'],
    ['2026-03-29T01:00:00.000Z', 'Europe/Zurich', '2026-03-29 03:00:00'],
    ['1850-06-01T11:25:52.000Z', 'Europe/Zurich', '1850-06-01 12:00:00'],
    ['2026-10-04T15:30:00.000Z', 'Australia/Lord_Howe', '2026-10-05 02:30:00'],
    ['2026-10-03T15:29:59.000Z', 'Australia/Lord_Howe', '2026-10-04 01:59:59'],
    ['0001-01-01T00:00:00.000Z', 'America/St_Johns', '0000-12-31 20:29:08'],
    ['9999-12-31T23:59:59.000Z', 'Asia/Kathmandu', '10000-01-01 05:44:59'],
  ])('of %s in %s is %s', (instant, zone, local) => {
    const { date, time } = localTimeOf(Date.parse(instant), zone);
    expect(`${date} ${time}`).toBe(local);
  });

  test('in UTC is the same as from toISOString, in any year', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(isoOf(date.getTime())).toBe(date.toISOString());
      }),
    );
  });

  test('is the same as from Intl.DateTimeFormat, at any instant in any zone', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Zurich', 'Africa/Casablanca', 'America/St_Johns', 'Pacific/Apia');
    const from = { min: new Date('1800-01-01T00:00:00Z'), max: new Date('2200-01-01T00:00:00Z'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(from), zones, (instant, timeZone) => {
        const { date, time } = localTimeOf(instant.getTime(), timeZone);
        const wanted = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
        expect(`${date} ${time}`).toBe(wanted.format(instant));
      }),
    );
  });
});
