import { type HistoryPage, type JournalAnecdote, JournalFile } from '@anecdotes/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test, vi } from 'vitest';
import type { BothSides } from '../support/both-sides.ts';
import { GUEST_PASSWORD } from '../support/command-side.ts';
import { useMembers } from '../support/members.ts';
import { unzip } from '../support/unzip.ts';
import type { Visitor } from '../support/visitor.ts';

let side: BothSides;
let visitor: Visitor;
let token: string;
useMembers((given) => {
  ({ side, visitor, token } = given);
});

const call = async (method: string, path: string, body?: unknown, as = token) =>
  (await side.call(as, method, `/api${path}`, body)).json();
const write = async (fields: object) => (await call('POST', '/anecdotes', fields)).data.id as string;

async function exported(query = '', as = token) {
  const answer = await side.call(as, 'GET', `/api/export${query}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/zip');
  const files = await unzip(answer.rawPayload);
  const journal = JournalFile.parse(JSON.parse(files.get('journal.json') ?? ''));
  return { files, journal };
}

const idsOf = (anecdotes: readonly JournalAnecdote[]) => anecdotes.map(({ id }) => id).sort();

describe('an export', () => {
  test('contains the whole journal with every field, valid against the published schema', async () => {
    const cello = await write({
      description: 'Ein "Cello"\n=1+1 🎻 שלום',
      tags: ['tram', 'été'],
      timestamp: '2026-03-02T23:30:15.250+01:00',
      time_zone: 'Europe/Zurich',
      location: 'Tram 11',
      coordinates: { lat: -47.37, lng: 8.54, address: 'Bahnhofstrasse' },
    });
    const next = await write({ description: 'Next', connected_to: cello, timestamp: '2026-03-03T00:00:00Z' });
    await call('POST', `/anecdotes/${cello}/react`);
    const { files, journal } = await exported();
    expect(journal).toMatchObject({ format: 'anecdotes-journal', version: 1, is_whole: true });
    expect(journal.anecdotes).toMatchObject([
      {
        id: cello,
        description: 'Ein "Cello"\n=1+1 🎻 שלום',
        tags: ['tram', 'été'],
        timestamp: '2026-03-02T22:30:15.250Z',
        time_zone: 'Europe/Zurich',
        location: 'Tram 11',
        coordinates: { lat: -47.37, lng: 8.54, address: 'Bahnhofstrasse' },
        connected_to: null,
        same_here: true,
        recorded: { channel: 'web', operation: null },
      },
      { id: next, connected_to: cello, same_here: false },
    ]);
    expect(journal).not.toHaveProperty('trash');
    const schema = (await side.call(undefined, 'GET', '/api/journal.schema.json')).json();
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    expect(validate(JSON.parse(files.get('journal.json') ?? '')), JSON.stringify(validate.errors)).toBe(true);
    expect([...files.keys()].slice(-3)).toEqual(['index.html', 'journal.json', 'anecdotes.csv']);
  });

  test('contains Markdown files whose links all lead to another of them', async () => {
    const ids = [await write({ description: 'Root [[not a link]]' })];
    for (let n = 1; n < 12; n += 1) {
      ids.push(
        await write({ description: `Number ${n}: ${'x'.repeat(n * 11)}`, connected_to: ids[Math.floor(n / 3)] }),
      );
    }
    const { files } = await exported();
    const pages = [...files].filter(([name]) => name.startsWith('markdown/'));
    const names = new Set(pages.map(([name]) => /([^/]+)\.md$/.exec(name)?.[1]));
    const links = pages.flatMap(([, text]) => [...text.matchAll(/\[\[(.*?)\]\]/g)].map(([, name]) => name));
    expect(names.size).toBe(12);
    expect(links).toHaveLength(11);
    for (const link of links) expect(names).toContain(link);
  });

  test('with a filter contains only matching anecdotes, and no link to others', async () => {
    const cello = await write({ description: 'A cello', tags: ['music'] });
    const child = await write({ description: 'Another cello', tags: ['music', 'tram'], connected_to: cello });
    await write({ description: 'Rain', connected_to: child });
    const music = await exported('?tags=music');
    expect(idsOf(music.journal.anecdotes)).toEqual([cello, child].sort());
    expect(music.journal.is_whole).toBe(false);
    const tram = await exported('?search=cello&tags=tram');
    expect(idsOf(tram.journal.anecdotes)).toEqual([child]);
    expect([...tram.files.values()].join('')).not.toContain('[[');
    expect((await call('GET', '/export/size?tags=music')).data.anecdotes).toBe(2);
  });

  test.each(['trash', 'history'])('with a filter is refused if %s is to be exported too', async (name) => {
    const answer = await side.call(token, 'GET', `/api/export?tags=music&${name}=true`);
    const reason = 'Can only be exported with the whole journal, without a filter';
    expect([answer.statusCode, answer.json().error.fields]).toEqual([400, { [name]: reason }]);
  });

  test.each(['/export', '/export/size'])(
    'GET %s of a past journal is refused, because the present one is exported',
    async (path) => {
      const answer = await side.call(token, 'GET', `/api${path}?as_of=1`);
      expect([answer.statusCode, answer.json().error.fields]).toEqual([400, { as_of: expect.any(String) }]);
    },
  );

  test('contains the trash and the history on request', async () => {
    const kept = await write({ description: 'Kept' });
    const gone = await write({ description: 'Gone', connected_to: kept });
    await call('POST', `/anecdotes/${gone}/react`);
    await call('PUT', `/anecdotes/${gone}`, { description: 'Gone for now', tags: ['b'] });
    await call('DELETE', `/anecdotes/${gone}`);
    const erased = await write({ description: 'Erased' });
    await call('DELETE', `/anecdotes/${erased}`);
    await call('POST', `/anecdotes/${erased}/erase`);
    const restored = await write({ description: 'Restored' });
    await call('DELETE', `/anecdotes/${restored}`);
    await call('POST', `/anecdotes/${restored}/restore`);
    const { journal } = await exported('?trash=true&history=true');
    expect(idsOf(journal.anecdotes)).toEqual([kept, restored].sort());
    expect(journal.trash).toMatchObject([
      { id: gone, description: 'Gone for now', tags: ['b'], connected_to: kept, same_here: true },
    ]);
    const history: HistoryPage = await call('GET', '/history?limit=50');
    expect(journal.history).toEqual(history.data.filter(({ type }) => type !== 'JournalExported'));
  });

  test('is recorded in the history, with the API key that requested it', async () => {
    const { id, key } = (await call('POST', '/api-keys', { name: 'Backup', scopes: ['read'] })).data;
    await exported('', key);
    const entry = await vi.waitUntil(
      async () =>
        (await call('GET', '/history')).data.find(({ type }: { type: string }) => type === 'JournalExported') as
          | HistoryPage['data'][number]
          | undefined,
      { timeout: 30_000, interval: 100 },
    );
    expect(entry.through).toEqual({ channel: 'api', key: { id, name: 'Backup' } });
  });

  test('also works for an empty journal and for the guest', async () => {
    expect((await exported()).journal.anecdotes).toEqual([]);
    const guest = (await visitor.logIn('guest', GUEST_PASSWORD)).json().data.access_token;
    expect((await exported('', guest)).journal.is_whole).toBe(true);
  });
});
