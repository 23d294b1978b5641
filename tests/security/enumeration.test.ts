import { inviteAddress } from '@anecdotes/command-service/account/invitations';
import { leastCost } from '@anecdotes/command-service/account/password/password-cost';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandSide, startCommandSide } from '../support/command-side.ts';
import { openMailbox } from '../support/mailbox.ts';
import { comparableAnswer, PASSWORD, type Visitor, visitorOf } from '../support/visitor.ts';

/** Pairs of calls that are compared: 300 before a release; a few reveal a gross difference too, even beside an outlier. */
const PAIRS = Number(process.env.TIMING_PAIRS ?? 16);
const WARM_UPS = Math.min(30, PAIRS / 6);
const FLOOR_MS = PAIRS >= 300 ? 500 : 100;
/**
 * Limit of the two-sided rank test in standard deviations: 1 % false alarms before a release, far fewer in daily runs.
 */
const SIGMA_LIMIT = PAIRS >= 300 ? 2.58 : 3.9;

type Ask = (round: number) => Promise<LightMyRequestResponse>;

let slowHashSide: CommandSide;
let fastHashSide: CommandSide;
let slowHashVisitor: Visitor;
let visitor: Visitor;
let known: { name: string; email: string };

beforeAll(async () => {
  slowHashSide = await startCommandSide({ passwordCost: PAIRS >= 300 ? leastCost : { ...leastCost, t: 1 } });
  slowHashVisitor = visitorOf(slowHashSide);
  fastHashSide = await startCommandSide({ minResponseMs: FLOOR_MS });
  visitor = visitorOf(fastHashSide);
  await slowHashVisitor.register('known', 'known@example.org');
  known = await visitor.newMember(openMailbox(fastHashSide));
});
afterAll(() => Promise.all([slowHashSide.close(), fastHashSide.close()]));

