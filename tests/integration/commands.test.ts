import { type AnecdoteId, type AnecdoteView, type BatchChange, emptyContent, streams } from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type CommandSide, callerOf, startCommandSide } from '../support/command-side.ts';
import { comparableAnswer } from '../support/visitor.ts';

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
  test('answers with the whole anecdote, its address, its ETag and the log position', async () => {
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
      ...emptyContent,
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

  test('a batch answers its items in order, each with a result of its own', async () => {
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

  test('a batch of 500 is created in one call', async () => {
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
  test('keeps omitted fields, clears fields that are null and counts revisions', async () => {
    const { id, ...made } = await create({ tags: ['a'], location: 'Here' });
    now = new Date(now.getTime() + 1000);
    const response = await call('PUT', `/api/anecdotes/${id}`, {
      description: 'Changed',
      location: null,
      tags: null,
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers.etag).toBe('"1"');
    const changed = { description: 'Changed', location: null, tags: [], updated_at: now.toISOString(), revision: 1 };
    expect(response.json().data).toEqual({ id, ...made, ...changed });
  });

  test('an edit without a change records no event', async () => {
    const { id } = await create({ tags: ['a'] });
    const head = await side.log.head();
    const response = await call('PUT', `/api/anecdotes/${id}`, { description: 'A walk', tags: ['A'] });
    expect(response.json().data.revision).toBe(0);
    expect(await side.log.head()).toBe(head);
    expect(Number(response.headers['x-log-position'])).toBeGreaterThan(0);
  });

  test('an edit based on an older revision is refused with the current revision', async () => {
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

  test('a deletion based on an older revision is refused with the current revision', async () => {
    const { id } = await create();
    await call('PUT', `/api/anecdotes/${id}`, { description: 'Changed' });
    const remove = (etag: string) => call('DELETE', `/api/anecdotes/${id}`, undefined, { 'if-match': etag });
    const late = await remove('"0"');
    expect(late.statusCode).toBe(409);
    expect(late.json().error).toMatchObject({ code: 'REVISION_CONFLICT', revision: 1 });
    expect((await remove('"1"')).statusCode).toBe(200);
  });

  test('eight clients that edit what they have seen win each revision once, and lose no accepted edit', async () => {
    const { id } = await create();
    const won = new Map<number, string>();
    const client = async (name: number) => {
      let seen = 0;
      for (let edit = 0; edit < 60; edit += 1) {
        const location = `Client ${name}, edit ${edit}`;
        const { statusCode, ...answer } = await call(
          'PUT',
          `/api/anecdotes/${id}`,
          { location },
          { 'if-match': `"${seen}"` },
        );
        const { data, error } = answer.json();
        expect([200, 409]).toContain(statusCode);
        seen = statusCode === 200 ? data.revision : error.revision;
        if (statusCode !== 200) continue;
        expect(won.has(seen)).toBe(false);
        won.set(seen, data.location);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, name) => client(name)));
    const stored = await side.log.readStream(streams.anecdote(id as AnecdoteId));
    expect(stored.slice(1).map(({ revision }) => revision)).toEqual([...won.keys()].toSorted((a, b) => a - b));
    expect((await call('PUT', `/api/anecdotes/${id}`, {})).json().data.location).toBe(won.get(won.size));
  });

  test('simultaneous edits without an expected revision all succeed', async () => {
    const { id } = await create();
    const edits = Array.from({ length: 20 }, (_, index) =>
      call('PUT', `/api/anecdotes/${id}`, { description: `Edit ${index}` }),
    );
    const revisions = (await Promise.all(edits)).map((edit) => edit.json().data?.revision);
    expect(revisions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test('simultaneous edits of different fields are all kept', async () => {
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
  test('a loop is refused, also through deleted anecdotes', async () => {
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

  test('a separate route sets and removes a parent and changes nothing else', async () => {
    const parent = await create();
    const { id, ...made } = await create({ tags: ['keep'] });
    const link = (body: object, headers = {}) => call('PUT', `/api/anecdotes/${id}/parent`, body, headers);
    const unlink = (headers = {}) => call('DELETE', `/api/anecdotes/${id}/parent`, undefined, headers);

    const linked = await link({ parent: parent.id }, { 'if-match': '"0"' });
    expect([linked.statusCode, linked.headers.etag]).toEqual([200, '"1"']);
    expect(BigInt(String(linked.headers['x-log-position']))).toBe(await side.log.head());
    expect(linked.json().data).toEqual({
      id,
      ...made,
      updated_at: now.toISOString(),
      connected_to: parent.id,
      revision: 1,
    });
    expect((await link({ parent: parent.id })).json().data.revision).toBe(1);
    const late = await unlink({ 'if-match': '"0"' });
    expect(late.json().error).toMatchObject({ code: 'REVISION_CONFLICT', revision: 1 });

    const unlinked = await unlink({ 'if-match': '"1"' });
    expect([unlinked.headers.etag, unlinked.json().data.connected_to]).toEqual(['"2"', null]);
    expect((await unlink()).json().data.revision).toBe(2);
    const stored = await side.log.readStream(streams.anecdote(id as AnecdoteId));
    expect(stored.map(({ type }) => type)).toEqual(['AnecdoteCreated', 'AnecdoteLinked', 'AnecdoteUnlinked']);
  });

  test('the parent route refuses what an edit refuses, and an idempotency key repeats its first answer', async () => {
    const top = await create();
    const bottom = await create({ connected_to: top.id });
    const link = (id: string, body: object, headers = {}) => call('PUT', `/api/anecdotes/${id}/parent`, body, headers);
    const loop = await link(top.id, { parent: bottom.id });
    expect([loop.statusCode, loop.json().error.message]).toEqual([422, 'This connection would create a loop']);
    expect(code(await link(top.id, { parent: top.id }))).toBe('CONNECTION_LOOP');
    const missing = '0197c000-0000-7000-8000-00000000000a';
    expect(code(await link(top.id, { parent: missing }))).toBe('PARENT_NOT_FOUND');
    expect(code(await link(missing, { parent: top.id }))).toBe('ANECDOTE_NOT_FOUND');
    for (const body of [{}, { parent: null }, { parent: 'x' }, { parent: top.id, tags: [] }]) {
      expect(code(await link(bottom.id, body))).toBe('VALIDATION_FAILED');
    }
    const other = await create();
    const key = { 'idempotency-key': `link ${other.id}`.replace(' ', '-') };
    const first = await link(bottom.id, { parent: other.id }, key);
    await call('DELETE', `/api/anecdotes/${bottom.id}/parent`);
    expect((await link(bottom.id, { parent: other.id }, key)).body).toBe(first.body);
    expect(code(await link(bottom.id, { parent: top.id }, key))).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('two simultaneous connections cannot close a loop', async () => {
    const [one, other] = [await create(), await create()];
    const answers = await Promise.all([
      call('PUT', `/api/anecdotes/${one.id}`, { connected_to: other.id }),
      call('PUT', `/api/anecdotes/${other.id}`, { connected_to: one.id }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  });

  test.each(['before', 'after'])(
    'a parent that is deleted just %s a child is created becomes no live parent',
    async (order) => {
      for (let round = 0; round < 5; round += 1) {
        const parent = await create();
        const remove = () => call('DELETE', `/api/anecdotes/${parent.id}`);
        const add = () => call('POST', '/api/anecdotes', { description: 'A child', connected_to: parent.id });
        const deleting = order === 'before' ? remove() : undefined;
        const added = await (order === 'before' ? add() : Promise.all([add(), remove()]).then(([first]) => first));
        await deleting;
        expect([undefined, 'PARENT_NOT_FOUND']).toContain(code(added));
        // If the child was first, it keeps its link to the deleted anecdote; nothing else can be connected to that.
        if (added.statusCode === 201) expect(added.json().data.connected_to).toBe(parent.id);
        expect(code(await add())).toBe('PARENT_NOT_FOUND');
        await call('POST', `/api/anecdotes/${parent.id}/restore`);
        expect((await add()).statusCode).toBe(201);
      }
    },
  );

  test('an anecdote of another account is refused as a parent exactly like a missing one', async () => {
    const theirs = await create({}, stranger);
    const { id } = await create();
    const missing = '0197c000-0000-7000-8000-00000000000a';
    const link = (connected_to: string) => call('PUT', `/api/anecdotes/${id}`, { connected_to });
    const [foreign, absent] = await Promise.all([link(theirs.id), link(missing)]);
    expect(comparableAnswer(foreign)).toBe(comparableAnswer(absent));
    expect(foreign.statusCode).toBe(422);
  });
});

describe('deleting', () => {
  test('a deleted anecdote can be restored completely', async () => {
    const { id } = await create({ tags: ['keep'] });
    await call('POST', `/api/anecdotes/${id}/react`);
    const gone = await call('DELETE', `/api/anecdotes/${id}`);
    expect(gone.json().data).toEqual({ id });
    expect((await call('DELETE', `/api/anecdotes/${id}`)).statusCode).toBe(200);
    expect(code(await call('PUT', `/api/anecdotes/${id}`, { tags: [] }))).toBe('ANECDOTE_NOT_FOUND');
    const back = await call('POST', `/api/anecdotes/${id}/restore`);
    expect(back.json().data).toMatchObject({ id, tags: ['keep'], reaction_count: 1, user_reacted: true, revision: 3 });
  });

  test('a deleted anecdote cannot be restored after 30 days', async () => {
    const { id } = await create();
    await call('DELETE', `/api/anecdotes/${id}`);
    const today = now;
    now = new Date(today.getTime() + 30 * 24 * 60 * 60 * 1000 + 1);
    const late = await call('POST', `/api/anecdotes/${id}/restore`);
    now = today;
    expect([late.statusCode, code(late)]).toEqual([410, 'RESTORE_PERIOD_OVER']);
  });
});

describe('batches of deletions and restorations', () => {
  const RANDOM = '0197c000-0000-7000-8000-00000000000a';
  const operation = { id: '0197c000-0000-7000-8000-00000000000b', kind: 'sample-data' };
  const send = (path: string, body: object) => call('POST', `/api/anecdotes/batch${path}`, body);
  const operationsOf = async (id: string) =>
    (await side.log.readStream(streams.anecdote(id as AnecdoteId))).map(({ metadata }) => metadata.operation);

  test('decide each item on its own and answer in order', async () => {
    const [one, two, theirs] = [await create(), await create({ tags: ['keep'] }), await create({}, stranger)];
    const ids = [one.id, theirs.id, RANDOM, 'x', two.id.toUpperCase(), one.id];
    const outcomes = async (path: string) =>
      (await send(path, { ids }))
        .json()
        .data.map((item: BatchChange) => (item.success ? item.data.id : item.error.code));
    const missing = Array(3).fill('ANECDOTE_NOT_FOUND');
    expect(await outcomes('/delete')).toEqual([one.id, ...missing, two.id, one.id]);
    expect(code(await call('PUT', `/api/anecdotes/${two.id}`, {}))).toBe('ANECDOTE_NOT_FOUND');
    expect((await stranger('PUT', `/api/anecdotes/${theirs.id}`, {})).statusCode).toBe(200);
    expect(await outcomes('/restore')).toEqual([one.id, ...missing, two.id, one.id]);
    expect((await call('PUT', `/api/anecdotes/${two.id}`, {})).json().data).toMatchObject({
      tags: ['keep'],
      revision: 2,
    });
  });

  test('accept 1 to 500 items and only valid operations', async () => {
    const answers = [
      await send('/delete', { ids: [] }),
      await send('/delete', { ids: Array(501).fill(RANDOM) }),
      await send('/restore', { ids: [RANDOM], operation }),
      await send('/delete', { ids: [RANDOM], operation: { ...operation, kind: 'import' } }),
    ];
    expect(answers.map(code)).toEqual(Array(4).fill('VALIDATION_FAILED'));
    const many = await send('', { anecdotes: Array(500).fill({ description: 'Again' }) });
    const ids = many.json().data.map((item: { data: AnecdoteView }) => item.data.id);
    const gone = await send('/delete', { ids });
    expect(gone.json().data.every(({ success }: BatchChange) => success)).toBe(true);
    expect(BigInt(String(gone.headers['x-log-position']))).toBe(await side.log.head());
  });

  test('record in the log which operation they belong to', async () => {
    const made = await send('', { anecdotes: [{ description: 'A sample' }], operation });
    const { id } = made.json().data[0].data;
    await send('/delete', { ids: [id], operation });
    await send('/restore', { ids: [id] });
    await send('/delete', { ids: [id] });
    const [creation, removal, restoration, deletion] = await operationsOf(id);
    expect([creation, removal]).toEqual([operation, operation]);
    expect([restoration?.kind, deletion?.kind]).toEqual(['restore', 'batch']);
    expect(await operationsOf((await create()).id)).toEqual([undefined]);
  });
});

test('Same Here counts once per account and never falls below zero', async () => {
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

test('an anecdote of another account is refused byte for byte like a missing one', async () => {
  const { id } = await create();
  const missing = '0197c000-0000-7000-8000-00000000000a';
  const calls: [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object][] = [
    ['PUT', '', { description: 'Mine now' }],
    ['DELETE', ''],
    ['POST', '/restore'],
    ['POST', '/react'],
    ['DELETE', '/react'],
    ['PUT', '/parent', { parent: missing }],
    ['DELETE', '/parent'],
  ];
  for (const [method, path, body] of calls) {
    for (const headers of [{}, { 'if-match': '"9"' }]) {
      const foreign = await stranger(method, `/api/anecdotes/${id}${path}`, body, headers);
      const absent = await stranger(method, `/api/anecdotes/${missing}${path}`, body, headers);
      expect(foreign.statusCode, `${method} ${path}`).toBe(404);
      expect(comparableAnswer(foreign)).toBe(comparableAnswer(absent));
      expect(Object.keys(foreign.headers)).toEqual(Object.keys(absent.headers));
    }
  }
  expect((await call('PUT', `/api/anecdotes/${id}`, {})).json().data.revision).toBe(0);
});
