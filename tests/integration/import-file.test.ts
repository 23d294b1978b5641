import { type Found, type FoundPart, foundEntry, withLeftOut } from '@anecdotes/command-service/import/file/found';
import { takeIn } from '@anecdotes/command-service/import/file/intake';
import {
  type AccountId,
  type AnecdotePage,
  emptyContent,
  type ImportAnswer,
  type ImportFormat,
  limits,
  type OperationView,
  type ProblemCode,
} from '@anecdotes/contracts';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import {
  dayOneExport,
  type ForeignEntry,
  foreignEntries,
  journivExport,
  keepTakeout,
  memosArchive,
} from '../support/foreign-journals.ts';
import { importsBy } from '../support/imports.ts';
import { comparable, halfOf, journalAnecdote, journalFile, journals, withNewIds } from '../support/journal-files.ts';
import { openMailbox } from '../support/mailbox.ts';
import { useMembers } from '../support/members.ts';
import { unzip } from '../support/unzip.ts';
import { visitorOf } from '../support/visitor.ts';
import { zipOf } from '../support/zips.ts';

/** How many random journals are imported and exported, and how many anecdotes the large one has. */
const JOURNALS = Number(process.env.JOURNALS ?? 3);
const LARGE = Number(process.env.ROUND_TRIP ?? 120);
/** How many entries a journal of another program has. */
const FOREIGN = Number(process.env.FOREIGN_ENTRIES ?? 60);

let side: BothSides;
let token: string;
const newMember = useMembers((given) => {
  ({ side, token } = given);
});

const { send, call, importFile, ended, exportJournal } = importsBy(() => ({ at: side, as: token }), {
  timeout: 60_000 + LARGE * 20,
});

