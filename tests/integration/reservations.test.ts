import type { AccountId, CommandId, StoredEvent } from '@anecdotes/contracts';
import { streams } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandSide, callerOf, startCommandSide } from '../support/command-side.ts';
import { eventsAfter } from '../support/log-events.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { type RedditServer, startReddit } from '../support/reddit-server.ts';
import { PASSWORD, type Visitor, visitorOf } from '../support/visitor.ts';

let side: CommandSide;
let mailbox: Mailbox;
let visitor: Visitor;
let reddit: RedditServer;

beforeAll(async () => {
  reddit = await startReddit();
  side = await startCommandSide({ redditBaseUrl: reddit.base });
  mailbox = openMailbox(side);
  visitor = visitorOf(side);
});
afterAll(async () => {
  await side.close();
  await reddit.close();
});

async function newMember() {
  const member = await visitor.newMember(mailbox);
  const { account } = await side.deps.authenticate(`Bearer ${member.token}`);
  return { ...member, account, call: callerOf(side.app, member.token) };
}
type Member = Awaited<ReturnType<typeof newMember>>;

const reservationsOf = async (account: AccountId) => {
  const events = await eventsAfter(side.log, 0n);
  const isReservation = ({ type }: StoredEvent) => type === 'UsernameReserved' || type === 'EmailReserved';
  return events.filter((event) => isReservation(event) && event.data.account === account);
};

const rowsOf = async (account: AccountId) =>
  (await side.vault.query('select kind, stream from vault.reservation where account = $1 order by kind', [account]))
    .rows;

