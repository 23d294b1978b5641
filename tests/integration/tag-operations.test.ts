import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { rewriteAnecdote } from '@anecdotes/command-service/anecdote/commands';
import type { CommandMetadata } from '@anecdotes/command-service/handle-command';
import { insertOperation } from '@anecdotes/command-service/operations/stored-operations';
import {
  type AccountId,
  type AnecdoteId,
  type AnecdoteView,
  type CommandId,
  headers,
  type OperationView,
  streams,
} from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { sealIntent } from '@anecdotes/contracts/server/operations';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import { describe, expect, test, vi } from 'vitest';
import type { BothSides } from '../support/both-sides.ts';
import { useMembers } from '../support/members.ts';
import { expectLikeTheLog } from '../support/projection.ts';
import { comparableAnswer } from '../support/visitor.ts';

/** How many anecdotes the large operation changes, and how many edits per second happen at the same time. */
const MANY = Number(process.env.TAG_ANECDOTES ?? 300);
const EDITS_A_SECOND = 20;
const BATCH = 500;
const TIMEOUT_MS = 60_000 + MANY * 20;

let side: BothSides;
let token: string;
const newMember = useMembers((given) => {
  ({ side, token } = given);
});

const call = (method: string, path: string, body?: unknown, extra = {}, as = token) =>
  side.call(as, method, `/api${path}`, body, extra);

/** Writes an anecdote for each list of tags; returns the ids. */
async function write(...tags: readonly (readonly string[])[]): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < tags.length; from += BATCH) {
    const anecdotes = tags.slice(from, from + BATCH).map((own) => ({ description: 'An anecdote', tags: own }));
    const { data } = (await call('POST', '/anecdotes/batch', { anecdotes })).json();
    ids.push(...data.map((item: { data: { id: string } }) => item.data.id));
  }
  return ids;
}

/** Reads once the views have caught up. */
async function get(path: string) {
  let answer = await call('GET', path);
  while (answer.statusCode === 503) answer = await call('GET', path);
  return answer;
}
const show = async (id: string) => (await get(`/anecdotes/${id}`)).json().data as AnecdoteView;
const tagsOf = async (id: string) => (await show(id)).tags;
const tagged = async (tag: string) =>
  (await get(`/tags/anecdotes?tag=${encodeURIComponent(tag)}`)).json().data.ids as string[];
const names = async () =>
  (await get('/tags?sort_by=name&sort_order=asc')).json().data.map(({ name }: { name: string }) => name);
/** The operations of the account, read without waiting for the views. */
const operations = async () =>
  (await call('GET', '/operations', undefined, { [headers.minPosition]: '0' })).json().data as OperationView[];

async function rename(from: string, to: string): Promise<OperationView> {
  return whenDone(await call('POST', '/tags/rename', { from, to, anecdotes: await tagged(from) }));
}
const undo = async (id: string) => whenDone(await call('POST', `/operations/${id}/undo`));
const stop = async (id: string) => whenDone(await call('POST', `/operations/${id}/cancel`));

/** The operation that a call started or stopped, after it has ended. */
async function whenDone(answer: Awaited<ReturnType<typeof call>>): Promise<OperationView> {
  const { data } = answer.json() as { data: OperationView };
  expect(answer.statusCode, answer.body).toBe(data.status === 'running' ? 202 : 200);
  await vi.waitUntil(async () => (await find(data.id))?.status !== 'running', { timeout: TIMEOUT_MS, interval: 50 });
  return (await find(data.id)) as OperationView;
}
const find = async (id: string) => (await operations()).find((operation) => operation.id === id);

/** The ids of the operations that the events of an anecdote are part of. */
async function operationsIn(id: string): Promise<(string | undefined)[]> {
  const events = await side.log.readStream(streams.anecdote(id as AnecdoteId));
  return events.map(({ metadata }) => metadata.operation?.id);
}

