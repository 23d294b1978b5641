import { emptyGuestJournalWhenDue } from '@anecdotes/command-service/guest-journal/reset';
import {
  type AnecdoteState,
  type AnecdoteView,
  type HistoryEntry,
  type HistoryPage,
  stateFields,
  streams,
} from '@anecdotes/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { GUEST_PASSWORD } from '../support/command-side.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { expectLikeTheLog } from '../support/projection.ts';
import { PASSWORD, visitorOf } from '../support/visitor.ts';

let side: BothSides;
let mailbox: Mailbox;
let visitor: ReturnType<typeof visitorOf>;
let token: string;
let name: string;

beforeAll(async () => {
  side = await startBothSides();
  mailbox = openMailbox(side);
  visitor = visitorOf(side);
});
afterAll(() => side.close());
beforeEach(async () => {
  ({ token, name } = await visitor.newMember(mailbox));
});

const call = async (method: string, path: string, body?: unknown, as = token) =>
  (await side.call(as, method, `/api${path}`, body)).json();
const write = async (fields: object = {}, as = token) =>
  (await call('POST', '/anecdotes', { description: 'An anecdote', ...fields }, as)).data as AnecdoteView;
const get = async (path: string, as = token) => (await call('GET', path, undefined, as)) as HistoryPage;
const types = ({ data }: HistoryPage) => data.map(({ type }) => type);
const stateOf = (view: AnecdoteView) =>
  Object.fromEntries(stateFields.map((field) => [field, view[field]])) as AnecdoteState;

