import type { AnecdoteView } from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type CommandSide, callerOf, startCommandSide } from '../support/command-side.ts';
import { masked } from '../support/visitor.ts';

let side: CommandSide;
let call: Caller;
let stranger: Caller;
let now = new Date('2026-11-20T08:00:00.000Z');

beforeAll(async () => {
  side = await startCommandSide({ clock: () => now });
  call = callerOf(side.app, await side.tokenOf());
  stranger = callerOf(side.app, await side.tokenOf());
});
afterAll(() => side.close());

async function create(fields: object = {}, caller = call): Promise<AnecdoteView> {
  const response = await caller('POST', '/api/anecdotes', { description: 'A walk', ...fields });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
}

const code = (response: { json(): { error: { code: string } | null } }) => response.json().error?.code;

describe('creating', () => {
  test('answers the whole anecdote, where it is and how to see it', async () => {
    const response = await call('POST', '/api/anecdotes', {
      description: '  Rain ',
      tags: [' Rain', 'rain', 'BUS', ''],
      timestamp: '2026-11-19T10:00:00+02:00',
      time_zone: 'Europe/Zurich',
      location: ' Bern ',
      coordinates: { lat: 46.9, lng: 7.4 },
    });
    expect(response.statusCode).toBe(201);
    const { success, data, error } = response.json();
    expect({ success, error }).toEqual({ success: true, error: null });
    expect(data).toEqual({
      id: data.id,
      description: '  Rain ',
      timestamp: '2026-11-19T08:00:00.000Z',
      time_zone: 'Europe/Zurich',
      tags: ['rain', 'bus'],
      location: 'Bern',
      coordinates: { lat: 46.9, lng: 7.4, address: null },
      connected_to: null,
      reaction_count: 0,
      user_reacted: false,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      revision: 0,
    });
    expect(response.headers).toMatchObject({
      location: `/api/anecdotes/${data.id}`,
      etag: '"0"',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(BigInt(String(response.headers['x-log-position']))).toBe(await side.log.head());
  });

  test('a batch answers each item in its place', async () => {
    const parent = await create();
    const response = await call('POST', '/api/anecdotes/batch', {
      anecdotes: [
        { description: 'One', connected_to: parent.id },
        { description: '' },
        { description: 'Two', owner: 'me' },
        { description: 'Three', connected_to: '0197c000-0000-7000-8000-00000000000a' },
        { description: 'Four' },
      ],
    });
    expect(response.statusCode).toBe(200);
    const { data } = response.json();
    expect(data[0].data).toMatchObject({ description: 'One', connected_to: parent.id });
    expect(data[1].error).toMatchObject({ code: 'VALIDATION_FAILED', message: 'Please enter a description' });
    expect(data[2].error.fields).toEqual({ owner: 'Unknown field' });
    expect(data[3].error.code).toBe('PARENT_NOT_FOUND');
    expect(data[4].data.description).toBe('Four');
    expect(BigInt(String(response.headers['x-log-position']))).toBe(await side.log.head());
  });

  test('a batch of 500 is made at once', async () => {
    const anecdotes = Array.from({ length: 500 }, (_, index) => ({ description: `Number ${index}` }));
    const response = await call('POST', '/api/anecdotes/batch', { anecdotes });
    const { data } = response.json();
    expect(data.map((item: { data: AnecdoteView }) => item.data.description)).toEqual(
      anecdotes.map(({ description }) => description),
    );
    expect(new Set(data.map((item: { data: AnecdoteView }) => item.data.id)).size).toBe(500);
  });
});

describe('editing', () => {
  test('keeps what is left out, clears what is null and counts revisions', async () => {
    const { id, ...made } = await create({ tags: ['a'], location: 'Here' });
    now = new Date(now.getTime() + 1000);
    const response = await call('PUT', `/api/anecdotes/${id}`, { description: 'Changed', location: null });
    expect(response.statusCode).toBe(200);
    expect(response.headers.etag).toBe('"1"');
    const changed = { description: 'Changed', location: null, updated_at: now.toISOString(), revision: 1 };
    expect(response.json().data).toEqual({ id, ...made, ...changed });
  });

  test('no change is no event', async () => {
    const { id } = await create({ tags: ['a'] });
    const head = await side.log.head();
    const response = await call('PUT', `/api/anecdotes/${id}`, { description: 'A walk', tags: ['A'] });
    expect(response.json().data.revision).toBe(0);
    expect(await side.log.head()).toBe(head);
    expect(Number(response.headers['x-log-position'])).toBeGreaterThan(0);
  });

  test('an edit of an older revision is refused with the newest one', async () => {
    const { id } = await create();
    const seen = { 'if-match': '"0"' };
    expect((await call('PUT', `/api/anecdotes/${id}`, { description: 'First' }, seen)).statusCode).toBe(200);
    const late = await call('PUT', `/api/anecdotes/${id}`, { description: 'Second' }, seen);
    expect(late.statusCode).toBe(409);
    expect(late.json().error).toMatchObject({ code: 'REVISION_CONFLICT', revision: 1 });
    expect(code(await call('PUT', `/api/anecdotes/${id}`, { tags: [] }, { 'if-match': '7' }))).toBe(
      'MALFORMED_REQUEST',
    );
  });

  test('of many edits that saw the same revision one wins', async () => {
    const { id } = await create();
    const edits = Array.from({ length: 8 }, (_, index) =>
      call('PUT', `/api/anecdotes/${id}`, { description: `Edit ${index}` }, { 'if-match': '"0"' }),
    );
    const codes = (await Promise.all(edits)).map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([200, ...Array(7).fill(409)]);
  });

  test('many edits at the same time that name no revision are all done', async () => {
    const { id } = await create();
    const edits = Array.from({ length: 20 }, (_, index) =>
      call('PUT', `/api/anecdotes/${id}`, { description: `Edit ${index}` }),
    );
    const revisions = (await Promise.all(edits)).map((edit) => edit.json().data?.revision);
    expect(revisions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test('edits of different fields at the same time are all kept', async () => {
    const { id } = await create();
    await Promise.all([
      call('PUT', `/api/anecdotes/${id}`, { location: 'Here' }),
      call('PUT', `/api/anecdotes/${id}`, { tags: ['x'] }),
      call('POST', `/api/anecdotes/${id}/react`),
    ]);
    const { data } = (await call('PUT', `/api/anecdotes/${id}`, {})).json();
    expect(data).toMatchObject({ location: 'Here', tags: ['x'], reaction_count: 1, revision: 3 });
  });
});

describe('connecting', () => {
  test('a loop is refused, also over deleted anecdotes', async () => {
    const top = await create();
    const middle = await create({ connected_to: top.id });
    const bottom = await create({ connected_to: middle.id });
    const link = (id: string, connected_to: string | null) => call('PUT', `/api/anecdotes/${id}`, { connected_to });
    expect(code(await link(top.id, bottom.id))).toBe('CONNECTION_LOOP');
    expect(code(await link(top.id, top.id))).toBe('CONNECTION_LOOP');
    await call('DELETE', `/api/anecdotes/${middle.id}`);
    expect(code(await link(top.id, bottom.id))).toBe('CONNECTION_LOOP');
    expect(code(await link(bottom.id, middle.id))).toBe(undefined);
    expect((await link(bottom.id, null)).json().data.connected_to).toBe(null);
    expect(code(await link(bottom.id, middle.id))).toBe('PARENT_NOT_FOUND');
    expect((await link(top.id, bottom.id)).json().data.connected_to).toBe(bottom.id);
  });

  test('two connections made at once do not close a loop', async () => {
    const [one, other] = [await create(), await create()];
    const answers = await Promise.all([
      call('PUT', `/api/anecdotes/${one.id}`, { connected_to: other.id }),
      call('PUT', `/api/anecdotes/${other.id}`, { connected_to: one.id }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  });

  test("another's anecdote is no parent, exactly like a missing one", async () => {
    const theirs = await create({}, stranger);
    const { id } = await create();
    const missing = '0197c000-0000-7000-8000-00000000000a';
    const link = (connected_to: string) => call('PUT', `/api/anecdotes/${id}`, { connected_to });
    const [foreign, absent] = await Promise.all([link(theirs.id), link(missing)]);
    expect(masked(foreign)).toBe(masked(absent));
    expect(foreign.statusCode).toBe(422);
  });
});

describe('deleting', () => {
  test('a deleted anecdote comes back whole', async () => {
    const { id } = await create({ tags: ['keep'] });
    await call('POST', `/api/anecdotes/${id}/react`);
    const gone = await call('DELETE', `/api/anecdotes/${id}`);
    expect(gone.json().data).toEqual({ id });
    expect((await call('DELETE', `/api/anecdotes/${id}`)).statusCode).toBe(200);
    expect(code(await call('PUT', `/api/anecdotes/${id}`, { tags: [] }))).toBe('ANECDOTE_NOT_FOUND');
    const back = await call('POST', `/api/anecdotes/${id}/restore`);
    expect(back.json().data).toMatchObject({ id, tags: ['keep'], reaction_count: 1, user_reacted: true, revision: 3 });
  });

  test('after 30 days it stays deleted', async () => {
    const { id } = await create();
    await call('DELETE', `/api/anecdotes/${id}`);
    const today = now;
    now = new Date(today.getTime() + 30 * 24 * 60 * 60 * 1000 + 1);
    const late = await call('POST', `/api/anecdotes/${id}/restore`);
    now = today;
    expect([late.statusCode, code(late)]).toEqual([410, 'RESTORE_PERIOD_OVER']);
  });
});

test('Same Here counts once per account and never falls below none', async () => {
  const { id } = await create();
  const reactions = async (method: 'POST' | 'DELETE', body?: object) =>
    (await call(method, `/api/anecdotes/${id}/react`, body)).json().data;
  const some = { success: true, reaction_type: 'same_here', count: 1, user_reacted: true };
  const none = { ...some, count: 0, user_reacted: false };
  expect(await reactions('POST', { reaction_type: 'same_here' })).toEqual(some);
  expect(await reactions('POST')).toEqual(some);
  expect(await reactions('DELETE')).toEqual(none);
  expect(await reactions('DELETE')).toEqual(none);
});

test("another's anecdote is refused byte for byte like a missing one", async () => {
  const { id } = await create();
  const missing = '0197c000-0000-7000-8000-00000000000a';
  const calls: [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object][] = [
    ['PUT', '', { description: 'Mine now' }],
    ['DELETE', ''],
    ['POST', '/restore'],
    ['POST', '/react'],
    ['DELETE', '/react'],
  ];
  for (const [method, path, body] of calls) {
    for (const headers of [{}, { 'if-match': '"9"' }]) {
      const foreign = await stranger(method, `/api/anecdotes/${id}${path}`, body, headers);
      const absent = await stranger(method, `/api/anecdotes/${missing}${path}`, body, headers);
      expect(foreign.statusCode, `${method} ${path}`).toBe(404);
      expect(masked(foreign)).toBe(masked(absent));
      expect(Object.keys(foreign.headers)).toEqual(Object.keys(absent.headers));
    }
  }
  expect((await call('PUT', `/api/anecdotes/${id}`, {})).json().data.revision).toBe(0);
});
