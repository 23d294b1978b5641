import { Readable } from 'node:stream';
import { emptyContent } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { dayOneEntry } from './day-one.ts';
import type { Found, FoundPart } from './found.ts';
import { readJournal } from './journal.ts';
import { journivEntry } from './journiv.ts';
import { keepNote } from './keep.ts';
import { markdownFile } from './markdown.ts';
import { memoOf } from './memos.ts';
import { ownEntry } from './own-journal.ts';
import { plainText } from './plain-text.ts';
import { table } from './table.ts';

const ZONE = 'Europe/Zurich';
const entryOf = (found: Found | undefined) => (found && 'entry' in found ? found.entry : undefined);
const contentOf = (found: Found | undefined) => entryOf(found)?.content;
const messageOf = (found: Found | undefined) => (found && 'message' in found ? found.message : undefined);

test('an entry of Day One is read with its text without pictures and escapes, its time to the second, tags and place', () => {
  const value = {
    uuid: '2F8DDCA258634D9994DF3A4FEE328035',
    text: '# All packed up \\.\\.\\.\n\n![](dayone-moment://76F9B0AC37954B51BF8B9146498B29C2)\n\nSee dayone://view?entryId=ABF26CD8D3EA42E298F1C3D5EFB0CF83',
    creationDate: '2021-03-03T11:48:50Z',
    timeZone: 'Australia/Sydney',
    tags: ['Trip', 'on the way'],
    location: {
      placeName: 'Wanniassa',
      localityName: 'Canberra',
      country: 'Australia',
      latitude: -35.4,
      longitude: 149.1,
    },
    photos: [{ identifier: '76F9B0AC37954B51BF8B9146498B29C2' }],
    starred: false,
  };
  const [found, left] = dayOneEntry({ path: 'entries', at: 'entries[3]', value }, 'UTC');
  expect(entryOf(found)).toMatchObject({
    key: '2f8ddca258634d9994df3a4fee328035',
    connected_to: 'abf26cd8d3ea42e298f1c3d5efb0cf83',
    content: {
      description: '# All packed up ...\n\nSee dayone://view?entryId=ABF26CD8D3EA42E298F1C3D5EFB0CF83',
      timestamp: '2021-03-03T11:48:50.000Z',
      time_zone: 'Australia/Sydney',
      tags: ['trip', 'on the way'],
      location: 'Wanniassa, Canberra, Australia',
      coordinates: { lat: -35.4, lng: 149.1, address: null },
    },
  });
  expect(left).toEqual({ at: 'entries[3]', message: 'Pictures and other files are left out: 1' });
  const [empty] = dayOneEntry(
    { path: 'entries', at: 'entries[4]', value: { ...value, text: null, photos: [] } },
    'UTC',
  );
  expect(messageOf(empty)).toMatch(/description/);
});

test('an entry of another program that has only files keeps its time and place, and says that it had them', () => {
  const picture = { text: '![](dayone-moment://76F9B0AC37954B51BF8B9146498B29C2)', photos: [{}] };
  const dated = { creationDate: '2021-03-03T11:48:50Z', createTime: '2021-03-03T11:48:50Z', entry_date: '2021-03-03' };
  const place = { latitude: -35.4, longitude: 149.1, location: { latitude: -35.4, longitude: 149.1 } };
  const value = { ...picture, ...dated, ...place, content: '\u200b', attachments: [{}], media: [{}] };
  const item = { path: 'entries', at: 'entries[0]', value };
  for (const [found, left] of [dayOneEntry(item, ZONE), memoOf('a', value, ZONE), journivEntry(item, ZONE)]) {
    expect(contentOf(found)).toMatchObject({
      description: 'Without text; pictures and other files: 1',
      coordinates: { lat: -35.4, lng: 149.1 },
    });
    expect(messageOf(left)).toBe('Pictures and other files are left out: 1');
  }
  const note = { createdTimestampUsec: 1_614_772_130_250_000, attachments: [{}, {}] };
  expect(contentOf(keepNote('a.json', JSON.stringify(note), ZONE)[0])?.description).toMatch(/: 2$/);
});

