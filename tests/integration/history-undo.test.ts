import type { AnecdoteView, ChangedAnecdotes, HistoryPage, UndoneItem } from '@anecdotes/contracts';
import { expect, test, vi } from 'vitest';
import type { BothSides } from '../support/both-sides.ts';
import { useMembers } from '../support/members.ts';
import { expectLikeTheLog } from '../support/projection.ts';

let side: BothSides;
let token: string;
const newMember = useMembers((given) => {
  ({ side, token } = given);
});

const call = async (method: string, path: string, body?: unknown, as = token) =>
  (await side.call(as, method, `/api${path}`, body)).json();
const write = async (fields: object = {}, as = token) =>
  (await call('POST', '/anecdotes', { description: 'An anecdote', ...fields }, as)).data as AnecdoteView;
const newKey = async () => (await call('POST', '/api-keys', { name: 'Shortcut' })).data as { id: string; key: string };
const changed = async (query: string) => (await call('GET', `/history/anecdotes?${query}`)).data as ChangedAnecdotes;
const undo = async (changes: object, anecdotes: readonly string[]) =>
  (await call('POST', '/history/undo', { changes, anecdotes })).data as UndoneItem[];
const total = async () => (await call('GET', '/anecdotes')).pagination.totalItems as number;
const outcomes = (items: readonly UndoneItem[]) =>
  items.map((item) => (item.success ? [item.data.is_undone, item.data.conflicts] : item.error.code));
/** The description and tags of each anecdote of the journal, by id. */
const journal = async () => {
  const texts: [string, string][] = [];
  for (let cursor = ''; ; ) {
    const page = await call('GET', `/anecdotes/cursor?limit=100${cursor && `&cursor=${cursor}`}`);
    for (const { id, description, tags } of page.data) texts.push([id, `${description} ${tags}`]);
    cursor = page.pagination.nextCursor;
    if (!cursor) return new Map(texts);
  }
};

test('an import of 500 is undone as a whole except for later changes, and the undo can itself be undone', async () => {
  const mine = await write({ description: 'Mine' });
  const items = Array.from({ length: 500 }, (_, index) => ({ description: `Imported ${index}` }));
  const batch = (await call('POST', '/anecdotes/batch', { anecdotes: items })).data as { data: { id: string } }[];
  const ids = batch.map(({ data }) => data.id);
  const operation = ((await call('GET', '/history?limit=1')) as HistoryPage).data[0]?.operation?.id ?? '';
  await call('PUT', `/anecdotes/${ids[7]}`, { tags: ['kept'] });
  const before = await journal();

  const about = await changed(`operation=${operation}`);
  expect([about.complete, about.anecdotes.toSorted()]).toEqual([true, ids.toSorted()]);
  const items1 = await undo({ operation }, [...ids, mine.id].slice(1));
  expect(items1.filter((item) => item.success && item.data.is_undone)).toHaveLength(498);
  expect(outcomes([items1[6], items1.at(-1)].flatMap((item) => item ?? []))).toEqual([
    [false, ['tags']],
    [false, []],
  ]);
  await undo({ operation }, ids.slice(0, 1));
  expect(await total()).toBe(2);
  // A second undo finds nothing to do.
  expect((await undo({ operation }, ids.slice(0, 50))).some((item) => item.success && item.data.is_undone)).toBe(false);

  const undoing = ((await call('GET', '/history?limit=50')) as HistoryPage).data.find(
    ({ operation: of }) => of?.kind === 'undo',
  );
  expect(undoing).toMatchObject({ type: 'AnecdoteDeleted' });
  const undone = (await call('GET', '/history?limit=50')) as HistoryPage;
  const operations = new Set(undone.data.flatMap(({ operation: of }) => (of?.kind === 'undo' ? of.id : [])));
  for (const id of operations) await undo({ operation: id }, (await changed(`operation=${id}`)).anecdotes);
  const rest = (await call('GET', '/anecdotes/trash?limit=50')) as HistoryPage;
  expect(rest.data).toEqual([]);
  expect(await journal()).toEqual(before);
  await expectLikeTheLog(side.projection);
});