describe('an operation on a tag', () => {
  test(`renames it on ${MANY} anecdotes while they are edited, and can be undone as a whole`, {
    timeout: 4 * TIMEOUT_MS,
  }, async () => {
    const ids = await write(...Array.from({ length: MANY }, () => ['first', 'old', 'last']));
    const found = await tagged('old');
    expect(found.toSorted()).toEqual(ids.toSorted());

    const begun = performance.now();
    let isDone = false;
    const work = call('POST', '/tags/rename', { from: 'old', to: 'new', anecdotes: found })
      .then(whenDone)
      .finally(() => {
        isDone = true;
      });
    const edited = await editUntil(ids, () => isDone);
    const operation = await work;
    const took = performance.now() - begun;

    expect(operation).toMatchObject({ total: MANY, done: MANY, changed: MANY, failed: 0, undone_by: null });
    expect(await names()).toEqual(['edited', 'first', 'last', 'new']);
    expect((await tagged('new')).toSorted()).toEqual(ids.toSorted());
    for (const id of ids.slice(0, 20)) expect((await tagsOf(id)).slice(0, 3)).toEqual(['first', 'new', 'last']);
    const inLog = await Promise.all(ids.slice(0, 300).map(operationsIn));
    expect(new Set(inLog.map((own) => own.filter((each) => each === operation.id).length))).toEqual(new Set([1]));
    await expectLikeTheLog(side.projection, TIMEOUT_MS);

    const undoBegun = performance.now();
    const undone = await undo(operation.id);
    expect(undone).toMatchObject({ kind: 'undo', undoes: operation.id, total: MANY, changed: MANY, failed: 0 });
    report(took, performance.now() - undoBegun, edited);
    expect((await find(operation.id))?.undone_by).toBe(undone.id);
    expect(await names()).toEqual(['edited', 'first', 'last', 'old']);
    for (const [id, description] of edited.texts) {
      expect(await show(id)).toMatchObject({ description, tags: ['first', 'old', 'last', 'edited'] });
    }
    await expectLikeTheLog(side.projection, TIMEOUT_MS);
  });

  test('merges a tag into another one where an anecdote has both, and undoing separates them again', async () => {
    const [both = '', other = '', neither = ''] = await write(['old', 'x', 'new'], ['old'], ['new', 'y']);
    const merge = await rename('old', 'new');
    expect(merge).toMatchObject({ kind: 'tags', change: { from: 'old', to: 'new' }, total: 2, changed: 2 });
    expect([await tagsOf(both), await tagsOf(other), await tagsOf(neither)]).toEqual([
      ['new', 'x'],
      ['new'],
      ['new', 'y'],
    ]);
    await undo(merge.id);
    expect([await tagsOf(both), await tagsOf(other), await tagsOf(neither)]).toEqual([
      ['old', 'x', 'new'],
      ['old'],
      ['new', 'y'],
    ]);
  });

  test('deletes a tag and keeps the anecdotes, and undoing puts the tag back in its place', async () => {
    const [one = '', two = ''] = await write(['a', 'old', 'b'], ['old']);
    const answer = await call('POST', '/tags/delete', { tag: ' OLD ', anecdotes: await tagged('old') });
    const { id } = await whenDone(answer);
    expect([await tagsOf(one), await tagsOf(two), await names()]).toEqual([['a', 'b'], [], ['a', 'b']]);
    await undo(id);
    expect([await tagsOf(one), await tagsOf(two)]).toEqual([['a', 'old', 'b'], ['old']]);
  });

  test('two renames in opposite directions exchange two tags', async () => {
    const [one = '', two = ''] = await write(['a'], ['b']);
    const [withA, withB] = [await tagged('a'), await tagged('b')];
    await whenDone(await call('POST', '/tags/rename', { from: 'a', to: 'b', anecdotes: withA }));
    await whenDone(await call('POST', '/tags/rename', { from: 'b', to: 'a', anecdotes: withB }));
    expect([await tagsOf(one), await tagsOf(two)]).toEqual([['b'], ['a']]);
  });

  test('skips anecdotes that lost the tag, were deleted, or belong to somebody else', async () => {
    const [gone = '', changed = '', left = ''] = await write(['old'], ['old'], ['old']);
    const foreign = (await call('POST', '/anecdotes', { description: 'x', tags: ['old'] }, {}, await another())).json()
      .data.id;
    await call('DELETE', `/anecdotes/${gone}`);
    await call('PUT', `/anecdotes/${changed}`, { tags: ['other'] });
    const anecdotes = [gone, changed, left, foreign, left, randomUUID()];
    const operation = await whenDone(await call('POST', '/tags/rename', { from: 'old', to: 'new', anecdotes }));
    expect(operation).toMatchObject({ total: 5, done: 5, changed: 1, failed: 0 });
    expect([await tagsOf(changed), await tagsOf(left)]).toEqual([['other'], ['new']]);
    await call('POST', `/anecdotes/${gone}/restore`);
    expect(await tagsOf(gone)).toEqual(['old']);
    expect(await operationsIn(foreign)).toEqual([undefined]);
  });

  test('keeps the old tag where a later edit added it again, also when the operation is undone', async () => {
    const [one = ''] = await write(['old']);
    const { id } = await rename('old', 'new');
    await call('PUT', `/anecdotes/${one}`, { tags: ['new', 'old'] });
    expect(await tagsOf(one)).toEqual(['new', 'old']);
    await undo(id);
    expect(await tagsOf(one)).toEqual(['old']);
  });

  test('undoing an undo applies the change again, and undoing twice is the same as once', async () => {
    const [one = ''] = await write(['old']);
    const { id } = await rename('old', 'new');
    const first = await undo(id);
    expect((await undo(id)).id).toBe(first.id);
    expect(await tagsOf(one)).toEqual(['old']);
    await undo(first.id);
    expect(await tagsOf(one)).toEqual(['new']);
  });

  test('a repeated call starts no second operation', async () => {
    await write(['old'], ['old']);
    const body = { from: 'old', to: 'new', anecdotes: await tagged('old') };
    const key = { 'idempotency-key': 'rename-once' };
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/tags/rename', body, key)));
    expect(new Set(answers.map((answer) => answer.json().data.id)).size).toBe(1);
    expect(await operations()).toHaveLength(1);
  });

  test('is resumed after its process died, and changes nothing twice', async () => {
    const ids = await write(...Array.from({ length: 250 }, () => ['old']));
    const { metadata, account } = await beginAndDie(ids);
    // The process that died had changed these anecdotes without recording its progress.
    const half = ids.slice(0, 130) as AnecdoteId[];
    await Promise.all(
      half.map((id) => rewriteAnecdote(side.deps, id, { type: 'ReplaceTag', tag: 'old', by: 'new' }, metadata)),
    );
    // One of them got the old tag again since. The later edit wins.
    await call('PUT', `/anecdotes/${half[0]}`, { tags: ['old', 'new'] });
    expect(await find(metadata.commandId)).toMatchObject({ status: 'running', done: 0, total: 250 });
    await side.vault.query('update vault.operation set leased_until = now() where account = $1', [account]);

    await vi.waitUntil(async () => (await find(metadata.commandId))?.status === 'done', { timeout: 20_000 });
    expect(await find(metadata.commandId)).toMatchObject({ done: 250, changed: 250, failed: 0 });
    expect(await tagged('old')).toEqual([half[0]]);
    const inLog = await Promise.all(ids.map(operationsIn));
    expect(inLog.flat().filter((id) => id === metadata.commandId)).toHaveLength(250);
    await expectLikeTheLog(side.projection, TIMEOUT_MS);
  });

  test('stops when it is cancelled, leaves the rest unchanged, and what it changed can be undone as a whole', async () => {
    await write(...Array.from({ length: 400 }, () => ['old']));
    const asked = { from: 'old', to: 'new', anecdotes: await tagged('old') };
    const renaming = call('POST', '/tags/rename', asked);
    await vi.waitUntil(async () => (await operations())[0] !== undefined, { timeout: 60_000, interval: 5 });
    const [begun] = await operations();
    const id = begun?.id ?? '';
    // The lock prevents any progress from being recorded until the call to cancel has arrived.
    const stopping = await inTransaction(side.vault, async (tx) => {
      await tx.query('select from vault.operation where id = $1 for update', [id]);
      const stopped = call('POST', `/operations/${id}/cancel`);
      await vi.waitUntil(async () => (await side.vault.query(waitingTo('set is_cancelled = true'))).rowCount === 1, {
        timeout: 60_000,
        interval: 5,
      });
      return { stopped };
    });
    const stopped = await whenDone(await stopping.stopped);
    expect((await renaming).json().data.id).toBe(stopped.id);
    expect(stopped).toMatchObject({
      status: 'cancelled',
      total: 400,
      done: stopped.changed,
      failed: 0,
      undone_by: null,
    });
    expect(await tagged('new')).toHaveLength(stopped.changed);
    expect(await tagged('old')).toHaveLength(400 - stopped.changed);
    expect(await stop(stopped.id)).toEqual(stopped);

    expect(await undo(stopped.id)).toMatchObject({ status: 'done', total: stopped.done, changed: stopped.changed });
    expect(await tagged('old')).toHaveLength(400);
    const rest = await rename('old', 'new');
    expect(rest).toMatchObject({ status: 'done', changed: 400 });
    expect((await stop(rest.id)).status).toBe('done');
  });

  test('that is cancelled after its process died completes the step in progress and ends', async () => {
    const ids = await write(...Array.from({ length: 250 }, () => ['old']));
    const { metadata, account } = await beginAndDie(ids);
    const some = ids.slice(0, 30) as AnecdoteId[];
    await Promise.all(
      some.map((id) => rewriteAnecdote(side.deps, id, { type: 'ReplaceTag', tag: 'old', by: 'new' }, metadata)),
    );
    const stopping = call('POST', `/operations/${metadata.commandId}/cancel`);
    await side.vault.query('update vault.operation set leased_until = now() where account = $1', [account]);
    // The step in progress is completed, so that the reported progress is correct.
    expect(await whenDone(await stopping)).toMatchObject({ status: 'cancelled', done: 100, changed: 100, total: 250 });
    expect(await tagged('new')).toHaveLength(100);
    expect(await undo(metadata.commandId)).toMatchObject({ changed: 100 });
    expect(await tagged('old')).toHaveLength(250);
  });

  test('that was cancelled before its first step can be undone', async () => {
    await write(['old']);
    const { id } = await rename('old', 'new');
    const unchanged = 'update vault.operation set is_cancelled = true, done = 0, changed = 0 where id = $1';
    await side.vault.query(unchanged, [id]);
    expect(await undo(id)).toMatchObject({ status: 'done', total: 0, changed: 0 });
  });

  test('that undoes another one can be cancelled, and undoing again reverts the rest', async () => {
    const ids = await write(...Array.from({ length: 250 }, () => ['old']));
    const { id } = await rename('old', 'new');
    const undoing = call('POST', `/operations/${id}/undo`);
    await vi.waitUntil(async () => (await operations())[0]?.undoes === id, { timeout: 60_000, interval: 5 });
    const stopped = await stop((await operations())[0]?.id ?? '');
    await undoing;
    if (stopped.status === 'cancelled') {
      expect((await find(id))?.undone_by).toBeNull();
      expect(await undo(id)).toMatchObject({ changed: 250 - stopped.changed });
    }
    expect((await tagged('old')).toSorted()).toEqual(ids.toSorted());
  });

  test('blocks other operations of the account while it runs, but not those of other accounts', async () => {
    const [one = ''] = await write(['old']);
    const { account } = await beginAndDie([one]);
    const refused = await call('POST', '/tags/rename', { from: 'old', to: 'other', anecdotes: [one] });
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().error.code]).toEqual([
      409,
      '5',
      'OPERATION_RUNNING',
    ]);
    const anothers = await call('POST', '/tags/delete', { tag: 'x', anecdotes: [one] }, {}, await another());
    expect(anothers.statusCode).toBe(200);
    await side.vault.query('delete from vault.operation where account = $1', [account]);
  });

  test('is refused with UNAUTHENTICATED if the account is erased before it is stored', async () => {
    const anecdotes = await write(['old']);
    const { account } = await side.deps.authenticate(`Bearer ${token}`);
    const deleting = await inTransaction(side.vault, async (tx) => {
      await tx.query('delete from vault.credential where account = $1', [account]);
      const refused = call('POST', '/tags/delete', { tag: 'old', anecdotes });
      await vi.waitUntil(
        async () => (await side.vault.query(waitingTo('insert into vault.operation'))).rowCount,
        60_000,
      );
      return { refused };
    });
    expect((await deleting.refused).json().error.code).toBe('UNAUTHENTICATED');
  });

  test('of another account can be neither seen nor undone nor cancelled', async () => {
    await write(['old']);
    const { id } = await rename('old', 'new');
    const stranger = await another();
    expect((await call('GET', '/operations', undefined, {}, stranger)).json().data).toEqual([]);
    for (const what of ['undo', 'cancel']) {
      const [theirs, none] = [
        await call('POST', `/operations/${id}/${what}`, undefined, {}, stranger),
        await call('POST', `/operations/${randomUUID()}/${what}`, undefined, {}, stranger),
      ];
      expect(theirs.statusCode).toBe(404);
      expect(comparableAnswer(theirs)).toBe(comparableAnswer(none));
    }
  });

  test.each([
    ['the same tag', { from: 'work', to: ' WORK ' }, 'to'],
    ['no tag', { from: 'work', to: ' ' }, 'to'],
    ['a comma', { from: 'work', to: 'a,b' }, 'to'],
    ['a tag of 65 characters', { from: 'work', to: 'x'.repeat(65) }, 'to'],
    ['two lines', { from: 'work', to: 'a\nb' }, 'to'],
    ['a control character', { from: 'work', to: 'a\u0000b' }, 'to'],
    ['no old tag', { from: '', to: 'job' }, 'from'],
    ['no anecdotes', { from: 'work', to: 'job', anecdotes: [] }, 'anecdotes'],
    ['malformed anecdote ids', { from: 'work', to: 'job', anecdotes: ['x'] }, 'anecdotes.0'],
  ])('refuses a rename with %s', async (_, body, field) => {
    const answer = await call('POST', '/tags/rename', { anecdotes: [randomUUID()], ...body });
    expect([answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([400, [field]]);
  });
});