/** All entries of a list, page by page, newest first. */
async function whole(path: string, limit: number): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: HistoryPage = await get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${after}`);
    expect(page.data.length).toBeLessThanOrEqual(limit);
    expect(page.pagination.hasMore).toBe(page.pagination.nextCursor !== null);
    entries.push(...page.data);
    cursor = page.pagination.nextCursor;
  }
  return entries;
}

const edits: ((other: string) => { fields: object; changed: (keyof AnecdoteState)[] })[] = [
  () => ({ fields: { description: 'He carried a cello.' }, changed: ['description'] }),
  () => ({ fields: { tags: ['tram', 'cello'] }, changed: ['tags'] }),
  () => ({ fields: { timestamp: '2026-03-02T22:30:00.000Z' }, changed: ['timestamp'] }),
  () => ({ fields: { location: 'Tram 11' }, changed: ['location'] }),
  (other) => ({ fields: { connected_to: other }, changed: ['connected_to'] }),
  () => ({ fields: { coordinates: { lat: 47.37, lng: 8.54, address: null } }, changed: ['coordinates'] }),
  () => ({ fields: { time_zone: 'Europe/Zurich' }, changed: ['time_zone'] }),
  () => ({ fields: { description: 'He carried a cello, and smiled.' }, changed: ['description'] }),
  () => ({ fields: { connected_to: null }, changed: ['connected_to'] }),
  () => ({ fields: { tags: [], location: null }, changed: ['tags', 'location'] }),
];

describe('the history of an anecdote', () => {
  test('shows the states of each of 20 edits, and restoring any of them adds one more entry', async () => {
    const other = await write({ description: 'Another' });
    const first = await write({ description: 'An old man on the tram' });
    const path = `/anecdotes/${first.id}`;
    const states = [stateOf(first)];
    const steps = [...edits, ...edits].map((edit, index) => {
      const { fields, changed } = edit(other.id);
      // The second round writes other texts, so that each of the twenty changes something.
      const later = Object.entries(fields).map(([field, value]) => [field, differentValue(value)]);
      return index < edits.length ? { fields, changed } : { fields: Object.fromEntries(later), changed };
    });
    for (const { fields } of steps) states.push(stateOf((await call('PUT', path, fields)).data));

    const entries = (await whole(`${path}/history`, 6)).toReversed();
    expect(entries).toHaveLength(21);
    expect(entries[0]).toMatchObject({
      type: 'AnecdoteCreated',
      through: { channel: 'web', key: null },
      operation: null,
      key: null,
      anecdote: { id: first.id, revision: 0, fields: [], before: null, after: states[0] },
    });
    for (const [index, { changed }] of steps.entries()) {
      expect(entries[index + 1]?.anecdote).toEqual({
        id: first.id,
        revision: index + 1,
        fields: changed,
        before: states[index],
        after: states[index + 1],
      });
    }

    for (const [index, state] of states.entries()) {
      const restored = await call('PUT', path, state);
      expect([index, stateOf(restored.data)]).toEqual([index, state]);
      const [newest] = (await get(`${path}/history?limit=1`)).data;
      expect([index, newest?.anecdote?.after, newest?.anecdote?.revision]).toEqual([
        index,
        state,
        restored.data.revision,
      ]);
    }
    await expectLikeTheLog(side.projection);
  });

  test('shows a deletion, and the anecdote is in the trash until it is restored', async () => {
    const [kept, { id }] = [await write(), await write({ description: 'Gone', tags: ['tram'] })];
    await call('PUT', `/anecdotes/${id}/parent`, { parent: kept.id });
    await call('DELETE', `/anecdotes/${id}`);
    expect(types(await get(`/anecdotes/${id}/history`))).toEqual([
      'AnecdoteDeleted',
      'AnecdoteLinked',
      'AnecdoteCreated',
    ]);
    const trash = await get('/anecdotes/trash');
    expect(trash.data).toMatchObject([
      {
        type: 'AnecdoteDeleted',
        anecdote: { id, before: { description: 'Gone', connected_to: kept.id }, after: null },
      },
    ]);
    await call('POST', `/anecdotes/${id}/restore`);
    expect((await get('/anecdotes/trash')).data).toEqual([]);
    const [restored] = (await get(`/anecdotes/${id}/history`)).data;
    expect(restored).toMatchObject({ type: 'AnecdoteRestored', anecdote: { before: null, after: { tags: ['tram'] } } });
    await call('DELETE', `/anecdotes/${id}`);
    expect(types(await get('/anecdotes/trash'))).toEqual(['AnecdoteDeleted']);
  });

  test('is visible only to its owner, and others get the answer for a missing anecdote', async () => {
    const { id } = await write();
    const stranger = (await visitor.newMember(mailbox)).token;
    const answers = [
      await get(`/anecdotes/${id}/history`, stranger),
      await get(`/anecdotes/${id.replace(/^./, 'f')}/history`),
    ];
    for (const { error } of answers) expect(error).toMatchObject({ code: 'ANECDOTE_NOT_FOUND' });
    const { nextCursor } = (await get('/history?limit=1')).pagination;
    expect(await get(`/history?cursor=${nextCursor}`, stranger)).toMatchObject({ error: { code: 'INVALID_CURSOR' } });
    expect(await get(`/anecdotes/${id}/history?cursor=${nextCursor}`)).toMatchObject({
      error: { code: 'INVALID_CURSOR' },
    });
  });

  test('is cut into smaller pages when texts are long', async () => {
    const { id } = await write();
    for (let index = 0; index < 30; index += 1) {
      await call('PUT', `/anecdotes/${id}`, { description: `${index} ${'long '.repeat(3_990)}` });
    }
    const page = await get(`/anecdotes/${id}/history?limit=50`);
    expect([page.data.length, page.pagination.hasMore]).toEqual([26, true]);
    const revisions = (await whole(`/anecdotes/${id}/history`, 50)).map(({ anecdote }) => anecdote?.revision);
    expect(revisions).toEqual(Array.from({ length: 31 }, (_, index) => 30 - index));
  });

  test('shows nothing of an anecdote that is erased for good', async () => {
    const { id } = await write({ description: 'Canary', tags: ['canary'] });
    await call('PUT', `/anecdotes/${id}`, { location: 'Canary' });
    await call('DELETE', `/anecdotes/${id}`);
    await call('POST', `/anecdotes/${id}/erase`);
    expect(await get(`/anecdotes/${id}/history`)).toMatchObject({ error: { code: 'ANECDOTE_NOT_FOUND' } });
    expect((await get('/anecdotes/trash')).data).toEqual([]);
    const all = await get('/history?kind=anecdote');
    expect(all.data).toMatchObject([{ type: 'AnecdoteErased', anecdote: null, key: null }]);
    expect(JSON.stringify(all)).not.toMatch(new RegExp(`canary|${id}`, 'i'));
    await expectLikeTheLog(side.projection);
  });
});

describe('the history of an account', () => {
  test('contains sign-ins, keys and anecdotes, newest first, and can be filtered by each of them', async () => {
    await visitor.logIn(name);
    const key = await call('POST', '/api-keys', { name: 'Shortcut', scopes: ['read', 'write'] });
    await call('PUT', `/api-keys/${key.data.id}`, { is_active: false });
    await call('PUT', `/api-keys/${key.data.id}`, { is_active: true });
    const made = await write({ description: 'Dictated' }, key.data.key);
    const mine = await write({ description: 'Typed' });
    await call('POST', '/anecdotes/batch', { anecdotes: [{ description: 'One' }, { description: 'Two' }] });
    const all = await whole('/history', 4);
    expect(all.map(({ type }) => type)).toEqual([
      ...Array(4).fill('AnecdoteCreated'),
      ...['ApiKeyActivated', 'ApiKeyDeactivated', 'ApiKeyCreated'],
      ...['SessionStarted', 'SessionStarted', 'EmailVerified', 'EmailVerificationRequested', 'AccountRegistered'],
    ]);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const shortcut = { id: key.data.id, name: 'Shortcut' };
    expect(all[3]).toMatchObject({ through: { channel: 'api', key: shortcut }, anecdote: { id: made.id }, key: null });
    expect(all[6]).toMatchObject({ through: { channel: 'web', key: null }, anecdote: null, key: shortcut });

    const of = async (query: string) => (await get(`/history?${query}`)).data;
    expect((await of('kind=key')).map(({ type }) => type)).toEqual([
      'ApiKeyActivated',
      'ApiKeyDeactivated',
      'ApiKeyCreated',
    ]);
    expect(await of('kind=account')).toHaveLength(5);
    expect((await of(`key=${key.data.id}`)).map(({ anecdote }) => anecdote?.id)).toEqual([made.id]);
    const imported = await of('kind=import');
    expect(imported.map(({ anecdote }) => anecdote?.after?.description).toSorted()).toEqual(['One', 'Two']);
    const operation = imported[0]?.operation;
    expect(operation?.kind).toBe('batch');
    expect(await of(`operation=${operation?.id}`)).toEqual(imported);
    expect(await of(`date_to=${mine.created_at}&kind=anecdote`)).toHaveLength(2);
    expect(await of(`date_from=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);

    await call('DELETE', `/api-keys/${key.data.id}`);
    expect((await of('kind=anecdote')).at(-1)?.through.key).toEqual(shortcut);
    expect(await get('/history?kind=mail')).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
    await expectLikeTheLog(side.projection);
  });

  test('collapses an operation at the end of a page, and counts the anecdotes that it leaves out', async () => {
    const earlier = await write({ description: 'Before the batch' });
    const anecdotes = ['One', 'Two', 'Three', 'Four'].map((description) => ({ description }));
    await call('POST', '/anecdotes/batch', { anecdotes });
    await write({ description: 'After the batch' });
    const path = '/history?kind=anecdote&collapse_operations=true';
    const first = await get(`${path}&limit=3`);
    expect(first.data.map(({ anecdote, omitted }) => [anecdote?.after?.description, omitted])).toEqual([
      ['After the batch', undefined],
      ['Four', undefined],
      ['Three', 2],
    ]);
    const second = await get(`${path}&limit=3&cursor=${first.pagination.nextCursor}`);
    expect(second.data.map(({ anecdote }) => anecdote?.id)).toEqual([earlier.id]);
    expect(second.pagination).toEqual({ hasMore: false, nextCursor: null });

    const operation = first.data[1]?.operation?.id;
    const alone = await get(`${path}&limit=1&operation=${operation}`);
    expect(alone).toMatchObject({ data: [{ omitted: 3 }], pagination: { hasMore: false, nextCursor: null } });
    expect((await get(`${path}&limit=5`)).data.some((entry) => 'omitted' in entry)).toBe(false);

    // An anecdote of the operation that was changed again counts as well.
    await call('DELETE', `/anecdotes/${first.data[2]?.anecdote?.id}`);
    expect((await get(`${path}&limit=3`)).data.at(-1)).toMatchObject({ type: 'AnecdoteCreated', omitted: 3 });
  });

  test('is readable with a read-only key as far as it is about anecdotes, and the key cannot change it', async () => {
    const { data } = await call('POST', '/api-keys', { name: 'Reader', scopes: ['read'] });
    const { id } = await write();
    await call('PUT', `/anecdotes/${id}`, { description: 'Changed' });
    // The kept answer of the person to the same call is not sent to the key.
    expect(types(await get('/history'))).toContain('ApiKeyCreated');
    expect(types(await get('/history', data.key))).toEqual(['AnecdoteEdited', 'AnecdoteCreated']);
    expect(types(await get('/history?kind=key', data.key))).toEqual([]);
    expect(types(await get('/history?kind=account', data.key))).toEqual([]);
    const { data: entries } = await get(`/anecdotes/${id}/history`, data.key);
    const restore = await side.call(data.key, 'PUT', `/api/anecdotes/${id}`, { ...entries[1]?.anecdote?.after });
    expect(restore.statusCode).toBe(403);
    expect(await get(`/anecdotes/${id}/history`)).toMatchObject({ data: entries });
  });

  test('of the guest covers only the shared journal, and is emptied with it', async () => {
    const guest = (await visitor.logIn('guest', GUEST_PASSWORD)).json().data.access_token;
    const { id } = await write({ description: 'Written by a guest' }, guest);
    expect(types(await get('/history', guest))).toEqual(['AnecdoteCreated']);
    expect(types(await get('/history?kind=account', guest))).toEqual([]);
    const later = { ...side.deps, clock: () => new Date(Date.now() + 25 * 3_600_000) };
    await emptyGuestJournalWhenDue(later, 24);
    side.deps.guestJournal.refresh();
    expect((await get('/history', guest)).data).toEqual([]);
    expect(await get(`/anecdotes/${id}/history`, guest)).toMatchObject({ error: { code: 'ANECDOTE_NOT_FOUND' } });
    await expectLikeTheLog(side.projection);
  });

  test('is erased with the account', async () => {
    await write();
    const { account } = await side.deps.authenticate(`Bearer ${token}`);
    await get('/history');
    const rows = async () => {
      const { rows } = await side.projection.pool.query('select id from views.history where account = $1', [account]);
      return rows.length;
    };
    expect(await rows()).toBeGreaterThan(0);
    await call('DELETE', '/auth/me', { password: PASSWORD });
    await expectLikeTheLog(side.projection);
    expect(await rows()).toBe(0);
  });
});