/** Asks about a known and an unknown person alternately; who is first alternates too. */
async function compare(aboutKnown: Ask, aboutUnknown: Ask) {
  const times: [number[], number[]] = [[], []];
  const bodies: [Set<string>, Set<string>] = [new Set(), new Set()];
  for (let round = -WARM_UPS; round < PAIRS; round += 1) {
    for (const turn of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const start = performance.now();
      const answer = await (turn === 0 ? aboutKnown : aboutUnknown)(round);
      const time = performance.now() - start;
      if (round < 0) continue;
      times[turn].push(time);
      bodies[turn].add(comparableAnswer(answer).replaceAll(/"(username|email)":"[^"]*"/g, ''));
    }
  }
  return { times, bodies, sigma: rankSum(...times), difference: Math.abs(median(times[0]) - median(times[1])) };
}

/** Distance of the rank sum from that of equal times, in standard deviations (Mann-Whitney test). */
function rankSum(a: readonly number[], b: readonly number[]): number {
  let wins = 0;
  for (const left of a) for (const right of b) wins += left > right ? 1 : left === right ? 0.5 : 0;
  const [n, m] = [a.length, b.length];
  return Math.abs(wins - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function expectAlike({ bodies, sigma, difference }: Awaited<ReturnType<typeof compare>>): void {
  expect(bodies[0]).toEqual(bodies[1]);
  expect(bodies[0].size).toBe(1);
  expect(sigma).toBeLessThan(SIGMA_LIMIT);
  if (PAIRS >= 300) expect(difference).toBeLessThanOrEqual(3);
}

describe('known and unknown people cannot be distinguished', () => {
  const wrong = () => slowHashVisitor.logIn('known', 'a wrong password');
  const nobody = (round: number) => slowHashVisitor.logIn(`nobody${round}`, 'a wrong password');

  test('by a failed log-in', { timeout: 600_000 }, async () => {
    expectAlike(await compare(wrong, nobody));
  });

  test('by a failed log-in, but could be without the dummy hash for unknown names', { timeout: 600_000 }, async () => {
    const { runQueued } = slowHashSide.deps.passwords;
    slowHashSide.deps.passwords.runQueued = (check) =>
      runQueued((matches) => check(async (password, hash) => hash !== undefined && matches(password, hash)));
    const { sigma } = await compare(wrong, nobody);
    slowHashSide.deps.passwords.runQueued = runQueued;
    expect(sigma).toBeGreaterThan(SIGMA_LIMIT);
  });

  test('by a request for a password reset', { timeout: 600_000 }, async () => {
    const ask = (email: string) => visitor.post('forgot-password', { email });
    expectAlike(
      await compare(
        () => ask(known.email),
        (round) => ask(`nobody${round}@example.org`),
      ),
    );
  });

  test('by a request for a verification mail', { timeout: 600_000 }, async () => {
    await visitor.register('waiting', 'waiting@example.org');
    const ask = (email: string) => visitor.post('resend-verification-email', { email });
    expectAlike(
      await compare(
        () => ask('waiting@example.org'),
        (round) => ask(`nobody${round}@example.org`),
      ),
    );
  });

  test('by a registration', { timeout: 600_000 }, async () => {
    expectAlike(
      await compare(
        (round) => visitor.register(`first ${round}`, known.email, PASSWORD),
        (round) => visitor.register(`second ${round}`, `second${round}@example.org`, PASSWORD),
      ),
    );
  });

  test('by a registration with an invitation whose address already has an account', { timeout: 600_000 }, async () => {
    const invitations = new Map<string, string>();
    for (let round = -WARM_UPS; round < PAIRS; round += 1) {
      for (const name of [`known${round}`, `new${round}`]) {
        invitations.set(name, (await inviteAddress(fastHashSide.deps, `${name}@example.org`, 7)).token);
      }
    }
    const owners = [...invitations.keys()].filter((name) => name.startsWith('known'));
    await Promise.all(owners.map((name) => visitor.register(`owner of ${name}`, `${name}@example.org`)));
    const accept = (name: string) => {
      const account = { username: `${name} too`, email: `${name}@example.org`, full_name: 'Ann Example' };
      return visitor.post('register', { ...account, password: PASSWORD, invitation: invitations.get(name) });
    };
    expectAlike(
      await compare(
        (round) => accept(`known${round}`),
        (round) => accept(`new${round}`),
      ),
    );
  });

  test('by a log-in by address or by name after a registration', { timeout: 600_000 }, async () => {
    await visitor.register('with known', known.email, 'another quiet river');
    await visitor.register('with new', 'new@example.org', 'another quiet river');
    const logIn = (name: string) => visitor.logIn(name, 'another quiet river');
    expect(comparableAnswer(await logIn('with known'))).toBe(comparableAnswer(await logIn('with new')));
    expect((await logIn('with new')).json().error.code).toBe('EMAIL_NOT_VERIFIED');
    expectAlike(
      await compare(
        () => logIn(known.email),
        () => logIn('new@example.org'),
      ),
    );
  });

  /** By how many positions a call, its mails and the first opening of each mail advance the log. */
  async function moved(call: () => Promise<unknown>): Promise<bigint> {
    const mailbox = openMailbox(fastHashSide);
    const before = await fastHashSide.log.head();
    await call();
    await mailbox.of('');
    for (const { html } of mailbox.mails) {
      const pixel = new URL(/src="([^"]+open[^"]+)"/.exec(html)?.[1] ?? '');
      await fastHashSide.app.inject(pixel.pathname);
    }
    return (await fastHashSide.log.head()) - before;
  }

  test('by the positions of the log', async () => {
    const { email } = await visitor.newMember(openMailbox(fastHashSide));
    await visitor.register('withFloor', 'withFloor@example.org');
    const ask = (path: string, email: string) => moved(() => visitor.post(path, { email }));
    for (const path of ['forgot-password', 'resend-verification-email']) {
      for (const address of [email, 'withFloor@example.org', 'nobody@example.org']) {
        expect([path, address, await ask(path, address)]).toEqual([path, address, 0n]);
      }
    }
    const register = (name: string, email: string) => moved(() => visitor.register(name, email));
    const fresh = await register('position one', 'position1@example.org');
    expect(fresh).toBeGreaterThan(0n);
    expect(await register('position two', email)).toBe(fresh);
    expect(await register('position three', 'withFloor@example.org')).toBe(fresh);
  });
});