test('an entry of another program is left out if its date or time cannot be read, with the reason', () => {
  const dayOne = (creationDate: string) =>
    dayOneEntry({ path: 'entries', at: 'entries[0]', value: { text: 'Rain', creationDate } }, ZONE);
  const memo = (createTime: string) => memoOf('a', { content: 'Rain', createTime }, ZONE);
  const journiv = (dates: object) =>
    journivEntry({ path: 'journals', at: 'a', value: { content: 'Rain', ...dates } }, ZONE);
  const wrong = 'time: Is not valid; write it like 14:30';
  expect([dayOne('2021-03-03 soon'), memo('2021-03-03T25:99Z')].map(([found]) => messageOf(found))).toEqual([
    wrong,
    wrong,
  ]);
  expect(messageOf(memo('soon')[0])).toMatch(/^date: Is not valid; write it like/);
  expect(messageOf(journiv({})[0])).toBe('date: Is missing');
  expect(messageOf(journiv({ entry_datetime_utc: '2021-03-03T9:5', entry_date: '2021-03-03' })[0])).toBe(wrong);
  expect(contentOf(journiv({ entry_date: '2021-03-03 9:05' })[0])?.timestamp).toBe('2021-03-03T08:05:00.000Z');
});

test('an item that is no entry of its format is left out, with the reason', () => {
  const item = { path: 'entries', at: 'entries[0]', value: 7 };
  for (const [found] of [
    dayOneEntry(item, ZONE),
    memoOf(item.at, item.value, ZONE),
    journivEntry(item, ZONE),
    ownEntry(item),
  ]) {
    expect(messageOf(found)).toMatch(/^entry: /);
  }
});

test('an answer of the API of Memos that is one page of several is read, and named as incomplete', async () => {
  const memos = [{ name: 'memos/a', content: 'Rain', createTime: '2021-03-03T11:48:50Z' }];
  const read = async (answer: object) => {
    const all: Found[] = [];
    const bytes = Readable.from([Buffer.from(JSON.stringify(answer))]);
    for await (const { found } of readJournal(bytes, { timeZone: ZONE })) all.push(...found);
    return all.map((each) => contentOf(each)?.description ?? messageOf(each));
  };
  const incomplete = expect.stringContaining('only one page');
  expect(await read({ memos, nextPageToken: 'CAo=' })).toEqual(['Rain', incomplete]);
  expect(await read({ nextPageToken: 'CAo=', memos })).toEqual([incomplete, 'Rain']);
  expect(await read({ memos, nextPageToken: '' })).toEqual(['Rain']);
});

test('a memo of an older version of Memos, which names related memos by their names alone, is read with its link', () => {
  const relations = [{ memo: 'memos/7', relatedMemo: 'memos/5', type: 'REFERENCE' }];
  const value = { name: 'memos/7', uid: 'Ab7', content: 'Rain', createTime: '2021-03-03T11:48:50Z', relations };
  expect(entryOf(memoOf('a', value, ZONE)[0])).toMatchObject({ seed: 'memos Ab7', key: '7', connected_to: '5' });
});

test('tags of our own export and of other programs are read without invisible characters', () => {
  const tags = ['wo\u200brk', '\u202emusic', '\u200b', '👩\u200d👧'];
  const item = { id: '0197c000-0000-7000-8000-00000000000a', description: 'Rain', timestamp: '2021-03-03T11:48:50Z' };
  const own = ownEntry({ path: 'anecdotes', at: 'anecdotes[0]', value: { ...item, tags } });
  const memo = memoOf('a', { content: 'Rain', createTime: item.timestamp, tags }, ZONE);
  for (const [found] of [own, memo]) expect(contentOf(found)?.tags).toEqual(['work', 'music', '👩\u200d👧']);
  const [wrong] = ownEntry({ path: 'anecdotes', at: 'anecdotes[1]', value: { ...item, tags: 'music' } });
  expect(messageOf(wrong)).toMatch(/^tags/);
});

