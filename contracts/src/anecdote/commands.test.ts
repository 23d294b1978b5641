import { expect, test } from 'vitest';
import { describeIssue } from '../plain-words.ts';
import { CreateAnecdote, CreateAnecdotes, EditAnecdote } from './commands.ts';
import { emptyContent } from './content.ts';
import { anecdoteContentEvents } from './events.ts';

const anecdote = { description: 'Rain all day.' };

/** The paths at which `body` is refused. */
function refusals(body: unknown): string[] {
  const result = CreateAnecdote.safeParse(body);
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'));
}

test('a description alone is enough to create an anecdote', () => {
  expect(CreateAnecdote.parse(anecdote)).toEqual(anecdote);
});

test('a batch must have at least one item, and its refusal says so in plain words', () => {
  const { error } = CreateAnecdotes.safeParse({ anecdotes: [] }, describeIssue);
  expect(error?.issues.map(({ message }) => message)).toEqual(['Must have at least 1 item']);
});

test.each([
  ['Please enter a description', {}],
  ['Please enter a description', { description: ' ' }],
  ['Please enter a description', { description: '\u200b' }],
  ['Must be text', { description: 12 }],
])('the refusal %j of a description says what is wrong with %j', (message, body) => {
  expect(CreateAnecdote.safeParse(body, describeIssue).error?.issues[0]?.message).toBe(message);
});

test.each([
  ['an emoji with joiners', '👩\u200d👧'],
  ['a word with a joiner', 'می\u200cخواهم'],
  ['a mark and a zero-width space', '!\u200b'],
  ['a code point that a newer Unicode may assign', '\u{1fbff}'],
  ['a character for private use', '\uf8ff'],
])('%s is a description and is stored unchanged', (_, description) => {
  expect(CreateAnecdote.parse({ description })).toEqual({ description });
});

test('events with a text of invisible characters, which was once accepted, can be read', () => {
  const { data } = anecdoteContentEvents.AnecdoteEdited;
  const content = { ...emptyContent, description: '\u200b', timestamp: '2026-11-20T08:42:00.000Z' };
  const event = { owner: '01977d3e-2b7a-7c11-8f00-5a1d3c2b4e6f', ...content };
  expect(data.parse(event)).toEqual(event);
});

test('an edit may leave out every field', () => {
  expect(EditAnecdote.parse({})).toEqual({});
});

test('an edit clears each field that can be empty with null', () => {
  const body = { tags: null, location: null, coordinates: null, connected_to: null };
  expect(EditAnecdote.parse(body)).toEqual({ ...body, tags: [] });
  for (const field of ['description', 'timestamp', 'time_zone']) {
    expect([field, EditAnecdote.safeParse({ [field]: null }).success]).toEqual([field, false]);
  }
});

test('an empty location or address becomes null', () => {
  const body = { location: '  ', coordinates: { lat: 1, lng: 2, address: '' } };
  const parsed = { location: null, coordinates: { lat: 1, lng: 2, address: null } };
  expect(EditAnecdote.parse(body)).toEqual(parsed);
  expect(CreateAnecdote.parse({ ...anecdote, coordinates: { lat: 1, lng: 2 } }).coordinates).toEqual(
    parsed.coordinates,
  );
});

