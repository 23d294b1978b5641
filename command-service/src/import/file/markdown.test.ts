import { expect, test } from 'vitest';
import { markdownFile } from './markdown.ts';
import { unreadFields } from './unread-fields.ts';

const ZONE = 'Europe/Zurich';
const kept = 'The front matter is broken; it is kept as part of the text';

test.each([
  ['title: Re: rain'],
  ['tags: ["wet'],
  ['title: `x`\n  - y'],
  ['title: *x'],
  ['tags: [wet]\ntags: [dry]'],
  ['aliases:\n\t- x'],
])('a Markdown file whose front matter has the broken line %j is read with it as text, and with its date', (line) => {
  const file = `---\n${line}\nDate: 2026-03-02 23:30\ntime_zone: Asia/Tokyo\n---\nRain #wet`;
  const [found, ...others] = markdownFile('a.md', `\uFEFF${file.replaceAll('\n', '\r\n')}`, ZONE);
  expect(found).toMatchObject({
    entry: {
      content: { description: file, timestamp: '2026-03-02T14:30:00.000Z', time_zone: 'Asia/Tokyo', tags: ['wet'] },
    },
  });
  expect(others).toEqual([{ at: 'a.md', message: kept }]);
});

test('a Markdown file that begins with text between two lines is read whole, with the date in its name', () => {
  const text = '---\nJust a text\n---\nRain';
  const [found, ...others] = markdownFile('2026-03-02.md', text, ZONE);
  expect(found).toMatchObject({ entry: { content: { description: text, timestamp: '2026-03-02T11:00:00.000Z' } } });
  expect(others).toEqual([{ at: '2026-03-02.md', message: kept }]);
});

test('a Markdown file with broken front matter and no date that can be read is left out', () => {
  for (const yaml of ['date: "2026-03-02', 'title: Re: rain']) {
    const found = markdownFile('a.md', `---\n${yaml}\n---\nRain`, ZONE);
    expect(found).toEqual([{ at: 'a.md', message: expect.stringMatching(/^Has no date/) }]);
  }
});

test.each([
  ['Wednesday, December 31st 2025, 3:45:10 pm', '2025-12-31T14:45:10.000Z'],
  ['Friday, January 2nd 2026, 12:05:00 am', '2026-01-01T23:05:00.000Z'],
  ['May 3rd 2026', '2026-05-03T10:00:00.000Z'],
  ['2026-01-02T08:00', '2026-01-02T07:00:00.000Z'],
])('"date created: %s" of the Linter of Obsidian is the date of a Markdown file', (written, timestamp) => {
  const file = `---\ndate created: ${written}\ndate modified: Thursday, January 8th 2026, 9:00:00 am\n---\nRain`;
  const unread = unreadFields();
  expect(markdownFile('Rain.md', file, ZONE, unread)).toMatchObject([{ entry: { content: { timestamp } } }]);
  expect(unread.problems()).toEqual([]);
});

test('the date in the name of a Markdown file comes before its "date created"', () => {
  const file = '---\ndate created: Friday, January 2nd 2026, 9:00:00 am\n---\nRain';
  const content = { timestamp: '2025-12-31T11:00:00.000Z' };
  expect(markdownFile('2025-12-31.md', file, ZONE)).toMatchObject([{ entry: { content } }]);
});

test.each(['February 30th 2026', 'Smarch 1st 2026', 'January 1st 26', 'January 1 2026'])('%s is no date', (written) => {
  const found = markdownFile('Rain.md', `---\ndate created: ${written}\n---\nRain`, ZONE);
  expect(found).toEqual([{ at: 'Rain.md', message: expect.stringMatching(/^date: Is not valid/) }]);
});

test('#[[two words]] in a Markdown file is a tag and no link', () => {
  const [found] = markdownFile('2026-03-02.md', 'Rain #[[On the  way]] #wet #[[12]] #[[]] and [[Cello]]', ZONE);
  expect(found).toMatchObject({ entry: { connected_to: 'cello', content: { tags: ['on the way', 'wet'] } } });
});

test.each(['notes/Cello', ' /notes/Cello.md', '../notes/Cello.MD#strings', './Notes/ Cello.markdown|this'])(
  'a link to [[%s]] in a Markdown file leads to the file notes/Cello.md',
  (link) => {
    const [linked] = markdownFile('2026-03-02.md', `See [[${link}]]`, ZONE);
    const [other] = markdownFile('notes/Cello.md', '---\ndate: 2026-03-01\n---\nText', ZONE);
    expect(linked).toMatchObject({ entry: { connected_to: 'notes/cello' } });
    expect(other).toMatchObject({ entry: { key: 'notes/cello' } });
  },
);

test('a Markdown file of our own export is read as it was written, also with the line ends of Windows', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8058';
  const matter = `id: "${id}"\ntimestamp: "2026-03-02T22:30:15.250Z"\nconnected_to: "${id.replace('58', '57')}"\n`;
  const file = `---\n${matter}---\n\n  Rain\n\nSun\n\n\nContinues [[2026-01-01 0900 b b302099a8057]]\n`;
  for (const each of [file, file.replaceAll('\n', '\r\n')]) {
    expect(markdownFile('a.md', each, ZONE)).toMatchObject([
      { entry: { id, connected_to: id.replace('58', '57'), content: { description: '  Rain\n\nSun\n' } } },
    ]);
  }
});