describe('the list of tags', () => {
  test('is returned page by page in each order, with every tag once', async () => {
    await write(...Array.from({ length: 9 }, (_, index) => ['all', `t${index}`, ...(index < 4 ? ['some'] : [])]));
    for (const sort of ['count', 'name', 'last_used']) {
      for (const order of ['asc', 'desc']) {
        const whole = (await call('GET', `/tags?sort_by=${sort}&sort_order=${order}`)).json();
        expect(whole).toMatchObject({ totalCount: 11, pagination: { hasMore: false, nextCursor: null } });
        const pages: unknown[] = [];
        for (let cursor = ''; pages.length < 20; ) {
          const path = `/tags?limit=4&sort_by=${sort}&sort_order=${order}&cursor=${cursor}`;
          const { data, pagination } = (await call('GET', path)).json();
          pages.push(...data);
          if (!pagination.hasMore) break;
          cursor = pagination.nextCursor;
        }
        expect(pages).toEqual(whole.data);
      }
    }
    const { data } = (await call('GET', '/tags?limit=2')).json();
    expect(data.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
      ['all', 9],
      ['some', 4],
    ]);
  });

  test('refuses the cursor of another list', async () => {
    await write(['a', 'b']);
    const cursor = (await call('GET', '/tags?limit=1')).json().pagination.nextCursor;
    const answer = await call('GET', `/tags?limit=1&sort_by=name&cursor=${cursor}`);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'INVALID_CURSOR']);
  });
});

