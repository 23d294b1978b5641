import { createJournalQuota } from '@anecdotes/command-service/journal-quota';
import { type AccountId, type BatchItem, Problem } from '@anecdotes/contracts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { GUEST_PASSWORD } from '../support/command-side.ts';
import { importsBy } from '../support/imports.ts';
import { journalAnecdote, journalFile } from '../support/journal-files.ts';
import { duringErasure } from '../support/lock-waits.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { type Visitor, visitorOf } from '../support/visitor.ts';

const MAX = 6;
let side: BothSides;
let mailbox: Mailbox;
let visitor: Visitor;

beforeAll(async () => {
  side = await startBothSides({ quota: { anecdotes: MAX, bytes: 40_000 } });
  mailbox = openMailbox(side);
  visitor = visitorOf(side);
});
afterAll(() => side.close());

const write = async (token: string, description = 'One more') => {
  const answer = await side.call(token, 'POST', '/api/anecdotes', { description });
  return answer.statusCode === 201 ? (answer.json().data.id as string) : (answer.json().error.code as string);
};
const isId = (text: string) => /^[0-9a-f-]{36}$/.test(text);
const own = async (token: string) => (await side.call(token, 'GET', '/api/anecdotes?page_size=100')).json().data as [];

test('a journal accepts as many anecdotes as its quota under simultaneous writes, and deleting makes room', async () => {
  const { token } = await visitor.newMember(mailbox);
  const written = await Promise.all(Array.from({ length: 20 }, () => write(token)));
  expect(written.filter(isId)).toHaveLength(MAX);
  expect(new Set(written.filter((code) => !isId(code)))).toEqual(new Set(['ANECDOTE_QUOTA_REACHED']));
  expect(await own(token)).toHaveLength(MAX);

  const [first = '', second = ''] = written.filter(isId);
  expect((await side.call(token, 'PUT', `/api/anecdotes/${first}`, { description: 'Mended' })).statusCode).toBe(200);
  expect((await side.call(token, 'DELETE', `/api/anecdotes/${first}`)).statusCode).toBe(200);
  // Deleting it a second time makes no more room.
  await side.call(token, 'DELETE', `/api/anecdotes/${first}`);
  expect(isId(await write(token))).toBe(true);
  expect(await write(token)).toBe('ANECDOTE_QUOTA_REACHED');
  const refused = await side.call(token, 'POST', `/api/anecdotes/${first}/restore`);
  expect(refused.json().error.code).toBe('ANECDOTE_QUOTA_REACHED');
  await side.call(token, 'DELETE', `/api/anecdotes/${second}`);
  expect((await side.call(token, 'POST', `/api/anecdotes/${first}/restore`)).statusCode).toBe(200);

  const guest = (await visitor.logIn('guest', GUEST_PASSWORD)).json().data.access_token as string;
  for (let more = 0; more <= MAX; more += 1) expect(isId(await write(guest))).toBe(true);
});

test('an anecdote that was stored without an answer from the log counts towards the quota', async () => {
  const { token } = await visitor.newMember(mailbox);
  const { append } = side.log;
  const answers = vi.spyOn(side.log, 'append').mockImplementation(async (...parameters) => {
    await append(...parameters);
    throw new Error('the answer was lost');
  });
  expect(await write(token)).toBe('UNAVAILABLE');
  answers.mockRestore();
  const written = await Promise.all(Array.from({ length: MAX }, () => write(token)));
  expect(written.filter((code) => !isId(code))).toEqual(['ANECDOTE_QUOTA_REACHED']);
  expect(await own(token)).toHaveLength(MAX);
});