test('nothing in the log links a new account to an erased one that had its name and address', async () => {
  const leaving = await newMember();
  const [{ username, email }] = [side.deps.blindIndexes];
  const hashes = [username(leaving.name), email(leaving.email)];
  expect((await leaving.call('DELETE', '/api/auth/me', { password: PASSWORD })).statusCode).toBe(200);
  expect(await rowsOf(leaving.account)).toEqual([]);

  expect((await visitor.register(leaving.name, leaving.email)).statusCode).toBe(201);
  const token = await mailbox.token(leaving.email, 'verify-email');
  expect((await visitor.post('verify-email', { token })).statusCode).toBe(200);
  const { access_token } = (await visitor.logIn(leaving.name)).json().data;
  const { account } = await side.deps.authenticate(`Bearer ${access_token}`);
  const [before, after] = [await reservationsOf(leaving.account), await reservationsOf(account)];
  expect([before.length, after.length]).toEqual([2, 2]);
  expect(new Set([...before, ...after].map(({ stream }) => stream)).size).toBe(4);
  const text = JSON.stringify([before, after], (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  for (const hash of hashes) expect(text).not.toContain(hash);
});

describe('a vault from before it kept reservations', () => {
  /** Stores the names of a member as they were kept then: in streams named by their blind index. */
  async function useOldNameStreams({ account, name, email }: Member): Promise<void> {
    await side.vault.query('delete from vault.reservation where account = $1', [account]);
    const [username, address] = await reservationsOf(account);
    if (username === undefined || address === undefined) throw new Error('The account has no reservations');
    const { blindIndexes } = side.deps;
    const old: [string, StoredEvent][] = [
      [streams.username(blindIndexes.username(name)), username],
      [streams.email(blindIndexes.email(email)), address],
    ];
    for (const [stream, { type, data, metadata }] of old) {
      const event = { id: newId() as StoredEvent['id'], type, data, metadata };
      await side.log.append({ stream, expectedRevision: 'any', events: [event] });
    }
  }

  test('gets the names with their streams at the next start', async () => {
    const member = await newMember();
    await useOldNameStreams(member);
    expect((await visitor.logIn(member.name)).statusCode).toBe(401);
    await side.prepareAgain();
    const { blindIndexes } = side.deps;
    expect(await rowsOf(member.account)).toEqual([
      { kind: 'email', stream: streams.email(blindIndexes.email(member.email)) },
      { kind: 'username', stream: streams.username(blindIndexes.username(member.name)) },
    ]);
    for (const name of [member.name, member.email]) expect((await visitor.logIn(name)).statusCode).toBe(200);
    expect((await visitor.register(member.name, 'somebody@example.org', 'third river 12')).statusCode).toBe(409);
  });

  test('treats the names of erased accounts as free, and reserves them in new streams', async () => {
    const member = await newMember();
    await useOldNameStreams(member);
    expect((await member.call('DELETE', '/api/auth/me', { password: PASSWORD })).statusCode).toBe(200);
    await side.prepareAgain();
    const head = await side.log.head();
    expect((await visitor.register(member.name, member.email)).statusCode).toBe(201);
    const hashes = [side.deps.blindIndexes.username(member.name), side.deps.blindIndexes.email(member.email)];
    for (const { stream } of await eventsAfter(side.log, head))
      for (const hash of hashes) expect(stream).not.toContain(hash);
  });

  test('leaves an address with its owner when somebody else registered with it later', async () => {
    const owner = await newMember();
    await visitor.register('second of it', owner.email);
    const { rows } = await side.vault.query<{ account: AccountId }>(
      "select account from vault.reservation where kind = 'username' and hash = $1",
      [Buffer.from(side.deps.blindIndexes.username('second of it'), 'hex')],
    );
    await useOldNameStreams(owner);
    await side.vault.query('delete from vault.reservation where account = $1', [rows[0]?.account]);
    await side.prepareAgain();
    const { rows: holders } = await side.vault.query(
      'select account from vault.reservation where kind = $1 and hash = $2',
      ['email', Buffer.from(side.deps.blindIndexes.email(owner.email), 'hex')],
    );
    expect(holders).toEqual([{ account: owner.account }]);
  });

  test('gets the names of API keys at the next start, and drops keys that the log does not know', async () => {
    const member = await newMember();
    const { id } = (await member.call('POST', '/api/api-keys', { name: 'Script' })).json().data;
    const left = newId();
    await side.vault.query('update vault.api_key set name = null, created_at = null where id = $1', [id]);
    await side.vault.query("insert into vault.api_key (id, account, scopes) values ($1, $2, '{read}')", [
      left,
      member.account,
    ]);
    await side.prepareAgain();
    const answer = await member.call('PUT', `/api/api-keys/${id}`, { is_active: false });
    expect(answer.json().data).toMatchObject({ id, name: 'Script', is_active: false });
    expect((await member.call('DELETE', `/api/api-keys/${left}`)).statusCode).toBe(404);
  });
});

describe('an imported post', () => {
  const importPost = async ({ call }: Member, post: string) =>
    (await call('POST', '/api/reddit', { url: reddit.addressOf(post) })).json();

  test('is reserved in a stream with a random name, not in one named by its blind index', async () => {
    const member = await newMember();
    const { anecdoteId } = await importPost(member, 'tram1');
    expect(await importPost(member, 'tram1')).toMatchObject({ success: false, anecdoteId });
    const rows = (await rowsOf(member.account)).filter(({ kind }) => kind === 'reddit');
    expect(rows).toHaveLength(1);
    const blindIndex = side.deps.postIndex(`${member.account} tram1`);
    expect(await side.log.readStream(streams.redditPost(blindIndex))).toEqual([]);
    expect((await side.log.readStream(rows[0]?.stream)).map(({ type }) => type)).toEqual(['RedditPostReserved']);
  });

  test('from before the vault kept reservations is recognized by the stream of its blind index', async () => {
    const member = await newMember();
    const { anecdoteId } = await importPost(member, 'tram2');
    const [row] = (await rowsOf(member.account)).filter(({ kind }) => kind === 'reddit');
    const [reserved] = await side.log.readStream(row?.stream);
    if (reserved === undefined) throw new Error('no reservation');
    const { type, data, metadata } = reserved;
    const old = streams.redditPost(side.deps.postIndex(`${member.account} tram2`));
    const event = {
      id: newId() as StoredEvent['id'],
      type,
      data,
      metadata: { ...metadata, command_id: newId() as CommandId },
    };
    await side.log.append({ stream: old, expectedRevision: 'no-stream', events: [event] });
    await side.vault.query('delete from vault.reservation where stream = $1', [row?.stream]);
    expect(await importPost(member, 'tram2')).toMatchObject({ success: false, anecdoteId });

    expect((await member.call('DELETE', `/api/anecdotes/${anecdoteId}`)).statusCode).toBe(200);
    expect(await importPost(member, 'tram2')).toMatchObject({ success: true });
    const [again] = (await rowsOf(member.account)).filter(({ kind }) => kind === 'reddit');
    expect(again?.stream).toBe(old);
    expect(await side.log.readStream(old)).toHaveLength(2);
  });
});
