import { analyticsEvents, analyticsLimits, analyticsRoutes } from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { type CommandSide, startCommandSide } from '../support/command-side.ts';
import { openMailbox } from '../support/mailbox.ts';
import { visitorOf } from '../support/visitor.ts';

const ORIGIN = { origin: 'http://localhost:80', host: 'localhost' };
const event = (name: string = 'page_view', route: string = '/dashboard') => ({
  event: name,
  route,
  day: '2026-11-20',
});

describe('analytics events', () => {
  let side: CommandSide;
  beforeAll(async () => {
    side = await startCommandSide();
  });
  afterAll(() => side.close());

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    side.app.inject({
      method: 'POST',
      url: '/api/analytics',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    });
  const metrics = () => side.registry.metrics();

  test('need no account and appear in the metrics', async () => {
    const answer = await post({ events: [event(), event(), event('tag_selected')] });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const text = await metrics();
    expect(text).toContain('anecdotes_analytics_events_total{event="page_view",route="/dashboard"} 2\n');
    expect(text).toContain('anecdotes_analytics_events_total{event="tag_selected",route="/dashboard"} 1\n');
  });

  test('of test users are counted separately', async () => {
    expect((await post({ events: [event('dashboard_view')], is_test_user: true })).statusCode).toBe(204);
    const text = await metrics();
    expect(text).toContain('anecdotes_analytics_test_user_events_total{event="dashboard_view",route="/dashboard"} 1\n');
    expect(text).not.toContain('anecdotes_analytics_events_total{event="dashboard_view"');
  });

  test('are accepted as a beacon, with cookies but no CSRF header, only from the same origin', async () => {
    expect((await post({ events: [event()] }, { ...ORIGIN, cookie: 'XSRF-TOKEN=a.b' })).statusCode).toBe(204);
    const elsewhere = await post({ events: [event()] }, { ...ORIGIN, origin: 'https://evil.example' });
    expect([elsewhere.statusCode, elsewhere.json().error.code]).toEqual([403, 'CSRF_REFUSED']);
  });

  test.each<[string, unknown]>([
    ['an unknown event', { events: [event('password_typed')] }],
    ['an address in place of a pattern', { events: [event('page_view', '/dashboard?q=cello')] }],
    ['a pattern that does not exist', { events: [event('page_view', '/timeline/0197c000')] }],
    ['another field of an event', { events: [{ ...event(), text: 'The tram driver waited' }] }],
    ['another field of the batch', { events: [event()], user: 'ann@example.org' }],
    ['a time in place of a day', { events: [{ ...event(), day: '2026-11-20T08:42:00Z' }] }],
    ['a day that does not exist', { events: [{ ...event(), day: '2026-02-30' }] }],
    ['a text in place of a flag', { events: [event()], is_test_user: 'ann@example.org' }],
    ['no events', { events: [] }],
    ['too many events', { events: Array.from({ length: analyticsLimits.events + 1 }, () => event()) }],
    ['a bare list', [event()]],
    ['nothing', null],
  ])('are refused with %s', async (_, body) => {
    const before = await counts();
    const answer = await post(body);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(await counts()).toEqual(before);
  });

  test('are refused in a body that is too large or is not JSON', async () => {
    const large = await post({ events: [{ ...event(), day: 'x'.repeat(analyticsLimits.bytes) }] });
    expect([large.statusCode, large.json().error.code]).toEqual([413, 'BODY_TOO_LARGE']);
    const text = await post({ events: [event()] }, { 'content-type': 'text/plain' });
    expect([text.statusCode, text.json().error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('never put a value outside the fixed lists into a metric label or a log line', async () => {
    const secret = 'cello-at-the-station';
    const everything = analyticsRoutes.flatMap((route) => analyticsEvents.map((name) => event(name, route)));
    for (let start = 0; start < everything.length; start += analyticsLimits.events) {
      const events = everything.slice(start, start + analyticsLimits.events);
      expect((await post({ events })).statusCode).toBe(204);
    }
    await post({ events: [event(secret)] });
    await post({ events: [event('page_view', `/${secret}`)] });
    await post({ events: [{ ...event(), [secret]: secret }], [secret]: secret });
    const series = await counts();
    expect(series).toHaveLength(everything.length);
    for (const line of series) {
      const [, name = '', route = ''] = /\{event="([^"]*)",route="([^"]*)"\} \d+$/.exec(line) ?? [];
      expect(analyticsEvents).toContain(name);
      expect(analyticsRoutes).toContain(route);
    }
    expect(await metrics()).not.toContain(secret);
    expect(side.logged()).not.toContain(secret);
  });

  async function counts(): Promise<string[]> {
    return (await metrics()).split('\n').filter((line) => line.startsWith('anecdotes_analytics_events_total{'));
  }
});

test('an address that sends too many analytics events is refused with 429 and a Retry-After', async () => {
  const side = await startCommandSide({ isRateLimited: true });
  const statuses = new Set<number>();
  let wait: unknown;
  for (let sent = 0; sent < 130; sent += 1) {
    const answer = await side.app.inject({
      method: 'POST',
      url: '/api/analytics',
      payload: { events: [event()] },
    });
    statuses.add(answer.statusCode);
    wait = answer.headers['retry-after'];
  }
  await side.close();
  expect([...statuses]).toEqual([204, 429]);
  expect(Number(wait)).toBeGreaterThan(0);
});

describe('a test user', () => {
  let side: BothSides;
  beforeAll(async () => {
    side = await startBothSides({ testUsers: ['member1@example.org'] });
  });
  afterAll(() => side.close());

  test('is marked as one in the data of its own account, and nowhere else', async () => {
    const visitor = visitorOf(side);
    const mailbox = openMailbox(side);
    const [tester, other] = [await visitor.newMember(mailbox), await visitor.newMember(mailbox)];
    const me = async (token: string) => (await side.call(token, 'GET', '/api/auth/me')).json().data;
    expect(await me(tester.token)).toMatchObject({ email: 'member1@example.org', is_test_user: true });
    expect(await me(other.token)).not.toHaveProperty('is_test_user');
    const configuration = await side.call(undefined, 'GET', '/api/config');
    expect(configuration.body).not.toContain('member1');
  });
});