describe('a journal', () => {
  test(
    'that is exported and imported into a new product is the same, and a second import changes nothing',
    async () => {
      const root = journalAnecdote({ description: `${'long '.repeat(3_999)}end`, same_here: true });
      const others = Array.from({ length: LARGE }, (_, n) =>
        journalAnecdote({
          description: `Number ${n} 🎻`,
          tags: [`t${n % 7}`],
          timestamp: new Date(Date.UTC(2020, 0, 1) + n * 3_600_000).toISOString(),
          connected_to: n % 3 === 0 ? root.id : null,
        }),
      );
      const gone = { ...journalAnecdote({ connected_to: root.id }), deleted_at: '2026-11-20T08:00:00.000Z' };
      const file = journalFile([root, ...others], [gone]);
      await importFile(file);
      const { archive, journal } = await exportJournal();
      expect(comparable(journal)).toEqual(comparable(file));

      const fresh = await startBothSides();
      try {
        const where = { at: fresh, as: (await visitorOf(fresh).newMember(openMailbox(fresh))).token };
        const { report, operation } = await importFile(archive, where);
        expect(report).toMatchObject({ format: 'anecdotes', new: LARGE + 2, known: 0, problem_count: 0 });
        expect(operation).toMatchObject({ changed: LARGE + 2, failed: 0, file: { name: 'mine.zip' } });
        expect(comparable((await exportJournal(where)).journal)).toEqual(comparable(journal));
        const again = await importFile(archive, where);
        expect(again).toMatchObject({ report: { new: 0, known: LARGE + 2 }, operation: null });
      } finally {
        await fresh.close();
      }
    },
    120_000 + LARGE * 100,
  );

  test(
    'with random content is exported as it was imported, even if half of it existed before',
    async () => {
      await fc.assert(
        fc.asyncProperty(journals, fc.boolean(), async (drawn, isHalfThere) => {
          const file = withNewIds(drawn);
          token = (await newMember()).token;
          if (isHalfThere) await importFile(halfOf(file));
          await importFile(file);
          expect(comparable((await exportJournal()).journal)).toEqual(comparable(file));
        }),
        { numRuns: JOURNALS },
      );
    },
    60_000 + JOURNALS * 2_000,
  );

  describe('with ids that cannot be used', () => {
    function chain() {
      const parent = journalAnecdote({ description: 'Parent' });
      const child = journalAnecdote({ description: 'Child', connected_to: parent.id });
      const grandchild = journalAnecdote({ description: 'Grandchild', connected_to: child.id });
      // A link can lead to a later entry.
      return journalFile([grandchild, parent, child]);
    }

    /** Imports a chain twice; expects its anecdotes with their links, and all of them to be known at the second time. */
    async function expectImported(file: ReturnType<typeof chain>, where: { as: string }): Promise<string[]> {
      expect((await importFile(file, where)).report).toMatchObject({ new: 3, known: 0, problems: [] });
      const { anecdotes } = (await exportJournal(where)).journal;
      const ids = new Map(anecdotes.map(({ id, description }) => [description, id]));
      expect(Object.fromEntries(anecdotes.map((each) => [each.description, each.connected_to]))).toEqual({
        Parent: null,
        Child: ids.get('Parent'),
        Grandchild: ids.get('Child'),
      });
      const again = await importFile(file, where);
      expect(again).toMatchObject({ report: { new: 0, known: 3, problems: [] }, operation: null });
      return [...ids.values()];
    }

    async function eraseAll(ids: readonly string[], where: { as: string }): Promise<void> {
      for (const id of ids) {
        await call('DELETE', `/anecdotes/${id}`, where);
        await call('POST', `/anecdotes/${id}/erase`, where);
      }
      // An import looks for known entries in the views; a list is answered when they are up to date.
      await call('GET', '/anecdotes', where);
    }

    test('because another account has them gets other ids, keeps its links, and is known at the next import', async () => {
      const file = chain();
      await importFile(file);
      const ids = await expectImported(file, { as: (await newMember()).token });
      expect(ids.filter((id) => file.anecdotes.some((each) => each.id === id))).toEqual([]);
    });

    test('because its anecdotes were erased gets other ids, keeps its links, and is known at the next import', async () => {
      const file = chain();
      const where = { as: (await newMember()).token };
      const erased = await expectImported(file, where);
      await eraseAll(erased, where);
      const ids = await expectImported(file, where);
      expect(ids.filter((id) => erased.includes(id))).toEqual([]);
    });

    test('because another account has them restores an anecdote once, whichever of its ids its entries have', async () => {
      const entry = journalAnecdote();
      await importFile(journalFile([entry]));
      const where = { as: (await newMember()).token };
      await importFile(journalFile([entry]), where);
      const [{ id } = entry] = (await exportJournal(where)).journal.anecdotes;
      await call('DELETE', `/anecdotes/${id}`, where);
      await call('GET', '/anecdotes', where);
      const { report, operation } = await importFile(journalFile([entry, { ...entry, id }]), where);
      expect(report).toMatchObject({ entries: 1, trashed: 1, problem_count: 1 });
      expect(operation).toMatchObject({ total: 1, changed: 1 });
    });

    test('because another account has them, and whose new ids were erased, can be undone, and the undo too', async () => {
      const file = chain();
      await importFile(file);
      const where = { as: (await newMember()).token };
      await eraseAll(await expectImported(file, where), where);
      const { operation } = await importFile(file, where);
      const { journal } = await exportJournal(where);
      const undo = (await call('POST', `/operations/${operation?.id}/undo`, where)).data as OperationView;
      expect(await ended(undo.id, where)).toMatchObject({ changed: 3, failed: 0 });
      const redo = (await call('POST', `/operations/${undo.id}/undo`, where)).data as OperationView;
      expect(await ended(redo.id, where)).toMatchObject({ changed: 3, failed: 0 });
      expect(comparable((await exportJournal(where)).journal)).toEqual(comparable(journal));
    });
  });
});