test('a note of Google Keep is read with title, text, list and labels, and goes to the trash if it was there', () => {
  const note = {
    title: 'Shopping',
    textContent: 'For Friday\r\nbefore noon',
    listContent: [
      { text: 'Rosin', isChecked: true },
      { text: 'Strings', isChecked: false },
    ],
    labels: [{ name: 'Music' }],
    isTrashed: true,
    createdTimestampUsec: 1_614_772_130_250_000,
    attachments: [{ filePath: 'a.png', mimetype: 'image/png' }],
  };
  const [found, left] = keepNote('Takeout/Keep/Shopping.json', JSON.stringify(note), ZONE);
  expect(entryOf(found)).toMatchObject({
    is_deleted: true,
    content: {
      description: 'Shopping\n\nFor Friday\nbefore noon\n\n- [x] Rosin\n- [ ] Strings',
      timestamp: '2021-03-03T11:48:50.250Z',
      time_zone: ZONE,
      tags: ['music'],
    },
  });
  expect(messageOf(left)).toMatch(/left out: 1/);
  expect(messageOf(keepNote('a.json', 'no JSON', ZONE)[0])).toMatch(/not a note/);
});

test('a link of a note of Google Keep is read with its title and description, unless the text has them', () => {
  const page = { source: 'WEBLINK', title: 'Cello', url: 'https://example.org/cello', description: 'Four strings' };
  const described = (note: object) => {
    const json = JSON.stringify({ ...note, createdTimestampUsec: 1_614_772_130_250_000 });
    return contentOf(keepNote('a.json', json, ZONE)[0])?.description;
  };
  const link = 'Cello\nhttps://example.org/cello\nFour strings';
  expect(described({ textContent: '', annotations: [page] })).toBe(link);
  const bare = { title: 'https://example.org/viola', url: 'https://example.org/viola' };
  expect(described({ title: 'Music', annotations: [page, bare] })).toBe(`Music\n\n${link}\n\n${bare.url}`);
  expect(described({ textContent: `Cello: ${page.url}`, annotations: [page] })).toBe(
    `Cello: ${page.url}\n\nFour strings`,
  );
});

test('a Markdown file is read with its front matter, its tags, the file it links to, and the date in its name', () => {
  const [daily] = markdownFile(
    'Notes/2026-07-02.md',
    'Met #anna at the #tram/stop, #12.\n\nSee [[folder/Cello|this]].',
    ZONE,
  );
  expect(entryOf(daily)).toMatchObject({
    id: null,
    key: 'notes/2026-07-02',
    connected_to: 'folder/cello',
    content: { timestamp: '2026-07-02T10:00:00.000Z', tags: ['anna', 'tram/stop'], time_zone: ZONE },
  });
  const matter = '---\ndate: 2026-03-02 23:30\ntags: [a, B]\nlocation: Bern\nlat: 46.9\nlng: 7.4\n---\nText\r\nhere';
  expect(contentOf(markdownFile('Cello.md', matter, ZONE)[0])).toEqual({
    ...emptyContent,
    description: 'Text\nhere',
    timestamp: '2026-03-02T22:30:00.000Z',
    time_zone: ZONE,
    tags: ['a', 'b'],
    location: 'Bern',
    coordinates: { lat: 46.9, lng: 7.4, address: null },
  });
  expect(messageOf(markdownFile('Cello.md', 'No date', ZONE)[0])).toMatch(/no date/);
});