test.each([
  ['an unknown field', { ...anecdote, owner: 'x' }, ''],
  ['a blank description', { description: ' \n\t ' }, 'description'],
  ['a description of zero-width characters', { description: '\u200b\u200d\u2060\ufeff\ufe0f' }, 'description'],
  ['a description of blank patterns and fillers', { description: '\u2800\u3164\u00ad' }, 'description'],
  ['no description', {}, 'description'],
  ['a number for a text', { description: 12 }, 'description'],
  ['a text for a list', { ...anecdote, tags: 'work' }, 'tags'],
  ['NUL', { description: 'a\u0000b' }, 'description'],
  ['an escape character', { description: 'a\u001b[31m' }, 'description'],
  ['a carriage return', { description: 'a\r\nb' }, 'description'],
  ['a C1 control character', { description: 'a\u0085b' }, 'description'],
  ['a lone surrogate', { description: 'a\ud800b' }, 'description'],
  ['51 tags', { ...anecdote, tags: Array.from({ length: 51 }, (_, n) => `t${n}`) }, 'tags'],
  ['a tag of 65 characters', { ...anecdote, tags: ['x'.repeat(65)] }, 'tags.0'],
  ['a tag with a line break', { ...anecdote, tags: ['a\nb'] }, 'tags.0'],
  ['a tag with a zero-width space', { ...anecdote, tags: ['wo\u200brk'] }, 'tags.0'],
  ['a tag with a control of the writing direction', { ...anecdote, tags: ['fine', 'krow\u202e'] }, 'tags.1'],
  ['a location of 501 characters', { ...anecdote, location: 'x'.repeat(501) }, 'location'],
  ['a latitude beyond the pole', { ...anecdote, coordinates: { lat: 90.1, lng: 0 } }, 'coordinates.lat'],
  ['a longitude beyond the date line', { ...anecdote, coordinates: { lat: 0, lng: -180.5 } }, 'coordinates.lng'],
  ['an infinite latitude', { ...anecdote, coordinates: { lat: Number.POSITIVE_INFINITY, lng: 0 } }, 'coordinates.lat'],
  ['a time without an offset', { ...anecdote, timestamp: '2026-11-20T12:00:00' }, 'timestamp'],
  ['the year 0', { ...anecdote, timestamp: '0000-12-31T12:00:00Z' }, 'timestamp'],
  ['an instant that is in the year 10000 in UTC', { ...anecdote, timestamp: '9999-12-31T23:59:59-01:00' }, 'timestamp'],
  ['an extended year', { ...anecdote, timestamp: '+010000-01-01T00:00:00Z' }, 'timestamp'],
  ['microseconds', { ...anecdote, timestamp: '2026-11-20T12:00:00.123456Z' }, 'timestamp'],
  ['an unknown zone', { ...anecdote, time_zone: 'Mars/Olympus' }, 'time_zone'],
  ['a parent that is no id', { ...anecdote, connected_to: 'x' }, 'connected_to'],
])('%s is refused', (_, body, path) => {
  expect(refusals(body)).toContain(path);
});

test('values exactly at their limits are accepted', () => {
  const body = {
    description: '😀'.repeat(20_000),
    tags: Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(64, 'x')),
    timestamp: '0001-01-01T00:00:00.000Z',
    location: 'x'.repeat(500),
    coordinates: { lat: -90, lng: 180, address: 'x'.repeat(500) },
  };
  expect(refusals(body)).toEqual([]);
  expect(refusals({ description: '😀'.repeat(20_001) })).toEqual(['description']);
});

test('tags are trimmed, lowercased and composed, and keep their order without empty and repeated ones', () => {
  const tags = [' Work ', 'ÉTÉ', 'été', 'e\u0301te\u0301', '', '  ', 'work'];
  expect(CreateAnecdote.parse({ ...anecdote, tags }).tags).toEqual(['work', 'été']);
});

test('the refusal of a tag names the invisible character in it', () => {
  const { error } = CreateAnecdote.safeParse({ ...anecdote, tags: ['a\u2066b\u2069'] });
  expect(error?.issues[0]?.message).toBe('Must not contain the invisible character U+2066');
});

test('tags may have joiners, which Persian and Hindi words and emoji need', () => {
  const tags = ['می\u200cخواهم', 'क्\u200dष', '👩\u200d👧'];
  expect(CreateAnecdote.parse({ ...anecdote, tags }).tags).toEqual(tags);
});

test('normalised tags are accepted again, so a tag is refused when normalising makes it longer than the limit', () => {
  const tag = '\u0130';
  const { tags } = CreateAnecdote.parse({ ...anecdote, tags: [tag.repeat(32), `  ${'x'.repeat(64)}  `] });
  expect(CreateAnecdote.parse({ ...anecdote, tags }).tags).toEqual(tags);
  expect(refusals({ ...anecdote, tags: [tag.repeat(33)] })).toEqual(['tags.0']);
});

test('an instant is converted to UTC with milliseconds', () => {
  expect(CreateAnecdote.parse({ ...anecdote, timestamp: '2026-11-20T08:42:00+01:00' }).timestamp).toBe(
    '2026-11-20T07:42:00.000Z',
  );
});