test('the Markdown files and the table of an export have the same content as its journal.json, and name a missing parent', async () => {
  const root = journalAnecdote({
    description: 'Root [[x]] \\[\\[y \\[[z [[[\n\nContinues here',
    tags: ['#a', 'été'],
    same_here: true,
  });
  const child = journalAnecdote({
    description: '=1+1 — and more',
    timestamp: '2026-03-02T22:30:15.250Z',
    time_zone: 'Asia/Kathmandu',
    location: 'Tram 11',
    coordinates: { lat: -47.37, lng: 8.54, address: 'Bahnhofstrasse' },
    connected_to: root.id,
  });
  await importFile(journalFile([root, child]));
  const files = [...(await unzip((await exportJournal()).archive))];
  const notes = Object.fromEntries(files.filter(([name]) => name.startsWith('markdown/')));
  const sheet = files.find(([name]) => name === 'anecdotes.csv')?.[1] ?? '';
  for (const [file, format] of [[await zipOf(notes), 'markdown'] as const, [sheet, 'csv'] as const]) {
    const answer = await send(file, `?dry_run=true&name=a.${format === 'csv' ? 'csv' : 'zip'}`);
    const { report } = answer.json().data as ImportAnswer;
    expect(report).toMatchObject({ format, entries: 2, known: 2, problems: [] });
    const contents = report.preview.map(({ fate: _, is_linked, ...content }) => ({ ...content, is_linked }));
    const wanted = [child, root].map(({ id: _, recorded: _r, same_here: _s, connected_to, ...content }) => {
      return { ...content, is_linked: connected_to !== null };
    });
    expect(contents.sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1))).toEqual(wanted);
  }
  const texts = Object.values(notes);
  const renamed = { as: (await newMember()).token };
  await importFile(await zipOf(Object.fromEntries(texts.map((text, n) => [`${n}.md`, text]))), renamed);
  const [first, second] = (await exportJournal(renamed)).journal.anecdotes;
  expect([first?.connected_to, second?.connected_to].filter((id) => id !== null)).toHaveLength(1);
  const alone = texts.filter((text) => text.includes('Continues [['));
  const { report } = await importFile(await zipOf({ 'a.md': alone[0] ?? '' }), { as: (await newMember()).token });
  expect(report).toMatchObject({
    new: 1,
    preview: [{ is_linked: false }],
    problems: [{ at: 'a.md', message: expect.stringMatching(/is imported without/) }],
  });
});

test('an entry that was in the trash is reported as new in the trash, and once it is there as known', async () => {
  const file = journalFile([journalAnecdote()], [{ ...journalAnecdote(), deleted_at: '2026-11-20T08:00:00.000Z' }]);
  const { report } = (await send(file, '?dry_run=true')).json().data as ImportAnswer;
  expect(report).toMatchObject({ entries: 2, new: 2, deleted: 1, trashed: 0, known: 0 });
  expect(report.preview.map(({ fate }) => fate)).toEqual(['new', 'deleted']);
  expect((await importFile(file)).report).toMatchObject({ new: 2, deleted: 1 });
  expect((await importFile(file)).report).toMatchObject({ new: 0, known: 2, known_deleted: 1 });
});

test('a folder of Markdown files keeps its links, and is not duplicated by a second import', async () => {
  const archive = await zipOf({
    'Notes/2026-01-02 Cello.md': 'A cello',
    'Notes/2026-01-03.md': 'He plays again: [[2026-01-02 Cello]]',
    'Notes/2026-01-04.md': 'Nothing of it: [[Nowhere]]',
  });
  for (let n = 0; n < 2; n += 1) await importFile(archive);
  const { anecdotes } = (await exportJournal()).journal;
  expect(anecdotes.map(({ description }) => description)).toEqual([
    'A cello',
    expect.stringMatching(/^He/),
    expect.anything(),
  ]);
  expect(anecdotes.map(({ connected_to }) => connected_to)).toEqual([null, anecdotes[0]?.id, null]);
});

test('a link in a Markdown file leads to the file with its path, not to another of the same name', async () => {
  const day = (n: number, text: string) => `---\ndate: 2026-01-0${n}\n---\n${text}`;
  const archive = await zipOf({
    'Vault/A/Cello.md': day(1, 'A cello'),
    'Vault/B/Cello.md': day(2, 'Another cello'),
    'Vault/2026-01-03.md': 'See [[A/Cello]]',
    'Vault/2026-01-04.md': 'See [[B/Cello]]',
    'Vault/2026-01-05.md': 'See [[C/Cello]]',
  });
  const { report } = await importFile(archive);
  expect(report.problems).toMatchObject([{ at: 'Vault/2026-01-05.md', message: expect.stringMatching(/neither/) }]);
  const [a, b, ...linked] = (await exportJournal()).journal.anecdotes;
  expect(linked.map(({ connected_to }) => connected_to)).toEqual([a?.id, b?.id, null]);
});