test('tags, links and pictures in the code of a Markdown file are ignored', () => {
  const fences = ['```sh\n#include\n[[ -f x ]]\n```', '> ~~~\n> #no\n> ```\n> #no\n> ~~~', '````\n```\n#no\n```\n````'];
  const text = `Write \`#no\` or \`\`[[no]]\`\` #yes\n${fences.join('\n#more\n')}\n#last [[Cello]]\n\`\`\`\n![[a.png]]`;
  const [found, ...left] = markdownFile('2026-07-02.md', text, ZONE);
  expect(entryOf(found)).toMatchObject({ connected_to: 'cello', content: { tags: ['yes', 'more', 'last'] } });
  expect(contentOf(found)?.description).toBe(text);
  expect(left).toEqual([]);
});

test('a link leads to a Markdown file whose name is in another Unicode form, and out of a table', () => {
  const [linked] = markdownFile('2026-07-02.md', 'See [[Über Käse]]', ZONE);
  const [other] = markdownFile(`${'Über Käse'.normalize('NFD')}.md`, '---\ndate: 2026-07-01\n---\nText', ZONE);
  expect(entryOf(linked)?.connected_to).toBe('über käse');
  const [inTable] = markdownFile('2026-07-02.md', '| [[notes/Cello\\|this]] |', ZONE);
  expect(entryOf(inTable)?.connected_to).toBe('notes/cello');
  expect(entryOf(other)?.key).toBe('über käse');
});

test('front matter may be empty', () => {
  const [found] = markdownFile('2026-07-02.md', '---\r\n---\r\nRain\n\n---\n\nSun', ZONE);
  expect(contentOf(found)?.description).toBe('Rain\n\n---\n\nSun');
});

test('a hashtag with vowel signs, combining accents or joiners is read whole', () => {
  const text = 'At #हिन्दी with #cafe\u0301 and #می\u200cخواهم.';
  expect(contentOf(markdownFile('2026-07-02.md', text, ZONE)[0])?.tags).toEqual(['हिन्दी', 'café', 'می\u200cخواهم']);
});

test('the title of a Markdown file is above its text, unless the text begins with it', () => {
  const described = (title: string, text: string) =>
    contentOf(markdownFile('2026-07-02.md', `---\ntitle: ${title}\n---\n${text}`, ZONE)[0])?.description;
  expect(described('A cello', 'On the tram')).toBe('A cello\n\nOn the tram');
  expect(described('A cello', '')).toBe('A cello');
  expect(described('2026', 'On the tram')).toBe('2026\n\nOn the tram');
  for (const text of ['# A cello\n\nOn the tram', 'A cello\nOn the tram'])
    expect(described('A cello', text)).toBe(text);
  expect(described('', 'On the tram')).toBe('On the tram');
});

/** The entry in a file of our own export with this body, and these lines more in its front matter. */
function ownFile(body: string, more = '') {
  const matter = `id: "01890a5d-ac96-774b-bcce-b302099a8058"\ntimestamp: "2026-03-02T22:30:15.250Z"\n${more}`;
  return entryOf(markdownFile('a.md', `---\n${matter}---\n\n${body}\n`, ZONE)[0]);
}

test.each([
  ['\\[\\[a]]', '[[a]]'],
  ['\\\\[\\\\[a]]', '\\[\\[a]]'],
  ['\\[\\[\\[a', '[[[a'],
  ['\\[a] [\\[', '\\[a] [\\['],
])('the brackets %j in a Markdown file of our own export are read as %j', (written, typed) => {
  expect(ownFile(written)?.content.description).toBe(typed);
});

test('a Markdown file of our own export is linked by the id in its front matter, or by a link that was added', () => {
  const parent = '01890a5d-ac96-774b-bcce-b302099a8057';
  const linked = `connected_to: "${parent}"\n`;
  expect(ownFile('a', linked)?.connected_to).toBe(parent);
  const line = `\n\nContinues [[2026-01-01 0900 b ${parent.slice(-12)}]]`;
  expect(ownFile(`a${line}`, linked)).toMatchObject({ connected_to: parent, content: { description: 'a' } });
  expect(ownFile('a\n\nContinues [[2026-01-01]]', linked)?.connected_to).toBe('2026-01-01');
});

