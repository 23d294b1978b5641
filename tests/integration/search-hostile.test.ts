import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type QuerySide, startQuerySide } from '../support/query-side.ts';

let side: QuerySide;
let ann: Person;
let own: Set<string>;

const hostileTexts = [
  '%',
  '_',
  '%%%%____',
  '\\',
  '\\\\%',
  "'; drop table views.anecdote; --",
  "' or '1'='1",
  '" or ""="',
  '{a,b}',
  '{}',
  'NULL',
  '$1',
  ':name',
  '(((((((((((((',
  '(a+)+$',
  '.*.*.*.*.*x',
  '[[:alpha:]]',
  'a & b | !c <-> d',
  "to_tsquery('x')",
  '"',
  '"""',
  '-"',
  '--',
  '- - -',
  '-',
  ':',
  'tag:',
  'tag:"',
  '-tag:""',
  'tag:tag:tag:',
  'place:%',
  'before:',
  'before:9999-99-99',
  'after:0000',
  'on:2026-02-30',
  'before:0001 after:9999',
  'has:',
  'has:place has:place -has:place',
  'is:linked -is:linked',
  'tag:"a" -"b" c:d "e',
  '#',
  '…',
  '#…',
  '\t\n \u3000',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\u001d',
  '\u001e\u001f',
  '\0',
  '\ud800',
  '\u0301\u0301\u0301',
  '😀'.repeat(100),
  'İ'.repeat(250),
  'ß'.repeat(500),
  'a '.repeat(250),
  '-a '.repeat(160),
  '"a" '.repeat(120),
  'tag:a '.repeat(80),
  '%_'.repeat(250),
  '"'.repeat(500),
  'abcde'.repeat(100),
  'x'.repeat(501),
  'x'.repeat(50_000),
  '"'.repeat(50_000),
  '%'.repeat(50_000),
  'tag:"x" '.repeat(6_000),
];

beforeAll(async () => {
  side = await startQuerySide();
  side.startProjector();
  const eve = await side.newPerson();
  ann = await side.newPerson();
  own = new Set();
  const texts = hostileTexts.filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text) && text.length < 20_000);
  for (const [index, text] of texts.entries()) {
    const tags = [text.slice(0, 64).replaceAll(',', '')];
    const changes = { description: `written: ${text}`, tags, location: text.slice(0, 500), coordinates: null };
    await side.write(eve, changes);
    if (index % 3 === 0) own.add(await side.write(ann, changes));
  }
  own.add(await side.write(ann, { description: 'a%_'.repeat(6_000), tags: [], location: null }));
  own.add(await side.write(ann, { description: 'word '.repeat(4_000), tags: [], location: null }));
});

afterAll(() => side.close());

/** Expects an answer or a refusal with a known code, and nothing of another account in it. */
async function ask(path: string, parameters: Record<string, string>): Promise<void> {
  const { status, body } = await side.get(ann, `/api/${path}?${new URLSearchParams(parameters)}`);
  expect([parameters, [200, 400].includes(status), body.error?.code ?? null]).toEqual([
    parameters,
    true,
    status === 200 ? null : expect.stringMatching(/^(?:VALIDATION_FAILED|EMPTY_SEARCH|INVALID_CURSOR)$/),
  ]);
  const found: { id?: string; anecdote?: { id: string } }[] =
    status === 200 && Array.isArray(body.data) ? body.data : [];
  for (const { id, anecdote } of found) {
    const shown = anecdote?.id ?? id;
    if (shown !== undefined) expect(own).toContain(shown);
  }
}

describe('a hostile text', () => {
  test.each(hostileTexts.map((text): [string, string] => [`${text.slice(0, 30)} (${text.length})`, text]))(
    '%s is searched for or refused, and finds nothing of another account',
    async (_, text) => {
      await ask('anecdotes/search', { query: text });
      await ask('anecdotes/search', { query: text, search_fields: 'tags,location', sort_by: 'updated_at' });
      await ask('anecdotes', { search: text });
      await ask('anecdotes/cursor', { search: text, sort_by: 'description' });
      await ask('anecdotes/search/autocomplete', { q: text });
      await ask('anecdotes/months', { search: text });
      await ask('anecdotes/random', { search: text });
      await ask('tags', { search_term: text });
    },
  );

  test.each(['sort_by', 'sort_order', 'search_fields', 'cursor', 'limit', 'time_zone', 'near', 'bbox', 'located'])(
    'as %s is refused or ignored',
    async (name) => {
      for (const text of hostileTexts) {
        await ask('anecdotes/search', { query: 'word', [name]: text });
        if (name !== 'search_fields') await ask('anecdotes/cursor', { search: 'word', [name]: text });
      }
    },
  );
});