test.each<[ImportFormat, (entries: readonly ForeignEntry[]) => Promise<Buffer>]>([
  ['memos', memosArchive],
  ['journiv', journivExport],
  ['keep', keepTakeout],
  ['day-one', dayOneExport],
])('a journal of %s is imported completely, and is not duplicated by a second import', async (format, make) => {
  const entries = foreignEntries(FOREIGN);
  const archive = await make(entries);
  const { report, operation } = await importFile(archive);
  expect(report).toMatchObject({ format, new: FOREIGN, problem_count: 1 });
  expect(operation).toMatchObject({ changed: FOREIGN, failed: 0 });
  expect(await importFile(archive)).toMatchObject({ report: { new: 0, known: FOREIGN }, operation: null });
  const { anecdotes, trash = [] } = (await exportJournal()).journal;
  const all = [...anecdotes, ...trash];
  const places = new Map(entries.map(({ timestamp }, place) => [timestamp, place]));
  const placeOf = new Map(all.map(({ id, timestamp }) => [id, places.get(timestamp)]));
  expect([...placeOf.values()].sort((one = 0, other = 0) => one - other)).toEqual(entries.map((_, place) => place));
  const hasLinks = format === 'memos' || format === 'day-one';
  for (const { id, description, connected_to } of all) {
    const { description: wanted, parent } = entries[placeOf.get(id) ?? 0] as ForeignEntry;
    expect(description.startsWith(wanted)).toBe(true);
    expect(connected_to && placeOf.get(connected_to)).toBe(hasLinks ? parent : null);
  }
  expect(trash).toHaveLength(format === 'keep' ? entries.filter(({ isArchived }) => isArchived).length : 0);
});

test('a dry run of a table without a date column lists its columns, so that they can be mapped', async () => {
  const csv = 'When;Note\n2026-03-02;Rain\n';
  const query = (columns: string, dry = true) => `?name=a.csv&columns=${encodeURIComponent(columns)}&dry_run=${dry}`;
  const asked = (await send(csv, '?name=a.csv&dry_run=true')).json().data as ImportAnswer;
  expect(asked.report).toMatchObject({ entries: 0, table: { columns: ['When', 'Note'], fields: { text: 2 } } });
  expect((await send(csv, '?name=a.csv')).json().error.code).toBe('IMPORT_UNREADABLE');
  const mapped = (await send(csv, query('date=#1'))).json().data as ImportAnswer;
  expect(mapped.report).toMatchObject({ new: 1, table: { fields: { text: 2, date: 1 } } });
  await send(csv, query('date=#1', false));
  await vi.waitUntil(async () => (await exportJournal()).journal.anecdotes.length === 1, {
    timeout: 30_000,
    interval: 50,
  });
});

test('a report cuts long names of files and columns between two characters', async () => {
  const column = `${'a'.repeat(99)}🎻🎻`;
  const csv = (await send(`date;text;${column}\n2026-03-02;Rain;\n`, '?name=a.csv&dry_run=true')).json().data;
  expect(csv.report.table.columns).toEqual(['date', 'text', column.slice(0, 101)]);
  const path = `${'b'.repeat(254)}🎻🎻.md`;
  const archive = (await send(await zipOf({ [path]: 'No date' }), '?name=a.zip&dry_run=true')).json().data;
  expect(archive.report.problems).toMatchObject([{ at: path.slice(0, 256) }]);
});