test('a time in front matter is read in any form or refused by name; after the date in a file name there may be any text', () => {
  const withDate = (date: string, name = 'Cello.md') => markdownFile(name, `---\ndate: ${date}\n---\nText`, ZONE)[0];
  expect(contentOf(withDate('2026-02-03 9:05'))?.timestamp).toBe('2026-02-03T08:05:00.000Z');
  expect(contentOf(withDate('2026-02-03T9:05 PM'))?.timestamp).toBe('2026-02-03T20:05:00.000Z');
  const named = withDate('2026-02-03 after lunch', '2026-02-03.md');
  expect(messageOf(named)).toBe('time: Is not valid; write it like 14:30');
  expect(messageOf(withDate('in May'))).toMatch(/^date: Is not valid; write it like 2025-12-31/);
  expect(contentOf(withDate('in May', '2026-02-03 Meeting.md'))?.timestamp).toBe('2026-02-03T11:00:00.000Z');
  expect(contentOf(markdownFile('2026-02-03 9:05 Walk.md', 'Text', ZONE)[0])?.timestamp).toBe(
    '2026-02-03T08:05:00.000Z',
  );
});

test.each([
  ['journals/2025_12_31.md', 'Text', '2025-12-31T11:00:00.000Z'],
  ['202512311430 Zettel.md', 'Text', '2025-12-31T13:30:00.000Z'],
  ['2025-12-31-1430 Zettel.md', 'Text', '2025-12-31T13:30:00.000Z'],
  ['2025-12-31 1984.md', 'Text', '2025-12-31T11:00:00.000Z'],
  ['Note.markdown', '---\nDate: 2025-12-31\ntime: "21:05"\n---\nText', '2025-12-31T20:05:00.000Z'],
  ['Note.md', '---\ndate: 20251231\n---\nText', '2025-12-31T11:00:00.000Z'],
  ['Note.md', '---\ndate: 2025/12/31\n---\nText', '2025-12-31T11:00:00.000Z'],
  ['Note.md', '---\ndate: 31.12.2025 9:05\n---\nText', '2025-12-31T08:05:00.000Z'],
])('the date of the Markdown file %s is read as other programs write it (%#)', (path, file, timestamp) => {
  expect(contentOf(markdownFile(path, file, ZONE)[0])).toMatchObject({ timestamp, description: 'Text' });
});

test('a date in front matter of unknown form or order is refused, and the message shows a form that is accepted', () => {
  for (const date of ['03/04/2026', 'Jan 3, 2026', '03.04.26']) {
    const [found] = markdownFile('Note.md', `---\ndate: ${date}\n---\nText`, ZONE);
    expect(messageOf(found)).toBe('date: Is not valid; write it like 2025-12-31');
  }
});

test.each(['location: [50.7, 7.1]', 'coordinates: 50.7, 7.1', 'coordinates: [50.7, 7.1]', 'Lat: 50.7\nLon: 7.1'])(
  'coordinates of a Markdown file are read from %j',
  (field) => {
    const [found] = markdownFile('2026-07-02.md', `---\n${field}\n---\nText`, ZONE);
    expect(contentOf(found)).toMatchObject({ location: null, coordinates: { lat: 50.7, lng: 7.1 } });
  },
);

test('pictures in a Markdown file are counted as left out, links to pictures on the web are not', () => {
  const text = '![[pic.png|200]] ![a](img/a (1).jpg) ![b](https://example.org/b.jpg) ![[A note]]';
  const [found, left] = markdownFile('2026-07-02.md', text, ZONE);
  expect(contentOf(found)?.description).toBe(text);
  expect(messageOf(left)).toBe('Pictures and other files are left out: 2');
});

