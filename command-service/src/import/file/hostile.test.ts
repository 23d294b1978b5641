import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { emptyContent, limits } from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  dayOneExport,
  dayOneId,
  foreignEntries,
  journivExport,
  keepTakeout,
  memosAnswer,
  memosArchive,
} from '../../../../tests/support/foreign-journals.ts';
import { hostileFiles } from '../../../../tests/support/hostile-files.ts';
import { zipOf } from '../../../../tests/support/zips.ts';
import { type FileToRead, type Found, UnreadableFile } from './found.ts';
import { jsonItems } from './json-items.ts';
import { readFound } from './read.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const options = {
  name: null,
  format: null,
  timeZone: 'UTC',
  now: '2026-11-20T08:00:00.000Z',
  columns: {},
  dateOrder: 'automatic' as const,
  isDryRun: false,
};

/** Everything that is found in a file with these bytes. */
async function found(content: Uint8Array | string, more: Partial<FileToRead> = {}): Promise<Found[]> {
  const path = join(folder, 'file');
  const bytes = Buffer.from(content);
  writeFileSync(path, bytes);
  const fd = openSync(path, 'r');
  try {
    const all: Found[] = [];
    for await (const { found } of readFound({ ...options, fd, bytes: bytes.length, ...more })) all.push(...found);
    return all;
  } finally {
    closeSync(fd);
  }
}

const entry = { id: '0197c000-0000-7000-8000-00000000000a', description: 'Rain', timestamp: '2026-11-20T08:00:00Z' };
const journal = JSON.stringify({ format: 'anecdotes-journal', version: 1, anecdotes: [entry] });
const head = '{"format":"anecdotes-journal","version":1,"anecdotes":[';

test('a journal is found in an archive, in any folder and beside any other files', async () => {
  const archive = await zipOf({ 'index.html': '<p>', 'mine/journal.json': journal, 'markdown/a.md': '---' });
  expect(await found(archive)).toMatchObject([{ entry: { id: entry.id, content: { description: 'Rain', tags: [] } } }]);
});

describe('reading a file refuses, with a reason,', () => {
  test.each<[string, () => Promise<Uint8Array | string> | Uint8Array | string, RegExp]>([
    ['objects 100,000 levels deep', () => head + '{"a":'.repeat(100_000), /too deeply/],
    [
      'a number that is longer than an entry may be',
      () => `${head}${'1'.repeat(4 * limits.importEntryBytes)}`,
      /too large|broken/,
    ],
    [
      'an archive that says its file is larger than it is',
      async () => withOverstatedSize(await zipOf({ 'journal.json': journal })),
      /broken/,
    ],
    [
      'an archive whose journals are too large together',
      async () =>
        withOverstatedSize(await zipOf({ 'a.json': journal, 'b.json': journal }), limits.importUnpackedBytes / 2),
      /too large/,
    ],
    ['a table without columns', () => 'just text', /neither an archive nor JSON/],
    ['a file that only begins like an archive', () => 'PK\x03\x04 and so on', /broken/],
  ])('%s', async (_, make, reason) => {
    const failure = await found(await make()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnreadableFile);
    expect((failure as Error).message).toMatch(reason);
  });

  test('an archive or a journal that was cut off anywhere', async () => {
    const archive = await zipOf({ 'index.html': '<p>', 'journal.json': journal });
    for (const whole of [archive, Buffer.from(journal)]) {
      for (let length = 0; length < whole.length; length += Math.ceil(whole.length / 60)) {
        await expect(found(whole.subarray(0, length)), `${length} bytes`).rejects.toBeInstanceOf(UnreadableFile);
      }
    }
  });
});

test.each(Object.entries(hostileFiles(false)))('refuses a hostile file: %s', async (_, { file, content, refusal }) => {
  const failure = await found(await content(), { name: file }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnreadableFile);
  expect((failure as Error).message).toMatch(refusal);
});