const another = async () => (await newMember()).token;

/** Starts edits at a fixed rate until `isDone`, each of another anecdote; returns texts and times when all are done. */
async function editUntil(ids: readonly string[], isDone: () => boolean) {
  const texts = new Map<string, string>();
  const times: number[] = [];
  const edits: Promise<unknown>[] = [];
  const begun = performance.now();
  const edit = async (id: string, description: string) => {
    const asked = performance.now();
    for (let status = 0; status !== 200; ) {
      const seen = await call('GET', `/anecdotes/${id}`, undefined, { [headers.minPosition]: '0' });
      const tags = [...seen.json().data.tags, 'edited'];
      const match = { 'if-match': String(seen.headers.etag) };
      const answer = await call('PUT', `/anecdotes/${id}`, { description, tags }, match);
      status = answer.statusCode;
      if (status !== 200) expect(answer.json().error.code, answer.body).toBe('REVISION_CONFLICT');
    }
    times.push(performance.now() - asked);
  };
  for (let index = 0; index < ids.length && (!isDone() || index < EDITS_A_SECOND); index += 1) {
    // From both ends, so that some edits come before the operation and some after it.
    const id = (index % 2 === 0 ? ids[index / 2] : ids.at(-(index + 1) / 2)) ?? '';
    texts.set(id, `Edit ${index}`);
    edits.push(edit(id, `Edit ${index}`));
    await delay(Math.max(0, begun + ((index + 1) * 1000) / EDITS_A_SECOND - performance.now()));
  }
  await Promise.all(edits);
  return { texts, times };
}