async function rowsOf(csv: string, columns: Record<string, string> = {}): Promise<Found[]> {
  const all: Found[] = [];
  const options = { timeZone: ZONE, columns, dateOrder: 'automatic' as const, isDryRun: false };
  for await (const { found } of table(() => Readable.from([csv]), options)) all.push(...found);
  return all;
}

test('a table is read by the usual names of its columns, or by the names that are given', async () => {
  const csv =
    'When;Note;Labels;Lat;Lng\n2026-03-02 23:30;"Two\nlines; here";"a,B";46.9;7.4\nsoon;x;;;\n2026-07-02;Only a day;;;\n';
  const [first, second, third] = await rowsOf(csv, { date: 'when' });
  expect(contentOf(first)).toEqual({
    ...emptyContent,
    description: 'Two\nlines; here',
    timestamp: '2026-03-02T22:30:00.000Z',
    time_zone: ZONE,
    tags: ['a', 'b'],
    location: null,
    coordinates: { lat: 46.9, lng: 7.4, address: null },
  });
  expect(second).toEqual({ at: 'line 4', message: 'date: Is not valid; write it like 2025-12-31 or 31/12/2025' });
  expect(contentOf(third)).toMatchObject({ timestamp: '2026-07-02T10:00:00.000Z', coordinates: null });
  const [semicolons, both] = await rowsOf('date,text,tags\n2026-07-02,x,"rain; sun"\n2026-07-02,y,"a;b, c"\n');
  expect(contentOf(semicolons)?.tags).toEqual(['rain', 'sun']);
  expect(contentOf(both)?.tags).toEqual(['a;b', 'c']);
  const [hashed] = await rowsOf('date,text,tags\n2026-07-02,x,"#rain, sun"\n');
  expect(contentOf(hashed)?.tags).toEqual(['rain', 'sun']);
  const commas = await rowsOf('date,text\n2026-07-02,Rain; then\tsun\n');
  expect(contentOf(commas[0])?.description).toBe('Rain; then\tsun');
  await expect(rowsOf(csv)).rejects.toThrow('no column named date');
  await expect(rowsOf(csv, { date: 'when', text: 'Words' })).rejects.toThrow(
    'column that was chosen for text is not in the table',
  );
});

test('the apostrophe before what would be a formula is removed from a cell, one that was typed there is not', async () => {
  const rows = await rowsOf(
    `date,text\n${["'=1", "''=1", "'''  =1", "''x", "'x"].map((text) => `2026-06-05,${text}\n`).join('')}`,
  );
  expect(rows.map((row) => contentOf(row)?.description)).toEqual(['=1', "'=1", "''  =1", "''x", "'x"]);
});

test('a table has times in a column of their own or after the date, and a row with a wrong one is left out', async () => {
  const timesOf = async (csv: string) => (await rowsOf(csv)).map((row) => contentOf(row)?.timestamp ?? messageOf(row));
  const wrong = 'time: Is not valid; write it like 14:30';
  const day = (time: string) => `2026-06-05T${time}.000Z`;
  expect(await timesOf('date,time,text\n2026-06-05,9:05,a\n2026-06-05,9:05 PM,b\n2026-06-05,21.05,c\n')).toEqual(
    ['07:05:00', '19:05:00', '19:05:00'].map(day),
  );
  expect(await timesOf('date,time,text\n2026-06-05 00:00:00,9:05,a\n2026-06-05,,b\n2026-06-05,noonish,c\n')).toEqual([
    ...['07:05:00', '10:00:00'].map(day),
    wrong,
  ]);
  const created = 'created,text\n2026-06-05 9:05,a\n2026-06-05 9:05 PM,b\n2026-06-05,c\n2026-06-05 half past nine,d\n';
  expect(await timesOf(created)).toEqual([...['07:05:00', '19:05:00', '10:00:00'].map(day), wrong]);
  expect(await timesOf('timestamp,date,text\nsoon,2026-06-05 9:05,a\n,,b\n')).toEqual([
    day('07:05:00'),
    'date: Is missing',
  ]);
});