test('300 edits by one API key since a given time are undone together; later changes by the person are reported and kept', async () => {
  const { id: key, key: secret } = await newKey();
  const written = [];
  for (let index = 0; index < 30; index += 1)
    written.push(await write({ description: `Anecdote ${index}`, tags: ['old'] }));
  await call('PUT', `/anecdotes/${written[0]?.id}`, { location: 'Early' }, secret);
  const since = new Date(Date.now() + 1).toISOString();
  await vi.waitFor(() => expect(new Date().toISOString() > since).toBe(true));
  const before = await journal();
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(
      written.map(({ id }, index) =>
        call('PUT', `/anecdotes/${id}`, { description: `Anecdote ${index}, edited ${round}`, tags: ['new'] }, secret),
      ),
    );
  }
  const [own, tagged, deleted] = written.map(({ id }) => id);
  await call('PUT', `/anecdotes/${own}`, { description: 'My own words' });
  await call('PUT', `/anecdotes/${tagged}`, { tags: ['new', 'mine'] });
  await call('DELETE', `/anecdotes/${deleted}`, undefined, secret);

  const { anecdotes } = await changed(`key=${key}&date_from=${since}`);
  expect(anecdotes).toHaveLength(30);
  const items = new Map(written.map(({ id }, index) => [id, index]));
  const answers = await undo({ key, since }, anecdotes);
  for (const [index, item] of answers.entries()) {
    const isOwn = anecdotes[index] === own;
    expect([items.get(anecdotes[index] ?? ''), ...outcomes([item])]).toEqual([
      items.get(anecdotes[index] ?? ''),
      [true, isOwn ? ['description'] : []],
    ]);
  }
  const after = await journal();
  expect(after.get(own ?? '')).toBe('My own words old');
  expect(after.get(tagged ?? '')).toBe('Anecdote 1 old,mine');
  for (const { id } of written.slice(2)) expect(after.get(id)).toBe(before.get(id));
  expect((await call('GET', `/anecdotes/${own}`)).data.location).toBe('Early');
  await expectLikeTheLog(side.projection);
});

test('an undo leaves a connection that can no longer be made as it is and reports it', async () => {
  const { id: key, key: secret } = await newKey();
  const parent = await write();
  const child = await write({ connected_to: parent.id });
  await call('PUT', `/anecdotes/${child.id}`, { connected_to: null, location: 'Here' }, secret);
  await call('DELETE', `/anecdotes/${parent.id}`);
  const changes = { key, since: '2026-01-01T00:00:00.000Z' };
  expect(outcomes(await undo(changes, [child.id]))).toEqual([[true, ['connected_to']]]);
  expect((await call('GET', `/anecdotes/${child.id}`)).data).toMatchObject({ location: null, connected_to: null });
});

test('nobody can undo changes of another account, and an undo that names no changes is refused', async () => {
  const { id } = await write();
  await call('PUT', `/anecdotes/${id}`, { location: 'Here' });
  const { operation } = ((await call('GET', `/anecdotes/${id}/history`)) as HistoryPage).data[0] ?? {};
  expect(operation).toBe(null);
  const stranger = (await newMember()).token;
  const changes = { operation: id };
  const answer = await call('POST', '/history/undo', { changes, anecdotes: [id, 'x'] }, stranger);
  expect(outcomes(answer.data)).toEqual(['ANECDOTE_NOT_FOUND', 'ANECDOTE_NOT_FOUND']);
  for (const wrong of [{}, { key: id }, { operation: id, key: id, since: '2026-01-01T00:00:00Z' }]) {
    expect(await call('POST', '/history/undo', { changes: wrong, anecdotes: [id] })).toMatchObject({
      error: { code: 'VALIDATION_FAILED' },
    });
  }
});