function report(took: number, undoTook: number, { times }: { times: readonly number[] }): void {
  if (process.env.TAG_ANECDOTES === undefined) return;
  const sorted = times.toSorted((a, b) => a - b);
  const share = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
  process.stdout.write(
    `renamed on ${MANY} anecdotes in ${Math.round(took)} ms and undone in ${Math.round(undoTook)} ms; meanwhile ` +
      `${times.length} edits, each with its read: median ${share(0.5)} ms, p95 ${share(0.95)} ms\n`,
  );
}

/** Finds a statement with `part` that is blocked by a row lock. */
const waitingTo = (part: string) => `
  select from pg_stat_activity where query like '%${part}%' and wait_event_type = 'Lock'
    and datname = current_database() and pid <> pg_backend_pid()`;

/** Stores an operation as if a process had taken it and died: nobody resumes it before its lease ends. */
async function beginAndDie(ids: readonly string[]): Promise<{ metadata: CommandMetadata; account: AccountId }> {
  const { account } = await side.deps.authenticate(`Bearer ${token}`);
  const commandId = newId() as CommandId;
  const key = await side.deps.keys.get(account);
  if (key === 'destroyed') throw new Error('no key');
  const sender = {
    actor: { account_id: account, kind: 'person' },
    origin: { channel: 'web' },
    correlationId: commandId,
  } as const;
  const change = sealIntent(key, commandId, { from: 'old', to: 'new' });
  const operation = { id: commandId, account, kind: 'tags', undoes: null, parents: null, change, sender } as const;
  await inTransaction(side.vault, async (tx) => {
    await insertOperation(tx, { ...operation, anecdotes: ids as AnecdoteId[] }, new Date());
    await tx.query(
      "update vault.operation set runner = gen_random_uuid(), leased_until = now() + interval '1 hour' where id = $1",
      [commandId],
    );
  });
  const metadata = {
    ...sender,
    commandId,
    at: new Date(),
    operation: { id: commandId, kind: 'tags' },
    repeated: true,
  } as const;
  return { metadata, account };
}