test('a row with an unknown time zone is left out, and the others are read', async () => {
  const [row, other] = await rowsOf('date,time_zone,text\n2026-06-05 9:05,Atlantis,a\n2026-06-05 9:05,UTC,b\n');
  expect(messageOf(row)).toBe('time_zone: Must be an IANA time zone');
  expect(contentOf(other)?.timestamp).toBe('2026-06-05T09:05:00.000Z');
});

test('a row with wrong coordinates is read without them, and they are listed as left out', async () => {
  const rows = ['"50,73";"7,09"', '500;7', '50.73;', ' ; ', 'north;7'].map((point) => `2026-06-05;a;${point}`);
  const found = await rowsOf(['date;text;lat;lng', ...rows, 'soon;a;500;7'].join('\n'));
  const wrong = { message: 'coordinates: Are not valid; it is imported without them' };
  expect(found).toMatchObject([
    { at: 'line 2', entry: { content: { coordinates: { lat: 50.73, lng: 7.09 } } } },
    { at: 'line 3', entry: { content: { coordinates: null } } },
    { at: 'line 3', ...wrong },
    { at: 'line 4', entry: { content: { coordinates: null } } },
    { at: 'line 4', ...wrong },
    { at: 'line 5', entry: { content: { coordinates: null } } },
    { at: 'line 6', entry: { content: { coordinates: null } } },
    { at: 'line 6', ...wrong },
    { at: 'line 7', message: expect.stringMatching(/^date/) },
  ]);
});

test('both coordinates of a row may be in one column, which is chosen or has a usual name', async () => {
  const pointsOf = async (csv: string, columns = {}) =>
    (await rowsOf(csv, columns)).flatMap((found) => contentOf(found)?.coordinates ?? []);
  const point = { lat: 52.5, lng: 13.4, address: null };
  expect(await pointsOf('date,text,Coordinates\n2026-06-05,a,"52.5, 13.4"\n2026-06-05,b,\n')).toEqual([point]);
  expect(await pointsOf('date;text;Where\n2026-06-05;a;52,5 13,4\n', { coordinates: 'Where' })).toEqual([point]);
  const both = 'date;text;gps;lat;lng\n2026-06-05;a;1, 2;52.5;13.4\n2026-06-05;a;52.5, 13.4;;\n';
  expect(await pointsOf(both)).toEqual([point, point]);
});

test('columns of a table that are not read are listed as left out, but not those of an export of our own', async () => {
  const [left, row] = await rowsOf('date,text,Mood,,Weather\n2026-06-05,a,good,,Sun\n');
  expect(left).toEqual({ at: 'line 1', message: 'Columns that are left out: Mood, Weather' });
  expect(contentOf(row)?.description).toBe('a');
  const many = Array.from({ length: 30 }, (_, n) => `c${n}`).join(',');
  expect(messageOf((await rowsOf(`date,text,${many}\n`))[0])).toMatch(/: c0, .*, c19, and 10 more$/);
  expect(await rowsOf('id,date,text,same_here,created_at,updated_at\n')).toEqual([]);
});

test('wrong coordinates of another program are listed as left out, beside its pictures', () => {
  const wrong = 'coordinates: Are not valid; it is imported without them';
  const location = { latitude: 500, longitude: 7 };
  const dated = { creationDate: '2021-03-03T11:48:50Z', createTime: '2021-03-03T11:48:50Z', entry_date: '2021-03-03' };
  const value = { ...dated, text: 'Rain', content: 'Rain', location, location_json: location, photos: [{}] };
  const item = { path: 'entries', at: 'entries[0]', value };
  const [day, ...left] = dayOneEntry(item, ZONE);
  expect(contentOf(day)).toMatchObject({ description: 'Rain', coordinates: null });
  expect(left.map(messageOf)).toEqual([wrong, 'Pictures and other files are left out: 1']);
  const markdown = markdownFile('2026-02-03.md', '---\nlat: "46,9"\nlng: east\n---\nText', ZONE);
  for (const [found, ...problems] of [memoOf('a', value, ZONE), journivEntry(item, ZONE), markdown]) {
    expect(contentOf(found)?.coordinates).toBeNull();
    expect(problems.map(messageOf)).toEqual([wrong]);
  }
});

