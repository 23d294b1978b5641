import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipOf } from '../../../../tests/support/zips.ts';
import type { FileToRead, Found } from './found.ts';
import { readFound } from './read.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What is found in an archive, or in another file by its name. */
async function foundIn(archive: Buffer, name: string | null = null): Promise<Found[]> {
  const path = join(folder, 'file.zip');
  writeFileSync(path, archive);
  const fd = openSync(path, 'r');
  const file: FileToRead = {
    fd,
    bytes: archive.length,
    name,
    format: null,
    timeZone: 'UTC',
    now: '2026-11-20T08:00:00.000Z',
    columns: {},
    dateOrder: 'automatic',
    isDryRun: false,
  };
  try {
    const all: Found[] = [];
    for await (const { found } of readFound(file)) all.push(...found);
    return all;
  } finally {
    closeSync(fd);
  }
}

/** Changes the flags of each file in the directory of an archive. */
function changeFlags(archive: Buffer, change: (flags: number) => number): void {
  const next = (from: number) => archive.indexOf('PK\x01\x02', from);
  for (let record = next(0); record >= 0; record = next(record + 1)) {
    archive.writeUInt16LE(change(archive.readUInt16LE(record + 8)), record + 8);
  }
}

/** The texts of what is found, or why it is left out. */
const textsOf = (found: readonly Found[]) =>
  found.map((each) => ('entry' in each ? each.entry.content.description : each.message));

test.each(['Takeout/Google Notizen/', 'Takeout/Google Keep/', 'Google Notizen/', 'Keep/', ''])(
  'notes of Google Keep are found in the folder %j, also beside other files in JSON',
  async (folder) => {
    const note = (textContent: string) =>
      JSON.stringify({
        textContent,
        createdTimestampUsec: 1_614_772_130_250_000,
        userEditedTimestampUsec: 1_614_772_130_250_000,
      });
    const archive = await zipOf({
      'Takeout/Aufgaben/Tasks.json': '{"kind":"tasks#taskLists","items":[]}',
      'Takeout/Chat/broken.json': Uint8Array.of(0xfc, 0xff),
      [`${folder}Rain.html`]: '<p>Rain',
      [`${folder}Rain.json`]: note('Rain'),
      [`${folder}Sun.json`]: note('Sun'),
    });
    expect(textsOf(await foundIn(archive))).toEqual(['Rain', 'Sun']);
  },
);

test('names in UTF-8 are read also from an archive that does not say so, others in code page 437', async () => {
  const archive = await zipOf({ '2026-01-05 Über.md': '', '2026-01-06 U\u0308ber.md': '', '2026-01-07 M__l.md': '' });
  changeFlags(archive, (flags) => flags & ~0x800);
  // "M", "ü" and "ß" in code page 437.
  const name = archive.lastIndexOf('M__l');
  archive.set([0x81, 0xe1], name + 1);
  expect(textsOf(await foundIn(archive))).toEqual(['2026-01-05 Über', '2026-01-06 U\u0308ber', '2026-01-07 Müßl']);
});

const dayOne = (...texts: string[]) =>
  JSON.stringify({
    metadata: { version: '1.0' },
    entries: texts.map((text, n) => ({ uuid: `${text}${n}`, text, creationDate: '2021-03-03T11:48:50Z' })),
  });

test('several journals of Day One are all read, whatever their names are, and a problem names its journal', async () => {
  const found = await foundIn(await zipOf({ 'journal.json': dayOne('Rain', ''), 'Work.json': dayOne('Sun', '') }));
  expect(textsOf(found)).toEqual(['Rain', expect.stringMatching(/^description/), 'Sun', expect.anything()]);
  expect(found.map(({ at }) => at)).toEqual([
    ...['journal.json entries[0]', 'journal.json entries[1]'],
    ...['Work.json entries[0]', 'Work.json entries[1]'],
  ]);
  expect(await foundIn(await zipOf({ 'journal.json': dayOne('') }))).toMatchObject([{ at: 'entries[0]' }]);
});