test.each<[string, string, RegExp]>([
  ['a table without a column for the text', 'a,b\n1,2', /no column named text/],
  ['a table with a quote in the wrong place', 'text,date\n"a"b,c', /broken in line/],
])('%s is refused', async (_, csv, reason) => {
  await expect(found(csv, { name: 'a.csv' })).rejects.toThrow(reason);
});

test('a file with broken or hostile front matter is reported, and the other files are read', async () => {
  const bomb = `a: &a [x,x]\n${Array.from({ length: 30 }, (_, n) => `b${n}: &b${n} [*${n ? `b${n - 1}` : 'a'},*${n ? `b${n - 1}` : 'a'}]`).join('\n')}`;
  const file = (matter: string) => `---\n${matter}\n---\nRain`;
  const archive = await zipOf({
    '1.md': file(bomb),
    '2.md': file(`a: ${'['.repeat(20_000)}`),
    '3.md': file('date: "2026-01-01'),
    '4.md': file('- a list'),
    '2026-01-05 Rain.md': 'Rain',
  });
  const items = await found(archive);
  expect(items.map((item) => ('message' in item ? item.at : item.entry.content.timestamp))).toEqual([
    ...['1.md', '2.md', '3.md', '4.md'],
    '2026-01-05T12:00:00.000Z',
  ]);
});

test('a UUID that is no id of an anecdote is not taken for one, in a table and in front matter', async () => {
  const oddId = 'a8f1c2d3-1111-eb11-0ab0-0123456789ab';
  const table = await found(`id,date,text\n${oddId},2026-01-05,Rain`, { name: 'a.csv' });
  const note = `---\nid: ${oddId}\ntimestamp: 2026-01-05T12:00:00Z\n---\n\nRain\n`;
  const notes = await found(await zipOf({ 'a.md': note }));
  for (const items of [table, notes]) {
    expect(items).toMatchObject([{ entry: { id: null, content: { description: 'Rain' } } }]);
  }
});

test('an entry that cannot be read is reported, and the others are read', async () => {
  const odd = [{ ...entry, description: 'NUL \0' }, 12, null, { ...entry, timestamp: 'soon' }, { ...entry, tags: 'x' }];
  const names = { ...entry, ['__proto__']: { description: 'x' }, constructor: 'x' };
  const items = await found(JSON.stringify({ format: 'anecdotes-journal', version: 1, anecdotes: [...odd, names] }));
  expect(items.map((item) => ('message' in item ? item.at : item.entry.content.description))).toEqual([
    ...odd.map((_, index) => `anecdotes[${index}]`),
    'Rain',
  ]);
});