test('the columns of a table can be chosen by number, and the answer lists them and which are read', async () => {
  const csv = 'When, exactly,Note,Note,Tags\n2026-03-02,,no,Rain,a\n';
  const parts: FoundPart[] = [];
  const read = async (columns: Record<string, string>, isDryRun = true) => {
    parts.length = 0;
    const options = { timeZone: ZONE, columns, dateOrder: 'automatic' as const, isDryRun };
    for await (const part of table(() => Readable.from([csv]), options)) parts.push(part);
    return parts;
  };
  const columns = ['When', 'exactly', 'Note', 'Note', 'Tags'];
  const [unknown, ...none] = await read({});
  expect(none).toEqual([]);
  expect(unknown).toMatchObject({
    found: [{ at: 'line 1', message: expect.stringContaining('named date') }],
    table: { columns, fields: { text: 3, tags: 5 } },
  });
  const [first, second] = await read({ date: '#1', text: '#4', tags: '#0' });
  expect(first?.table).toEqual({ columns, fields: { date: 1, text: 4 }, date_order: null });
  expect(contentOf(second?.found[0])).toMatchObject({ description: 'Rain', tags: [] });
  await expect(read({}, false)).rejects.toThrow('no column named date');
  for (const wrong of ['#6', '#-1', '#99999'])
    await expect(read({ date: wrong })).rejects.toThrow('column that was chosen for date');
});

test('a plain text has one anecdote per paragraph, or per line if there are no paragraphs', () => {
  const now = '2026-11-20T08:00:00.000Z';
  const paragraphs = plainText('2026-03-02 Rain\nall day #wet\n\n\nSnow', { timeZone: ZONE, now });
  expect(paragraphs.map(({ at }) => at)).toEqual(['line 1', 'line 5']);
  expect(paragraphs.map((found) => contentOf(found))).toMatchObject([
    { description: '2026-03-02 Rain\nall day #wet', timestamp: '2026-03-02T11:00:00.000Z', tags: ['wet'] },
    { description: 'Snow', timestamp: now },
  ]);
  const later = plainText('Snow', { timeZone: ZONE, now: '2027-01-01T00:00:00.000Z' });
  expect(entryOf(later[0])?.seed).toBe(entryOf(paragraphs[1])?.seed);
  const [walk, lunch] = plainText('2026-02-03 9:05 Walk\n2026-02-03 12.50 for lunch', { timeZone: ZONE, now });
  expect(contentOf(walk)?.timestamp).toBe('2026-02-03T08:05:00.000Z');
  expect(contentOf(lunch)?.timestamp).toBe('2026-02-03T11:00:00.000Z');
  expect(plainText('Rain\nSnow\nSun', { timeZone: ZONE, now })).toHaveLength(3);
});

test('empty rows are skipped, also above the column names, and so is a first line that tells Excel the delimiter', async () => {
  const rows = await rowsOf(';;\r\nDate;Text;Place\r\n2026-01-02;One;\r\n;;\r\n ; ;\r\n2026-01-03;Two;Bern\r\n');
  expect(rows.map((found) => contentOf(found)?.description)).toEqual(['One', 'Two']);
  const [found] = await rowsOf('sep=;\r\nDate;Text\r\n2026-01-02;One, two\r\n');
  expect(found).toMatchObject({ at: 'line 3', entry: { content: { description: 'One, two' } } });
});

test('delimiters in the quoted name of a column do not count', async () => {
  const [, found] = await rowsOf('Date;Text;"Place, or, city"\n2026-01-02;"One, two";Bern\n');
  expect(contentOf(found)?.description).toBe('One, two');
});