test('a table is read in the import as in its dry run, with the order that its dates show, and is not duplicated', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => `0${(n % 9) + 1}/04/2025 9:05 PM,Rain ${n},"50,${n}",7\n`);
  const csv = `date,text,lat,lng\n${rows.join('')}12/31/2025 9:05,Snow,500,7\n31/12/2025,Fog,,\n01/13/2025,Sun,,\n`;
  const month = { order: 'month-first', from: 'column' };
  const dry = (await send(csv, '?name=a.csv&dry_run=true')).json().data as ImportAnswer;
  expect(dry.report).toMatchObject({ new: 302, problem_count: 2, table: { date_order: month } });
  expect(dry.report.preview[0]).toMatchObject({
    timestamp: '2025-01-04T21:05:00.000Z',
    coordinates: { lat: 50, lng: 7 },
  });
  expect(dry.report.problems).toEqual([
    { at: 'line 302', message: 'coordinates: Are not valid; it is imported without them' },
    { at: 'line 303', message: 'date: Is not valid, because dates here are read with the month first' },
  ]);
  const { report, operation } = (await send(csv, '?name=a.csv')).json().data as ImportAnswer;
  expect(report).toEqual(dry.report);
  await ended(operation?.id ?? '');
  const { anecdotes } = (await exportJournal()).journal;
  expect(anecdotes.find(({ description }) => description === 'Snow')).toMatchObject({
    timestamp: '2025-12-31T09:05:00.000Z',
    coordinates: null,
  });
  const again = (await send(csv, '?name=a.csv')).json().data as ImportAnswer;
  expect(again).toMatchObject({ report: { new: 0, known: 302 }, operation: null });
  const other = (await send(csv, '?name=a.csv&dry_run=true&date_order=day-first')).json().data as ImportAnswer;
  expect(other.report).toMatchObject({
    entries: 301,
    problem_count: 2,
    table: { date_order: { order: 'day-first', from: 'request' } },
  });
  expect((await send(csv, '?name=a.csv&date_order=other')).statusCode).toBe(400);
});

test('entries of the same time are listed in the order of the file, and are not duplicated by a second import', async () => {
  const numbered = (word: string) => Array.from({ length: 12 }, (_, n) => `${word} ${n}`);
  const text = numbered('Line').join('\n');
  const csv = `date,text\n2025-03-03,Snow\n${numbered('2025-03-02,Row').join('\n')}\n`;
  for (const [file, name] of [
    [text, 'a.txt'],
    [csv, 'a.csv'],
  ]) {
    const { operation } = (await send(file, `?name=${name}`)).json().data as ImportAnswer;
    await ended(operation?.id ?? '');
  }
  const shown = await vi.waitUntil(
    async () => {
      const { data } = (await side.call(token, 'GET', '/api/anecdotes?page_size=100')).json() as Partial<AnecdotePage>;
      return data?.length === 25 && data.map(({ description }) => description);
    },
    { timeout: 60_000 },
  );
  expect(shown).toEqual([...numbered('Line').toReversed(), 'Snow', ...numbered('Row')]);
  expect((await send(csv, '?name=a.csv&dry_run=true')).json().data.report).toMatchObject({ new: 0, known: 13 });
});

test('an entry without an id is known by its time and text', async () => {
  const [timestamp, description] = ['2025-03-02T08:05:00.123Z', 'Fog over the river'];
  await side.call(token, 'POST', '/api/anecdotes', { description, timestamp });
  const csv = `timestamp,text\n${timestamp},${description}\n${timestamp},Sun over the river\n`;
  await vi.waitUntil(async () => (await side.call(token, 'GET', '/api/anecdotes')).json().data?.length === 1, 60_000);
  const { report } = (await send(csv, '?name=a.csv&dry_run=true')).json().data as ImportAnswer;
  expect(report).toMatchObject({ entries: 2, known: 1, new: 1 });
});

test('a link to an entry that is known under another id is kept, although the entry is repeated later in the file', async () => {
  const [timestamp, description] = ['2025-03-02T08:05:00.123Z', 'Fog over the river'];
  const written = await side.call(token, 'POST', '/api/anecdotes', { description, timestamp });
  const account = (await call('GET', '/auth/me')).data.id as AccountId;
  await vi.waitUntil(async () => (await call('GET', '/anecdotes')).data?.length === 1, 60_000);
  const entryOf = (key: string, text: string, connected_to: string | null): Found => ({
    at: key,
    entry: {
      ...{ id: null, seed: null, key, connected_to, same_here: false, is_deleted: false },
      content: { ...emptyContent, description: text, timestamp },
    },
  });
  async function* parts(): AsyncGenerator<FoundPart> {
    yield { format: 'markdown', found: [entryOf('fog', description, null)] };
    yield { format: 'markdown', found: [entryOf('fog', description, null), entryOf('sun', 'Sun', 'fog')] };
  }
  const { report, parents } = await takeIn(
    { vault: side.vault, account, now: new Date(), keep: async () => {} },
    parts(),
  );
  expect(report).toMatchObject({ known: 1, new: 1, problem_count: 1 });
  expect(parents).toEqual([written.json().data.id]);
});

