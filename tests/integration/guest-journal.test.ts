import { createGuestJournal } from '@anecdotes/command-service/guest-journal/guest-journal';
import { emptyGuestJournalWhenDue } from '@anecdotes/command-service/guest-journal/reset';
import { applyErasures } from '@anecdotes/command-service/vault/erasures';
import { forgetPositions } from '@anecdotes/command-service/vault/log-identity';
import { type AnecdoteId, type BatchItem, headers, streams } from '@anecdotes/contracts';
import { createEventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { openEvents } from '@anecdotes/contracts/server/crypto/journal-codec';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { GUEST_PASSWORD } from '../support/command-side.ts';
import { openMailbox } from '../support/mailbox.ts';
import { expectLikeTheLog } from '../support/projection.ts';
import { type RedditServer, startReddit } from '../support/reddit-server.ts';
import { backUpVault } from '../support/vault-backup.ts';
import { comparableAnswer, visitorOf } from '../support/visitor.ts';

const MOST = 40;
const HOURS = 24;

let reddit: RedditServer;
let side: BothSides;
let guest: string;

beforeAll(async () => {
  reddit = await startReddit();
});
afterAll(() => reddit.close());

beforeEach(async () => {
  // The periodic job must not empty it between two steps of a test.
  side = await startBothSides({ guestMaxAnecdotes: MOST, guestResetHours: 0, redditBaseUrl: reddit.base });
  guest = (await visitorOf(side).logIn('guest', GUEST_PASSWORD)).json().data.access_token;
});
afterEach(() => side.close());

/** The dependencies of the command-service after a restart, or in another process, `hours` from now. */
function another(hours = 0) {
  const clock = () => new Date(Date.now() + hours * 3_600_000);
  return { ...side.deps, clock, guestJournal: createGuestJournal(side.deps, side.deps.guestJournal.account, MOST) };
}
const emptyAfter = async (hours: number) => {
  await emptyGuestJournalWhenDue(another(hours), HOURS);
  side.deps.guestJournal.refresh();
};
const resets = async () =>
  (await side.log.readStream(streams.account(side.deps.guestJournal.account))).filter(
    ({ type }) => type === 'GuestJournalReset',
  ).length;

const call = (method: string, path: string, body?: unknown) => side.call(guest, method, `/api/anecdotes${path}`, body);
const write = async (fields: object = {}, extra: Record<string, string> = {}) =>
  side.call(guest, 'POST', '/api/anecdotes', { description: 'An anecdote', tags: ['tram'], ...fields }, extra);
const anecdote = async (fields: object = {}) => (await write(fields)).json().data.id as string;
const shown = async () => (await call('GET', '')).json().pagination.totalItems as number;

describe('the journal of the guest', () => {
  test('is emptied once a day, however often and by how many processes this is checked', async () => {
    await anecdote();
    await emptyAfter(HOURS - 1);
    expect([await resets(), await shown()]).toEqual([0, 1]);
    await Promise.all(Array.from({ length: 5 }, () => emptyAfter(HOURS)));
    expect([await resets(), await shown()]).toEqual([1, 0]);
    await anecdote();
    // A restart neither postpones nor repeats it: the next one is due a day after the last.
    await emptyAfter(2 * HOURS - 1);
    expect([await resets(), await shown()]).toEqual([1, 1]);
    await emptyAfter(2 * HOURS);
    expect([await resets(), await shown()]).toEqual([2, 0]);
  });

  test('is emptied also if it was last emptied while the clock was a year ahead', async () => {
    await emptyAfter(365 * HOURS);
    await anecdote();
    await Promise.all([emptyAfter(0), emptyAfter(0)]);
    expect([await resets(), await shown()]).toEqual([2, 0]);
  });

  test('keeps what is written after it was emptied while the clock was ahead', async () => {
    await emptyAfter(365 * HOURS);
    const id = await anecdote();
    await applyErasures({ ...side.deps, log: side.log });
    expect((await call('GET', `/${id}/history`)).json().data).toHaveLength(1);
    expect((await write()).statusCode).toBe(201);
  });

  test('is never emptied when emptying is switched off', async () => {
    await emptyGuestJournalWhenDue(another(10_000), 0);
    expect(await resets()).toBe(0);
  });

  test('is empty in every view after it was emptied, and sessions stay valid', async () => {
    const id = await anecdote({ location: 'Zürich' });
    await call('POST', `/${id}/react`);
    await anecdote({ connected_to: id });
    const rename = { from: 'tram', to: 'bus', anecdotes: [id] };
    expect((await side.call(guest, 'POST', '/api/tags/rename', rename)).json().data.changed).toBe(1);
    await emptyAfter(HOURS);
    expect((await side.call(guest, 'GET', '/api/operations')).json().data).toEqual([]);
    expect((await call('GET', '')).json()).toMatchObject({ data: [], filters: { availableTags: [] } });
    expect((await call('GET', '/search?query=anecdote')).json().data).toEqual([]);
    expect((await call('GET', '/search/autocomplete?q=tr')).json().data).toEqual([]);
    expect((await side.call(guest, 'GET', '/api/tags')).json()).toMatchObject({ data: [], totalCount: 0 });
    expect(JSON.stringify((await side.call(guest, 'GET', '/api/statistics')).json().data)).not.toMatch(/[1-9]\d*/);
    for (const view of ['', '/timeline', '/connections', '/reactions']) {
      expect((await call('GET', `/${id}${view}`)).statusCode).toBe(404);
    }
    expect((await write()).statusCode).toBe(201);
    expect(await shown()).toBe(1);
  });

  test('leaves no operation behind in an older vault that its emptying is applied to again', async () => {
    const rename = { from: 'tram', to: 'bus', anecdotes: [await anecdote()] };
    expect((await side.call(guest, 'POST', '/api/tags/rename', rename)).json().data.changed).toBe(1);
    const restore = await backUpVault(side.vault);
    await emptyAfter(HOURS);
    await restore();
    await applyErasures({ ...side.deps, log: side.log });
    expect((await side.call(guest, 'GET', '/api/operations')).json().data).toEqual([]);
  });

  test('answers OPERATION_NOT_FOUND for a change of many anecdotes that is running while it is emptied', async () => {
    const anecdotes = [await anecdote()];
    // Nothing runs the operations of a disabled account.
    await side.vault.query(`update vault.credential set disabled_at = now() where role = 'guest'`);
    const answer = side.call(guest, 'POST', '/api/tags/delete', { tag: 'tram', anecdotes });
    await vi.waitUntil(async () => (await side.vault.query('select from vault.operation')).rowCount === 1, 60_000);
    await emptyAfter(HOURS);
    expect([(await answer).statusCode, (await answer).json().error.code]).toEqual([404, 'OPERATION_NOT_FOUND']);
  });

  test('keeps a change of many anecdotes that began just after it was emptied', async () => {
    await anecdote();
    const { anecdoteKeys } = side.deps;
    const destroyBlocks = async (blocks: readonly string[]) => {
      const rename = { from: 'tram', to: 'bus', anecdotes: [await anecdote()] };
      expect((await side.call(guest, 'POST', '/api/tags/rename', rename)).json().data.changed).toBe(1);
      await anecdoteKeys.destroyBlocks(blocks);
    };
    const always = 1e-9;
    await emptyGuestJournalWhenDue({ ...side.deps, anecdoteKeys: { ...anecdoteKeys, destroyBlocks } }, always);
    expect((await side.call(guest, 'GET', '/api/operations')).json().data).toMatchObject([{ changed: 1 }]);
  });

  test('announces on live connections that it was emptied', async () => {
    const address = await side.app.listen({ port: 0, host: '127.0.0.1' });
    const live = await fetch(`${address}/api/live`, { headers: { authorization: `Bearer ${guest}` } });
    await emptyAfter(HOURS);
    const change = `data: {"position":"${await side.log.head()}"}`;
    let received = '';
    for await (const chunk of live.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      received += chunk;
      if (received.includes(change)) break;
    }
    expect(received).toContain(`event: change\n${change}`);
  });

  test('answers calls about anecdotes from before it was emptied as if they had never existed', async () => {
    const [live, gone] = [await anecdote(), await anecdote()];
    await call('DELETE', `/${gone}`);
    await emptyAfter(HOURS);
    const missing = '0197c000-0000-7000-8000-00000000000a';
    const own = await anecdote();
    const about = async (id: string) =>
      (
        await Promise.all([
          call('PUT', `/${id}`, { description: 'Late' }),
          side.call(guest, 'PUT', `/api/anecdotes/${id}`, { description: 'Late' }, { 'if-match': '"0"' }),
          call('DELETE', `/${id}`),
          call('POST', `/${id}/restore`),
          call('POST', `/${id}/react`),
          call('DELETE', `/${id}/react`),
          write({ connected_to: id }),
          call('PUT', `/${own}`, { connected_to: id }),
        ])
      ).map(comparableAnswer);
    const expected = await about(missing);
    expect(expected.map((text) => text.slice(0, 3))).toEqual(['404', '404', '404', '404', '404', '404', '422', '422']);
    expect(await about(live)).toEqual(expected);
    expect(await about(gone)).toEqual(expected);
    expect(await shown()).toBe(1);
  });

  test('recreates nothing when an earlier command is repeated after it was emptied', async () => {
    const key = { [headers.idempotencyKey]: 'once' };
    const first = await write({}, key);
    expect((await write({}, key)).body).toBe(first.body);
    await emptyAfter(HOURS);
    const again = await write({}, key);
    expect([again.statusCode, again.json().error.code]).toEqual([404, 'ANECDOTE_NOT_FOUND']);
    expect(await shown()).toBe(0);
  });

  test('cannot be decrypted with the keys in the vault once it was emptied, while later anecdotes can', async () => {
    const id = await anecdote({ description: 'A canary sang' });
    await emptyAfter(HOURS);
    const later = await anecdote();
    const opened = async (of: string) =>
      openEvents(
        await side.log.readStream(streams.anecdote(of as AnecdoteId)),
        createEventKeys(side.vault, side.masterKey),
      );
    expect(await opened(id)).toEqual(['erased']);
    expect(await opened(later)).toMatchObject([{ data: { description: 'An anecdote' } }]);
    const { rows } = await side.vault.query('select count(answer)::int as kept from vault.idempotency');
    expect(rows).toEqual([{ kept: 0 }]);
    await expectLikeTheLog(side.projection);
  });

  test('is emptied without touching the journals of members', async () => {
    const { token } = await visitorOf(side).newMember(openMailbox(side));
    const made = await side.call(token, 'POST', '/api/anecdotes', { description: 'Mine' });
    await emptyAfter(HOURS);
    expect((await side.call(token, 'GET', `/api/anecdotes/${made.json().data.id}`)).statusCode).toBe(200);
    expect((await side.call(token, 'DELETE', `/api/anecdotes/${made.json().data.id}`)).statusCode).toBe(200);
  });
});

describe('the limit of anecdotes in the journal of the guest', () => {
  const refusal = [422, 'ANECDOTE_LIMIT_REACHED'];
  const batchOf = async (count: number) => {
    const answer = await call('POST', '/batch', { anecdotes: Array(count).fill({ description: 'One of many' }) });
    return answer.json().data as BatchItem[];
  };

  test('holds for simultaneous writes through several processes', async () => {
    const process = another();
    const places = Array.from({ length: MOST }, (_, index) =>
      (index % 2 === 0 ? process : side.deps).guestJournal.reserveSlot(),
    );
    const answers = await Promise.all(Array.from({ length: MOST }, () => write()));
    const made = answers.filter(({ statusCode }) => statusCode === 201).length;
    const taken = (await Promise.all(places)).filter(Boolean).length;
    expect(made + taken).toBe(MOST);
    const refused = answers.find(({ statusCode }) => statusCode !== 201) ?? (await write());
    expect([refused.statusCode, refused.json().error.code]).toEqual(refusal);
    expect(await shown()).toBe(made);
  });

  test('applies to each item of a batch, and is fully available again when the journal is emptied', async () => {
    for (let round = 0; round < 2; round += 1) {
      await batchOf(MOST - 3);
      const items = await batchOf(5);
      expect(items.map((item) => (item.success ? 'made' : item.error.code)).sort()).toEqual([
        ...['ANECDOTE_LIMIT_REACHED', 'ANECDOTE_LIMIT_REACHED'],
        ...['made', 'made', 'made'],
      ]);
      expect([(await write()).statusCode, await shown()]).toEqual([422, MOST]);
      await emptyAfter(HOURS * (round + 1));
    }
    expect((await write()).statusCode).toBe(201);
  });

  test('still holds after stored positions were reset for a copy of the log, until the journal is emptied', async () => {
    await emptyAfter(HOURS);
    await batchOf(MOST);
    await inTransaction(side.vault, forgetPositions);
    for (let index = 0; index < 2; index += 1) {
      const answer = await write();
      expect([answer.statusCode, answer.json().error?.code]).toEqual(refusal);
    }
    await emptyAfter(2 * HOURS);
    expect((await write()).statusCode).toBe(201);
  });

  test('does not count anecdotes that are refused for another reason', async () => {
    const missing = '0197c000-0000-7000-8000-00000000000a';
    for (let index = 0; index < 5; index += 1) expect((await write({ connected_to: missing })).statusCode).toBe(422);
    expect((await batchOf(MOST)).every(({ success }) => success)).toBe(true);
    expect((await write()).statusCode).toBe(422);
  });

  test('does not apply to the journals of members', async () => {
    const { token } = await visitorOf(side).newMember(openMailbox(side));
    const anecdotes = Array(MOST + 1).fill({ description: 'Mine' });
    const answer = await side.call(token, 'POST', '/api/anecdotes/batch', { anecdotes });
    expect(answer.json().data.every(({ success }: BatchItem) => success)).toBe(true);
  });
});

test('a post imported before the guest journal was emptied can be imported again', async () => {
  const importPost = () => side.call(guest, 'POST', '/api/reddit', { url: reddit.addressOf('1abc') });
  const first = await importPost();
  expect([first.statusCode, (await importPost()).statusCode]).toEqual([201, 200]);
  await emptyAfter(HOURS);
  const second = await importPost();
  expect(second.statusCode, second.body).toBe(201);
  expect((await call('GET', '')).json().data).toMatchObject([{ id: second.json().anecdoteId }]);
  expect(second.json().anecdoteId).not.toBe(first.json().anecdoteId);
});
