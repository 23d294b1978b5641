import { type AccountId, type AnecdoteId, type EventId, type JournalEvent, streams } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { retryQuarantine } from '@anecdotes/projection-service/projection/retry-quarantine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { metadataOf } from '../support/log-events.ts';
import {
  created,
  createReadSide,
  edited,
  expectLikeTheLog,
  newAccountId,
  newAnecdoteId,
  type ReadSide,
} from '../support/projection.ts';

let side: ReadSide;
let ann: AccountId;
let ben: AccountId;
let guest: AccountId;

beforeEach(async () => {
  side = await createReadSide();
  [ann, ben, guest] = [newAccountId(), newAccountId(), newAccountId()];
  await register(ann);
  await register(ben);
  await register(guest, 'guest');
});

afterEach(() => side.close());

const register = (account: AccountId, role: 'member' | 'guest' = 'member') =>
  ofAccount(account, {
    type: 'AccountRegistered',
    data: { account, role, username: 'x', email: null, full_name: 'X' },
  });
const ofAccount = (account: AccountId, ...events: JournalEvent[]) =>
  side.record(streams.account(account), account, ...events);
const erase = (account: AccountId) => ofAccount(account, { type: 'AccountErased', data: { account } });
const reset = () => ofAccount(guest, { type: 'GuestJournalReset', data: { account: guest } });

async function write(owner: AccountId, id: AnecdoteId = newAnecdoteId()): Promise<AnecdoteId> {
  await side.record(streams.anecdote(id), owner, created(owner, { description: 'CANARY' }));
  return id;
}

/** Appends an event of an unknown type. By default its data names `account` as the owner. */
async function poison(stream: string, account: AccountId, data: Record<string, unknown> = { owner: account }) {
  const metadata = metadataOf('AnecdoteSung', account);
  const event = { id: newId() as EventId, type: 'AnecdoteSung', data, metadata };
  await side.log.append({ stream, expectedRevision: 'any', events: [event] });
}

const parked = async () =>
  (await side.pool.query('select stream, type from projection.quarantine order by position')).rows;

/** The names of the views with a row about `account`, and 'quarantine' if an event of it waits. */
async function tracesOf(account: AccountId): Promise<string[]> {
  const rows = Object.entries(await side.rows());
  const views = rows.filter(([, texts]) => texts.some((text) => text.includes(account))).map(([name]) => name);
  const { rows: waiting } = await side.pool.query(
    `select from projection.quarantine q where to_jsonb(q)::text like '%' || $1 || '%'`,
    [account],
  );
  return waiting.length > 0 ? [...views, 'quarantine'] : views;
}

/** What remains of an erased account: the record that it was erased. */
const erased = ['journal_scope'];

describe.each(['one batch', 'a batch for each event'])('when the events come in %s', (way) => {
  const step = async () => {
    if (way !== 'one batch') await side.caughtUp();
  };

  test('an erasure is applied despite a poison event in the stream of its account', async () => {
    await write(ann);
    await write(ben);
    await poison(streams.account(ann), ann, { account: ann });
    await step();
    await write(ann);
    await erase(ann);
    await side.caughtUp();
    expect(await tracesOf(ann)).toEqual(erased);
    expect(await tracesOf(ben)).toContain('anecdote');
    expect(await parked()).toEqual([]);
    await expectLikeTheLog(side.projection);
  });

  test('an erasure also removes waiting events in the streams of anecdotes, whatever their data says', async () => {
    const [first, second] = [await write(ann), await write(ann)];
    await poison(streams.anecdote(first), ann);
    await side.record(streams.anecdote(first), ann, edited(ann));
    await poison(streams.anecdote(second), ann, {});
    await poison(streams.anecdote(await write(ben)), ben);
    await step();
    await erase(ann);
    await side.caughtUp();
    expect(await tracesOf(ann)).toEqual(erased);
    expect((await parked()).map(({ type }) => type)).toEqual(['AnecdoteSung']);
    await expectLikeTheLog(side.projection);
  });

  test('the erasure of one anecdote removes its waiting events, and no others', async () => {
    const [gone, kept] = [await write(ann), await write(ann)];
    for (const id of [gone, kept]) await poison(streams.anecdote(id), ann);
    await step();
    await side.record(streams.anecdote(gone), ann, { type: 'AnecdoteErased', data: { owner: ann } });
    await side.caughtUp();
    expect(await parked()).toEqual([{ stream: streams.anecdote(kept), type: 'AnecdoteSung' }]);
    const { rows } = await side.pool.query('select id from views.anecdote');
    expect(rows).toEqual([{ id: kept }]);
  });

  test('a poison event of an erased person is not parked', async () => {
    const id = await write(ann);
    await erase(ann);
    await step();
    await poison(streams.anecdote(id), ann);
    await poison(streams.account(ann), ann, { account: ann });
    await side.record(streams.anecdote(id), ann, edited(ann));
    await side.caughtUp();
    expect(await tracesOf(ann)).toEqual(erased);
    expect(await parked()).toEqual([]);
  });

  test('emptying the shared journal removes waiting events of anecdotes, but keeps those of the account itself', async () => {
    const old = await write(guest);
    await poison(streams.anecdote(old), guest);
    await side.record(streams.anecdote(old), guest, edited(guest));
    await poison(streams.account(guest), guest, { account: guest });
    await step();
    await reset();
    await poison(streams.anecdote(old), guest);
    await write(guest, old);
    await side.caughtUp();
    expect(await parked()).toEqual([{ stream: streams.account(guest), type: 'AnecdoteSung' }]);
    const { rows } = await side.pool.query('select id from views.anecdote where owner = $1', [guest]);
    expect(rows).toEqual([{ id: old }]);
    await erase(guest);
    await side.caughtUp();
    expect(await tracesOf(guest)).toEqual(erased);
  });
});

test('waiting events without a known account are removed by the next retry after an erasure', async () => {
  const id = await write(ann);
  await poison(streams.anecdote(id), ann);
  await side.caughtUp();
  await side.pool.query('update projection.quarantine set account = null');
  await erase(ann);
  await side.caughtUp();
  await retryQuarantine(side.projection, AbortSignal.timeout(10_000));
  expect(await parked()).toEqual([]);
  expect(await tracesOf(ann)).toEqual(erased);
});