test('a batch is accepted as far as there is room, and an import that does not fit is refused as a whole', async () => {
  const { token } = await visitor.newMember(mailbox);
  const anecdotes = Array.from({ length: MAX - 1 }, (_, index) => ({ description: `Entry ${index}` }));
  await side.call(token, 'POST', '/api/anecdotes/batch', { anecdotes });
  const answer = await side.call(token, 'POST', '/api/anecdotes/batch', { anecdotes });
  const items = answer.json().data as BatchItem[];
  expect(items.filter(({ success }) => success)).toHaveLength(1);
  const imported = await side.app.inject({
    method: 'POST',
    url: '/api/import?name=two.txt',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: 'The first line.\n\nThe second one.\n',
  });
  expect([imported.statusCode, imported.json().error]).toMatchObject([
    422,
    { code: 'ANECDOTE_QUOTA_REACHED', message: 'Your journal has room for 0 more anecdotes; this would be 2.' },
  ]);
  expect(await own(token)).toHaveLength(MAX);
});

test('an import needs no room for what it creates in the trash', async () => {
  const { token } = await visitor.newMember(mailbox);
  for (let more = 1; more < MAX; more += 1) await write(token);
  const { importFile } = importsBy(() => ({ at: side, as: token }));
  const trash = Array.from({ length: 3 }, () => ({ ...journalAnecdote(), deleted_at: '2026-11-20T08:00:00.000Z' }));
  const { operation } = await importFile(journalFile([journalAnecdote()], trash));
  expect(operation).toMatchObject({ status: 'done', changed: 4, failed: 0 });
  expect(await own(token)).toHaveLength(MAX);

  const more = { ...journalAnecdote(), deleted_at: '2026-11-20T08:00:00.000Z' };
  expect((await importFile(journalFile([], [more]))).operation).toMatchObject({ changed: 1, failed: 0 });
  expect(await write(token)).toBe('ANECDOTE_QUOTA_REACHED');
  const restored = await side.call(token, 'POST', `/api/anecdotes/${more.id}/restore`);
  expect(restored.json().error.code).toBe('ANECDOTE_QUOTA_REACHED');
});

test('deleted text still counts towards the bytes of a journal', async () => {
  const { token } = await visitor.newMember(mailbox);
  const id = await write(token, 'x'.repeat(19_000));
  await side.call(token, 'DELETE', `/api/anecdotes/${id}`);
  const last = await write(token, 'y'.repeat(19_000));
  await side.call(token, 'PUT', `/api/anecdotes/${last}`, { description: 'z'.repeat(2_000) });
  await expect.poll(() => write(token), { timeout: 60_000 }).toBe('BYTE_QUOTA_REACHED');
  expect((await side.call(token, 'PUT', `/api/anecdotes/${last}`, { description: 'Mended' })).statusCode).toBe(200);
});

test('a journal with no count or too high a count is counted again from the views', async () => {
  const { token } = await visitor.newMember(mailbox);
  for (let more = 0; more < 3; more += 1) await write(token);
  const { account } = await side.deps.authenticate(`Bearer ${token}`);
  await own(token);
  await side.vault.query('delete from vault.journal_use where account = $1', [account]);
  const quota = createJournalQuota({ vault: side.vault, log: side.log }, { anecdotes: 4, bytes: null });
  const reserve = (of: AccountId) => quota.reserve(of);
  expect(await reserve(account)).toBeNull();
  // Taken by a process that ended before it wrote. For some time it might still write.
  expect(await reserve(account)).toBe('ANECDOTE_QUOTA_REACHED');
  const later = `update vault.journal_use set granted_at = now() - interval '1 hour' where account = $1`;
  await side.vault.query(later, [account]);
  expect(await reserve(account)).toBeNull();
});

test('room for an account that is erased while its journal is counted is refused as for one without a session', async () => {
  const { token } = await visitor.newMember(mailbox);
  const { account } = await side.deps.authenticate(`Bearer ${token}`);
  const quota = createJournalQuota({ vault: side.vault, log: side.log }, { anecdotes: 4, bytes: null });
  const ask = () => Promise.allSettled([quota.reserve(account), quota.requireRoom(account, 1)]);
  const refused = { status: 'rejected', reason: new Problem('UNAUTHENTICATED') };
  expect(await duringErasure(side.vault, account, ask)).toEqual([refused, refused]);
});