test('the entries of other programs keep their times, zones, tags, places and links', async () => {
  const entries = foreignEntries(Number(process.env.FOREIGN_ENTRIES ?? 60));
  const contentIn = (items: readonly Found[]) => items.flatMap((item) => ('entry' in item ? [item.entry.content] : []));
  const wanted = entries.map(({ id: _, parent: _p, isArchived: _a, ...content }) => ({ ...emptyContent, ...content }));
  const inZone = wanted.map((content) => ({ ...content, time_zone: 'Asia/Kathmandu' }));
  const left = { message: 'Pictures and other files are left out: 1' };

  for (const file of [await memosArchive(entries), memosAnswer(entries)]) {
    const items = await found(file, { timeZone: 'Asia/Kathmandu' });
    expect(contentIn(items)).toEqual(inZone);
    const links = items.flatMap((item) => ('entry' in item ? [item.entry.connected_to] : []));
    expect(links).toEqual(entries.map(({ parent }) => (parent === null ? null : entries[parent]?.id)));
  }
  expect(await found(await memosArchive(entries))).toContainEqual({ at: 'memos/Ab000001.json', ...left });
  const dayOne = await found(await dayOneExport(entries));
  const links = dayOne.flatMap((item) => ('entry' in item ? [item.entry.connected_to] : []));
  expect(links).toEqual(entries.map(({ parent }) => (parent === null ? null : dayOneId(parent).toLowerCase())));
  const withoutLinks = contentIn(dayOne).map(({ description, ...content }) => ({
    ...content,
    description: description.replace(/\n\n\[Before.*$/, ''),
  }));
  expect(withoutLinks).toEqual(wanted);
  const keep = await found(await keepTakeout(entries), { timeZone: 'Asia/Kathmandu' });
  expect(contentIn(keep)).toEqual(inZone.map((content) => ({ ...content, location: null, coordinates: null })));
  const trashed = keep.flatMap((item) => ('entry' in item ? [item.entry.is_deleted] : []));
  expect(trashed).toEqual(entries.map(({ isArchived }) => isArchived));

  const items = await found(await journivExport(entries));
  expect(contentIn(items)).toEqual(wanted);
  expect(items).toContainEqual({ at: 'journals[0].entries[1]', ...left });
});

test('texts of a million characters of unfinished markup are read before the test times out', async () => {
  const own = `---\nid: ${entry.id}\ntimestamp: ${entry.timestamp}\n---\n`;
  const endless = (sign: string) => sign.repeat(1_000_000 / sign.length);
  // Searched from each sign to the end, one of them would take minutes.
  for (const sign of ['![', '![[a.png', '![](a', '![](a(', '[[', '[[a', '[[a|', '`', '` ', '```\n']) {
    expect(await found(endless(sign), { name: '2026-01-05.md' })).toHaveLength(1);
  }
  expect(await found(own + endless('\n\nContinues [[a'), { name: 'a.md' })).toHaveLength(1);
  for (const sign of ['![', '![](dayone-moment:']) {
    const text = { uuid: 'A'.repeat(32), creationDate: entry.timestamp, text: endless(sign) };
    const archive = await zipOf({ 'Journal.json': JSON.stringify({ metadata: { version: '1.0' }, entries: [text] }) });
    expect(await found(archive)).toHaveLength(1);
  }
});

test('a file that begins with many byte order marks is refused', async () => {
  await expect(found('\uFEFF'.repeat(30))).rejects.toThrow(/neither an archive nor JSON/);
});

test('a symbolic link in an archive is reported and not followed', async () => {
  const archive = await zipOf({ '2026-01-05 Rain.md': 'Rain', '2026-01-06 Link.md': '/etc/passwd' });
  const directory = archive.lastIndexOf('PK\x01\x02');
  archive.writeUInt32LE((0o120777 << 16) >>> 0, directory + 38);
  const items = await found(archive);
  expect(items.map((item) => ('message' in item ? item : item.entry.content.description))).toEqual([
    'Rain',
    { at: '2026-01-06 Link.md', message: 'Is a link to another file' },
  ]);
});

test('the history in an export of our own is skipped, however long it is', async () => {
  const history = Array.from({ length: 3_000 }, (_, n) => ({ n, text: 'x'.repeat(1_000) }));
  const file = JSON.stringify({ format: 'anecdotes-journal', version: 1, anecdotes: [entry], trash: [], history });
  expect(await found(file)).toHaveLength(1);
});

test.each([
  ['{"anecdotes":[{}', ']}'],
  ['{"journals":[{"entries":[{}', ']}]}'],
])('an entry after %s is not kept in memory while the next ones are read', async (begin, end) => {
  async function* chunks() {
    for (const text of [begin, ',{}', end]) yield Buffer.from(text);
  }
  const read = jsonItems(chunks(), ['anecdotes.*', 'journals.*.entries.*']);
  const nextItem = async () => new WeakRef((await read.next()).value?.[0]?.value as object);
  const first = await nextItem();
  await nextItem();
  await setImmediate();
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  expect(first.deref()).toBeUndefined();
  await read.return(undefined);
});

/** `archive` with a directory that says that its file is larger than it is. */
function withOverstatedSize(archive: Buffer, by = 10): Buffer {
  const changed = Buffer.from(archive);
  const next = (from: number) => changed.indexOf('PK\x01\x02', from);
  for (let record = next(0); record >= 0; record = next(record + 1)) {
    changed.writeUInt32LE(changed.readUInt32LE(record + 24) + by, record + 24);
  }
  return changed;
}
