import type { AddressInfo } from 'node:net';
import { addressRules, guestRules, visitorRules } from '@anecdotes/contracts/server/http/rate-rules';
import { expect, onTestFinished, test } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { GUEST_PASSWORD } from '../support/command-side.ts';

/** LIMITED_GUESTS=200 tests it with more guests. */
const GUESTS = Number(process.env.LIMITED_GUESTS ?? 20);
const text = 'x'.repeat(10_000);

/** Logs in as the guest from `remoteAddress`. */
async function guestAt(side: BothSides, remoteAddress: string) {
  const logIn = () =>
    side.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: 'guest', password: GUEST_PASSWORD }).toString(),
    });
  const authorization = `Bearer ${(await logIn()).json().data.access_token}`;
  const ask = async (url: string) =>
    (await side.app.inject({ url, remoteAddress, headers: { authorization } })).statusCode;
  const post = (url: string, payload: object) =>
    side.app.inject({ method: 'POST', url, remoteAddress, headers: { authorization }, payload });
  return {
    authorization,
    logIn: async () => (await logIn()).statusCode,
    read: () => ask('/api/tags'),
    search: () => ask('/api/anecdotes/search?query=tram'),
    readPast: (position: number) => ask(`/api/tags?as_of=${position}`),
    write: async (description = 'As a guest') => (await post('/api/anecdotes', { description })).statusCode,
    writeLong: async () => (await post('/api/anecdotes', { description: text })).json().error?.code,
    writeMany: async () => {
      const anecdotes = Array.from({ length: 500 }, () => ({ description: 'One of many' }));
      return (await post('/api/anecdotes/batch', { anecdotes })).statusCode;
    },
  };
}

type Guest = Awaited<ReturnType<typeof guestAt>>;

/** Calls until it is refused, at most `most` times; returns how many calls were accepted. */
async function exhaust(call: () => Promise<number>, most: number): Promise<number> {
  for (let calls = 0; calls < most; calls += 1) if ((await call()) === 429) return calls;
  return most;
}

/** Opens live connections from `address` one after the other; returns their statuses. */
async function openLive(side: BothSides, count: number, address: string, authorization: string): Promise<number[]> {
  const { port } = side.app.server.address() as AddressInfo;
  // The connection of an answer that nothing refers to is closed by the garbage collector.
  const answers: Response[] = [];
  onTestFinished(async () => void (await Promise.all(answers.map(({ body }) => body?.cancel()))));
  for (let index = 0; index < count; index += 1) {
    const headers = { authorization, 'x-forwarded-for': address };
    answers.push(await fetch(`http://127.0.0.1:${port}/api/live`, { headers }));
  }
  return answers.map(({ status }) => status);
}

test.each(['memory', 'postgres'] as const)(
  `of ${GUESTS} guests from ${GUESTS} addresses, the last can still search and write after one has exhausted all limits of its address (%s)`,
  async (rateLimitStore) => {
    const side = await startBothSides({ isRateLimited: true, rateLimitStore, trustProxy: 'loopback' });
    onTestFinished(() => side.close());
    await side.app.listen({ host: '127.0.0.1', port: 0 });
    const addresses = Array.from({ length: GUESTS }, (_, index) => `198.51.${100 + (index >> 7)}.${1 + (index & 127)}`);
    const guests: Guest[] = [];
    for (const address of addresses) guests.push(await guestAt(side, address));
    const [greedy, last] = [guests[0], guests.at(-1)];
    if (greedy === undefined || last === undefined) throw new Error('no guests');

    const { perAddress, total } = guestRules;
    expect(await exhaust(greedy.search, 100)).toBeGreaterThanOrEqual(perAddress.search.max);
    expect(await exhaust(greedy.write, 100)).toBeGreaterThanOrEqual(perAddress.command.max);
    // Counts reads as the rate limit guard does: all but the last hundred, and after these also those that a slow machine
    // gets back meanwhile.
    const [key = ''] = addresses;
    const count = (cost: number) =>
      side.deps.limiter.consume([
        { rule: addressRules.read, key, cost },
        { rule: perAddress.read, key, cost },
        { rule: total.read, key: side.deps.guestJournal.account, cost },
      ]);
    await count(perAddress.read.max - 100);
    expect(await exhaust(greedy.read, 100)).toBe(100);
    await count(perAddress.read.max);
    expect(await greedy.read()).toBe(429);
    expect(await exhaust(greedy.logIn, 100)).toBeGreaterThanOrEqual(visitorRules.guestLogIn[0].max - 1);
    // The log-ins, reads and writes of the first guest do not count for the others.
    const others = guests.slice(1);
    for (const { search, write } of others) expect(await Promise.all([search(), write()])).toEqual([200, 201]);
    expect([await last.read(), await last.logIn()]).toEqual([200, 200]);

    // The first guest has no reads left; the second opens all live connections that one address may have.
    const live = await openLive(side, 21, addresses[1] ?? '', guests[1]?.authorization ?? '');
    expect(live).toEqual([...Array(20).fill(200), 429]);
    expect(await openLive(side, 1, addresses.at(-1) ?? '', last.authorization)).toEqual([200]);
  },
);

test('past journals are limited for each address of guests, so that one guest leaves some to the others', async () => {
  const side = await startBothSides({ isRateLimited: true });
  onTestFinished(() => side.close());
  const [greedy, other] = [await guestAt(side, '198.51.100.1'), await guestAt(side, '198.51.100.2')];
  expect(await greedy.writeMany()).toBe(200);
  let position = 0;
  const readAnother = () => {
    position += 1;
    return greedy.readPast(position);
  };
  expect(await exhaust(readAnother, 100)).toBeGreaterThanOrEqual(30);
  expect(await other.readPast(position)).toBe(200);
});

test('a guest has a daily limit for bytes and a limit for anecdotes in batches, and other guests can still write', async () => {
  const dailyBytes = { account: 1e9, guests: 1e9, guestAddress: 100_000 };
  const side = await startBothSides({ isRateLimited: true, dailyBytes, guestMaxAnecdotes: 100_000 });
  onTestFinished(() => side.close());
  const [wordy, busy, other] = await Promise.all(
    ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => guestAt(side, address)),
  );
  const codes: string[] = [];
  for (let calls = 0; calls < 20 && codes.at(-1) !== 'DAILY_LIMIT_REACHED'; calls += 1) {
    codes.push((await wordy?.writeLong()) ?? 'written');
  }
  // The last accepted write may exceed the limit.
  expect(codes).toEqual([...Array(10).fill('written'), 'DAILY_LIMIT_REACHED']);
  expect(await wordy?.read()).toBe(200);
  expect([await busy?.writeMany(), await busy?.writeMany()]).toEqual([200, 429]);
  expect(await other?.write()).toBe(201);
});
