import type { AddressInfo } from 'node:net';
import { addressRules, guestRules, visitorRules } from '@anecdotes/contracts/server/http/rate-limit';
import { expect, onTestFinished, test } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { GUEST_PASSWORD } from '../support/command-side.ts';

/** LIMITED_GUESTS=200 proves it for more. */
const GUESTS = Number(process.env.LIMITED_GUESTS ?? 40);
const text = 'x'.repeat(10_000);

/** A guest who comes from an address of its own. */
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
    write: async (description = 'As a guest') => (await post('/api/anecdotes', { description })).statusCode,
    writeLong: async () => (await post('/api/anecdotes', { description: text })).json().error?.code,
    writeMany: async () => {
      const anecdotes = Array.from({ length: 500 }, () => ({ description: 'One of many' }));
      return (await post('/api/anecdotes/batch', { anecdotes })).statusCode;
    },
  };
}

type Guest = Awaited<ReturnType<typeof guestAt>>;

/** Calls until it is refused, `most` times at most; answers how often it was let in. */
async function exhaust(call: () => Promise<number>, most: number): Promise<number> {
  for (let calls = 0; calls < most; calls += 1) if ((await call()) === 429) return calls;
  return most;
}

/** The statuses of live connections, opened one after the other from the address that `authorization` comes from. */
async function openLive(side: BothSides, count: number, address: string, authorization: string): Promise<number[]> {
  const { port } = side.app.server.address() as AddressInfo;
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const headers = { authorization, 'x-forwarded-for': address };
    statuses.push((await fetch(`http://127.0.0.1:${port}/api/live`, { headers, signal: leave.signal })).status);
  }
  return statuses;
}

test.each(['memory', 'postgres'] as const)(
  `of ${GUESTS} guests from ${GUESTS} addresses the last searches and writes while one has exhausted every limit of its own (%s)`,
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
    // All its reads but the last hundred, as the guard counts them.
    const cost = perAddress.read.max - 100;
    const [key = ''] = addresses;
    await side.deps.limiter.take([
      { rule: addressRules.read, key, cost },
      { rule: perAddress.read, key, cost },
      { rule: total.read, key: side.deps.guestJournal.account, cost },
    ]);
    const reads = await exhaust(greedy.read, 1_100);
    expect(reads).toBeGreaterThanOrEqual(100);
    expect(reads).toBeLessThan(1_100);
    expect(await exhaust(greedy.logIn, 100)).toBeGreaterThanOrEqual(visitorRules.guestLogIn[0].max - 1);
    // None of its log-ins, reads and writes is any other guest's.
    const others = guests.slice(1);
    for (const { search, write } of others) expect(await Promise.all([search(), write()])).toEqual([200, 201]);
    expect([await last.read(), await last.logIn()]).toEqual([200, 200]);

    // The first has no reads left; another one takes all live connections that an address may have.
    const live = await openLive(side, 21, addresses[1] ?? '', guests[1]?.authorization ?? '');
    expect(live).toEqual([...Array(20).fill(200), 429]);
    expect(await openLive(side, 1, addresses.at(-1) ?? '', last.authorization)).toEqual([200]);
  },
);

test('a guest writes so many bytes a day and so many anecdotes by batches, and others write on', async () => {
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
  // What was written last may go beyond the limit.
  expect(codes).toEqual([...Array(10).fill('written'), 'DAILY_LIMIT_REACHED']);
  expect(await wordy?.read()).toBe(200);
  expect([await busy?.writeMany(), await busy?.writeMany()]).toEqual([200, 429]);
  expect(await other?.write()).toBe(201);
});