test('journals of an archive without entries are listed, and refused only if no other has entries', async () => {
  const files = { 'Empty.json': dayOne(), 'Work.json': dayOne('Sun'), 'settings.json': '{"theme": "dark"}' };
  const message = 'Has no entries that can be imported';
  expect(await foundIn(await zipOf(files))).toMatchObject([
    { entry: { content: { description: 'Sun' } } },
    { at: 'Empty.json', message },
    { at: 'settings.json', message },
  ]);
  const empty = await zipOf({ 'Empty.json': dayOne(), 'settings.json': '{}' });
  await expect(foundIn(empty)).rejects.toThrow('not in a journal format');
  const broken = await zipOf({ 'Work.json': dayOne('Sun'), 'broken.json': '{"entries": [' });
  await expect(foundIn(broken)).rejects.toThrow('too early');
});

test('several exports of our own in one archive are all read, also beside other files', async () => {
  const own = (id: string, description: string) =>
    JSON.stringify({
      format: 'anecdotes-journal',
      version: 1,
      anecdotes: [{ id, description, timestamp: '2026-11-20T08:00:00Z' }],
    });
  const archive = await zipOf({
    'old/journal.json': own('0197c000-0000-7000-8000-00000000000a', 'Rain'),
    'new/journal.json': own('0197c000-0000-7000-8000-00000000000b', 'Sun'),
    'settings.json': '{}',
    ...Object.fromEntries([1, 2, 3].map((n) => [`old/markdown/${n}.md`, 'Rain'])),
  });
  expect(textsOf(await foundIn(archive))).toEqual(['Rain', 'Sun']);
});

test('an archive with a password is refused as such', async () => {
  const archive = await zipOf({ '2026-01-05.md': 'Rain' });
  changeFlags(archive, (flags) => flags | 1);
  await expect(foundIn(archive)).rejects.toThrow('The archive is encrypted');
});

test('an archive with another compression than that of ordinary zip files is refused as such', async () => {
  const archive = await zipOf({ 'picture.png': '', '2026-01-05.md': 'Rain' });
  const BZIP2 = 12;
  archive.writeUInt16LE(BZIP2, archive.indexOf('PK\x01\x02') + 10);
  expect(textsOf(await foundIn(archive))).toEqual(['Rain']);
  archive.writeUInt16LE(BZIP2, archive.lastIndexOf('PK\x01\x02') + 10);
  await expect(foundIn(archive)).rejects.toThrow('compressed in a way that cannot be read');
});

test.each(['/2026', 'C:/26', '../26'])(
  'an archive with a file whose path begins with %s is refused as such',
  async (path) => {
    const archive = await zipOf({ 'xxxxx/a.md': 'Rain' });
    for (let at = archive.indexOf('xxxxx'); at >= 0; at = archive.indexOf('xxxxx')) archive.write(path, at);
    await expect(foundIn(archive)).rejects.toThrow('absolute or leads out of the archive');
  },
);

test('the files of an archive that writes ./ before their names are read', async () => {
  const archive = await zipOf({ 'x/2026-01-05.md': 'Rain', 'x/.trash/2026-01-06.md': 'Sun' });
  for (let at = archive.indexOf('x/'); at >= 0; at = archive.indexOf('x/')) archive.write('./', at);
  expect(textsOf(await foundIn(archive))).toEqual(['Rain']);
});

test('what programs keep beside the notes in an archive is not read, such as the backups of Logseq', async () => {
  const archive = await zipOf({
    'graph/journals/2026_01_05.md': 'Rain',
    'graph/logseq/bak/journals/2026_01_05/2026-01-05T08_09_10.123Z.Desktop.md': 'Rai',
    'graph/logseq/version-files/base/journals/2026_01_05.md': 'Ra',
    'graph/logseq/.recycle/2026_01_06.md': 'Sun',
    'logseq/2026_01_07.md': 'Fog',
  });
  expect(textsOf(await foundIn(archive))).toEqual(['Rain', 'Fog']);
});

test('fields of front matter that are not read are listed once for all Markdown files of an archive, and of one alone', async () => {
  const file = (mood: string) => `---\nmood: ${mood}\n---\nRain`;
  const archive = await zipOf({ '2026-03-02.md': file('good'), '2026-03-03.md': file('bad') });
  expect(textsOf(await foundIn(archive))).toEqual(['Rain', 'Rain', 'Fields that are left out: mood (in 2 files)']);
  const alone = await foundIn(Buffer.from(file('good')), '2026-03-02.md');
  expect(textsOf(alone)).toEqual(['Rain', 'Fields that are left out: mood']);
});
