import { type AccountId, type JournalEvent, streams } from '@anecdotes/contracts';
import { rebuild } from '@anecdotes/projection-service/projection/rebuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  content,
  created,
  createReadSide,
  edited,
  expectLikeTheLog,
  newAccountId,
  newAnecdoteId,
} from '../support/projection.ts';

let side: Awaited<ReturnType<typeof createReadSide>>;
let guest: AccountId;
let ann: AccountId;

const profile = { username: 'x', email: null, full_name: 'X' };
const at = '2026-11-20T09:00:00.000Z';

beforeEach(async () => {
  side = await createReadSide();
  [guest, ann] = [newAccountId(), newAccountId()];
  for (const [account, role] of [[guest, 'guest'] as const, [ann, 'member'] as const]) {
    await recordOf(account, { type: 'AccountRegistered', data: { account, role, ...profile } });
  }
});
afterEach(() => side.close());

const recordOf = (account: AccountId, event: JournalEvent) => side.record(streams.account(account), account, event);
const emptied = () => recordOf(guest, { type: 'GuestJournalReset', data: { account: guest } });
const erased = () => recordOf(ann, { type: 'AccountErased', data: { account: ann } });

async function write(owner: AccountId, ...more: JournalEvent[]) {
  const id = newAnecdoteId();
  await side.record(streams.anecdote(id), owner, created(owner), ...more);
  return id;
}

const later = (owner: AccountId, id: Awaited<ReturnType<typeof write>>, ...events: JournalEvent[]) =>
  side.record(streams.anecdote(id), owner, ...events);
const restored = (owner: AccountId): JournalEvent => ({
  type: 'AnecdoteRestored',
  data: { owner, connected_to: null, created_at: at, same_here: [], ...content() },
});
const deleted = (owner: AccountId): JournalEvent => ({ type: 'AnecdoteDeleted', data: { owner } });
const reacted = (owner: AccountId): JournalEvent => ({ type: 'SameHereAdded', data: { owner, account: owner } });

/** The number of rows of `account` in every view that shows a journal. */
async function shown(account: AccountId): Promise<Record<string, number>> {
  const tables = Object.keys(nothing);
  const counts = tables.map((table) => `(select count(*)::int from views.${table} where owner = $1) as ${table}`);
  return (await side.pool.query(`select ${counts.join(', ')}`, [account])).rows[0];
}

const places = { place_use: 0, place_tag: 0, area_5: 0, area_8: 0, area_11: 0, area_14: 0, area_17: 0, area_20: 0 };
const nothing = { anecdote: 0, tag_use: 0, tag: 0, day_use: 0, day: 0, journal: 0, ...places };
const onePlace = Object.fromEntries(Object.keys(places).map((table) => [table, 1]));
const oneAnecdote = { anecdote: 1, tag_use: 2, tag: 2, day_use: 1, day: 1, journal: 1, ...onePlace };

/** Expects the same rows in the live views, in a separate fold of the log and in a rebuild. */
async function expectLikeAFold(): Promise<void> {
  await expectLikeTheLog(side.projection);
  const before = await side.rows();
  await rebuild(side.projection, AbortSignal.timeout(20_000));
  expect(await side.rows()).toEqual(before);
}

describe('when the shared journal is emptied', () => {
  test.each(['one batch', 'a batch for each event'])(
    'its views become empty and those of others stay, when the events come in %s',
    async (way) => {
      const step = async () => (way === 'one batch' ? undefined : side.caughtUp());
      await write(guest, edited(guest, { tags: ['other'] }), reacted(guest));
      await step();
      await write(guest, deleted(guest));
      await write(ann);
      await step();
      await emptied();
      await side.caughtUp();
      expect(await shown(guest)).toEqual(nothing);
      expect(await shown(ann)).toEqual(oneAnecdote);
      await write(guest);
      await side.caughtUp();
      expect(await shown(guest)).toEqual(oneAnecdote);
      await expectLikeAFold();
    },
  );

  test('late changes to older anecdotes by commands in flight are not shown', async () => {
    const [old, gone] = [await write(guest), await write(guest, deleted(guest))];
    await side.caughtUp();
    await emptied();
    const kept = await write(guest);
    await later(guest, old, edited(guest, { tags: ['late'] }), reacted(guest));
    await later(guest, gone, restored(guest));
    await later(guest, kept, deleted(guest));
    await later(guest, kept, restored(guest));
    await side.caughtUp();
    expect(await shown(guest)).toEqual(oneAnecdote);
    await expectLikeAFold();
  });

  test('an anecdote that is created again in its old stream is shown', async () => {
    const id = await write(guest);
    await emptied();
    await later(guest, id, created(guest));
    await later(guest, id, edited(guest, { description: 'Anew' }));
    await side.caughtUp();
    expect(await shown(guest)).toEqual(oneAnecdote);
    await expectLikeAFold();
  });

  test('twice, its views are empty again', async () => {
    for (let time = 0; time < 2; time += 1) {
      await write(guest);
      await emptied();
    }
    await side.caughtUp();
    expect(await shown(guest)).toEqual(nothing);
    await expectLikeAFold();
  });
});

test('no row of an erased account is left, not even of commands in flight', async () => {
  const id = await write(ann, reacted(ann));
  await write(guest);
  const mail = newAccountId();
  await side.record(`mail-${mail}`, ann, {
    type: 'MailSent',
    data: { account: ann, campaign: 'password-changed', recipient: 'ann@example.org' },
  });
  await side.record(`apikey-${newAccountId()}`, ann, {
    type: 'ApiKeyCreated',
    data: { account: ann, key_hash: 'a'.repeat(64), scopes: ['read'], expires_at: null, name: 'Mine' },
  });
  await side.caughtUp();
  await erased();
  await write(ann);
  await later(ann, id, edited(ann));
  await later(ann, id, reacted(ann));
  await side.caughtUp();
  expect(await shown(ann)).toEqual(nothing);
  expect(await shown(guest)).toEqual(oneAnecdote);
  const rows = await side.rows();
  for (const [table, texts] of Object.entries(rows)) {
    expect(texts.filter((text) => text.includes(ann)).length, table).toBe(table === 'journal_scope' ? 1 : 0);
  }
  side.keys.destroy(ann);
  await expectLikeAFold();
});