describe('the journal as of a time', () => {
  const positionOf = async (answer: ReturnType<typeof side.call>) => String((await answer).headers['x-log-position']);
  const then = async (path: string, asOf: string, as = token) =>
    side.call(as, 'GET', `/api${path}${path.includes('?') ? '&' : '?'}as_of=${asOf}`);
  const texts = async (asOf: string, as = token) =>
    (await then('/anecdotes', asOf, as)).json().data.map(({ description }: AnecdoteView) => description);

  test('shows each list, tag and anecdote as it was, and always names the position', async () => {
    const first = await write({
      description: 'First',
      tags: ['tram'],
      coordinates: { lat: 47, lng: 8, address: null },
    });
    const second = await write({ description: 'Second', connected_to: first.id });
    const before = await positionOf(
      side.call(token, 'POST', `/api/anecdotes/${first.id}/react`, { reaction_type: 'same_here' }),
    );
    await call('PUT', `/anecdotes/${first.id}`, { description: 'First, changed', tags: ['river'], coordinates: null });
    await call('DELETE', `/anecdotes/${first.id}/react`);
    await call('DELETE', `/anecdotes/${second.id}`);
    const after = await positionOf(side.call(token, 'POST', '/api/anecdotes', { description: 'Third' }));

    expect(await texts(before)).toEqual(['Second', 'First']);
    expect(await texts(after)).toEqual(['Third', 'First, changed']);
    expect(await texts('999999999999')).toEqual(['Third', 'First, changed']);
    const answer = await then(`/anecdotes/${first.id}`, before);
    expect(answer.headers['x-as-of-position']).toBe(before);
    expect(answer.json().data).toMatchObject({ description: 'First', reaction_count: 1, revision: 1 });
    const data = async (path: string) => (await then(path, before)).json().data;
    expect(await data('/tags')).toMatchObject([{ name: 'tram', count: 1 }]);
    expect(await data('/statistics')).toMatchObject({ total_anecdotes: 2, unique_tags: 1 });
    expect(await data('/anecdotes/map')).toMatchObject({ total_locations: 1, points: [{ id: first.id }] });
    expect(await data('/connections')).toMatchObject({ ids: [second.id, first.id], parents: [1, -1] });
    expect(await data(`/anecdotes/${second.id}/connections`)).toMatchObject({ parents: [{ description: 'First' }] });
    expect((await then('/anecdotes/search?query=first', before)).json().data).toHaveLength(1);
    expect((await then('/anecdotes?search=changed', before)).json().data).toEqual([]);
    expect((await then(`/anecdotes/${first.id}`, '0')).statusCode).toBe(404);
    for (const name of ['as_of', 'as_of', 'as%5Fof', 'as%5Fof']) {
      const asked = await side.call(token, 'GET', `/api/tags?${name}=${before}`);
      expect([name, asked.headers['x-as-of-position']]).toEqual([name, before]);
    }
    expect((await side.call(token, 'GET', '/api/anecdotes')).headers).not.toHaveProperty('x-as-of-position');
  });

  test('includes all changes up to the given time, and refuses a value that is neither a time nor a position', async () => {
    const anecdote = await write({ description: 'Written' });
    const edited = await call('PUT', `/anecdotes/${anecdote.id}`, { description: 'Edited' });
    const justBefore = new Date(Date.parse(anecdote.created_at) - 1).toISOString();
    expect(await texts(justBefore)).toEqual([]);
    expect(await texts(edited.data.updated_at)).toEqual(['Edited']);
    expect(await texts('2100-01-01T00:00:00Z')).toEqual(['Edited']);
    for (const wrong of ['yesterday', '-1', '2026-01-01', '12345678901234567890']) {
      expect((await then('/anecdotes', wrong)).json()).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
    }
    expect((await then('/history', '1')).json()).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
  });

  test('includes each Same Here up to the given time, although no history shows one', async () => {
    const { id, created_at } = await write();
    const later = (time: string) => vi.waitFor(() => expect(Date.now()).toBeGreaterThan(Date.parse(time)));
    await later(created_at);
    const { timestamp } = await call('POST', `/anecdotes/${id}/react`);
    await later(timestamp);
    await call('DELETE', `/anecdotes/${id}/react`);
    const reacted = async (asOf: string) => (await then(`/anecdotes/${id}`, asOf)).json().data.user_reacted;
    expect(await reacted(created_at)).toBe(false);
    expect(await reacted(timestamp)).toBe(true);
    expect(await reacted('2100-01-01T00:00:00Z')).toBe(false);
    expect(types(await get(`/anecdotes/${id}/history`))).toEqual(['AnecdoteCreated']);
    expect(types(await get('/history')).filter((type) => !/^(?:Anecdote|Account|Email|Session)/.test(type))).toEqual(
      [],
    );
  });

  test('is visible only to its owner, and to a key with the read scope', async () => {
    const made = side.call(token, 'POST', '/api/anecdotes', { description: 'Mine' });
    const position = await positionOf(made);
    const { data } = await call('POST', '/api-keys', { name: 'Reader', scopes: ['read'] });
    expect(await texts(position, data.key)).toEqual(['Mine']);
    const stranger = (await visitor.newMember(mailbox)).token;
    expect(await texts(position, stranger)).toEqual([]);
    const { id } = (await made).json().data;
    expect((await then(`/anecdotes/${id}`, position, stranger)).statusCode).toBe(404);
  });

  test('shows nothing that was erased since, even if it was shown a moment before', async () => {
    const [kept, gone] = [
      await write({ description: 'Kept' }),
      await write({ description: 'Canary', tags: ['canary'] }),
    ];
    const position = await positionOf(side.call(token, 'PUT', `/api/anecdotes/${kept.id}`, { location: 'Here' }));
    expect(await texts(position)).toEqual(['Canary', 'Kept']);
    await call('POST', `/anecdotes/${gone.id}/erase`);
    expect(await texts(position)).toEqual(['Kept']);
    expect((await then('/tags', position)).json().data).toEqual([]);
  });
});

// Last: after this test the views differ from a fresh fold of the log.
test('a history leaves out erased data even before the views have processed the erasure', async () => {
  const { id } = await write({ description: 'Canary' });
  const [stored] = await side.log.readStream(streams.anecdote(id as never));
  await get('/history');
  await side.deps.anecdoteKeys.destroy([String(stored?.metadata.key_id)]);
  const answer = await get('/history?kind=anecdote');
  expect([answer.data, answer.pagination.hasMore]).toEqual([[], false]);
});

function differentValue(value: unknown): unknown {
  if (typeof value === 'string' && /^He/.test(value)) return `${value} Twice.`;
  if (value === '2026-03-02T22:30:00.000Z') return '2026-03-03T06:00:00.000Z';
  if (value === 'Europe/Zurich') return 'Europe/Paris';
  if (Array.isArray(value)) return value.length > 0 ? [...value, 'again'] : value;
  if (typeof value === 'object' && value !== null) return { lat: 0, lng: 0, address: 'An address' };
  return value;
}