test('a file is read although more parts of its entries are left out than a file may have entries', async () => {
  const account = (await call('GET', '/auth/me')).data.id as AccountId;
  const [timestamp, message] = ['2025-03-02T08:05:00.123Z', 'Is left out'];
  async function* parts(isPart: boolean): AsyncGenerator<FoundPart> {
    const [entry, part] = withLeftOut(foundEntry('line 2', { description: 'Fog', timestamp }), message);
    const problem = isPart ? part : { at: 'line 3', message };
    yield { format: 'csv', found: [entry, ...Array(limits.operation + 1).fill(problem)] as Found[] };
  }
  const into = { vault: side.vault, account, now: new Date(), keep: async () => {} };
  expect((await takeIn(into, parts(true))).report).toMatchObject({ new: 1, problem_count: limits.operation + 1 });
  await expect(takeIn(into, parts(false))).rejects.toThrow('More than 100,000 entries of this file cannot be read.');
});

test('a dry run reports what an import would do, and changes nothing', async () => {
  const known = journalAnecdote({ description: 'Known' });
  const trashed = journalAnecdote({ description: 'In the trash' });
  await importFile(journalFile([known, trashed]));
  await side.call(token, 'DELETE', `/api/anecdotes/${trashed.id}`);
  const fresh = journalAnecdote({ description: 'New', connected_to: known.id });
  const lost = journalAnecdote({ connected_to: journalAnecdote().id });
  const stranger = (await newMember()).token;
  const foreign = await side.call(stranger, 'POST', '/api/anecdotes', { description: 'Theirs' });
  const stolen = journalAnecdote({ connected_to: foreign.json().data.id });
  const file = journalFile([
    known,
    trashed,
    fresh,
    lost,
    stolen,
    fresh,
    { ...fresh, id: 'x' },
    { ...known, description: ' ' },
  ]);
  const { data } = (await send(file, '?dry_run=true')).json() as { data: ImportAnswer };
  expect(data).toMatchObject({
    operation: null,
    report: { entries: 5, new: 3, trashed: 1, known: 1, problem_count: 5 },
  });
  expect(data.report.preview.map(({ fate }) => fate)).toEqual(['known', 'trashed', 'new', 'new', 'new']);
  expect(data.report.problems.map(({ at }) => at)).toEqual([
    'anecdotes[5]',
    'anecdotes[6]',
    'anecdotes[7]',
    'anecdotes[3]',
    'anecdotes[4]',
  ]);
  // An anecdote of another account is unknown, like one that does not exist.
  expect(data.report.problems[4]?.message).toBe(data.report.problems[3]?.message);
  expect(comparable((await exportJournal()).journal)).toEqual(
    comparable(journalFile([known], [{ ...trashed, deleted_at: '' }])),
  );
});

test.each<[string, unknown, ProblemCode, RegExp?]>([
  ['nothing', '', 'IMPORT_UNREADABLE'],
  ['a text', 'Rain all day.', 'IMPORT_UNREADABLE', /neither an archive nor JSON/],
  ['JSON of something else', '{"entries": []}', 'IMPORT_UNREADABLE', /not in a journal format/],
  ['a later version', '{"format":"anecdotes-journal","version":2,"anecdotes":[]}', 'IMPORT_UNREADABLE', /version/],
  ['broken JSON', '{"format":"anecdotes-journal","version":1,"anecdotes":[}', 'IMPORT_UNREADABLE', /broken/],
  ['JSON that ends', '{"format":"anecdotes-journal","version":1,"anecdotes":[', 'IMPORT_UNREADABLE', /too early/],
])('an import of %s is refused with a message that says why', async (_, file, code, message = /cannot be read/) => {
  const answer = await send(file);
  expect(answer.json().error.code).toBe(code);
  expect(answer.json().error.message).toMatch(message);
});
