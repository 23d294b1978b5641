import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMock } from '../../web/src/mock/mock.ts';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { openMailbox } from '../support/mailbox.ts';
import { PASSWORD } from '../support/visitor.ts';

/* One script runs against the service and against the mock data service: every answer must be the same. */

type Answer = { status: number; headers: Record<string, string | null>; body: unknown };
type Ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
type Service = { ask: Ask; token: (email: string, campaign: 'verify-email' | 'password-reset') => Promise<string> };

const HOUR_MS = 3_600_000;
const ORIGIN = 'http://journal.example';
let side: BothSides;

beforeAll(async () => {
  side = await startBothSides();
});
afterAll(() => side.close());

test('the mock data service answers every call of the script as the service does', async () => {
  const [real, mock] = [await transcript(realService()), await transcript(await mockService())];
  expect(Object.keys(mock)).toEqual(Object.keys(real));
  for (const [step, answer] of Object.entries(real)) expect.soft({ step, ...mock[step] }).toEqual({ step, ...answer });
});

function realService(): Service {
  const mailbox = openMailbox(side);
  return {
    async ask(method, path, body, { authorization, ...headers } = {}) {
      const answer =
        body instanceof URLSearchParams
          ? await side.app.inject({
              method: 'POST',
              url: path,
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              payload: body.toString(),
            })
          : await side.call(authorization?.replace('Bearer ', ''), method, path, body, headers);
      const header = (name: string) => (answer.headers[name] as string | undefined) ?? null;
      return answerOf(answer.statusCode, header, answer.body);
    },
    token: (email, campaign) => mailbox.token(email, campaign),
  };
}

async function mockService(): Promise<Service> {
  const kept = new Map<string, string>();
  const mails: { to: string; link: string }[] = [];
  const mock = await createMock({
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    conditions: () => ({ delay: [0, 0], errorRate: 0 }),
    onMail: (mail) => void mails.push(mail),
  });
  return {
    async ask(method, path, body, headers = {}) {
      const request = new Request(`${ORIGIN}${path}`, {
        method,
        headers: {
          ...(body !== undefined && !(body instanceof URLSearchParams) && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
      });
      const answer = await mock.answer(request);
      return answerOf(answer.status, (name) => answer.headers.get(name), await answer.text());
    },
    async token(email, campaign) {
      const path = campaign === 'verify-email' ? '/verify-email' : '/reset-password';
      const mail = mails.findLast(({ to, link }) => to === email && link.startsWith(path));
      return new URL(mail?.link ?? '', ORIGIN).searchParams.get('token') ?? '';
    },
  };
}

function answerOf(status: number, header: (name: string) => string | null, text: string): Answer {
  const headers = {
    // Weak ETags may differ: they only avoid sending the same content again.
    etag: header('etag')?.startsWith('W/') ? null : header('etag'),
    location: header('location'),
    position: status < 400 ? position(header('x-log-position')) : null,
  };
  return { status, headers, body: text === '' ? null : JSON.parse(text) };
}

function position(text: string | null): string | null {
  return text === null ? null : text.replace(/^\d+$/, 'a position');
}

/** The answers of `service` to the script, with ids, times and secrets replaced by fixed names. */
async function transcript({ ask, token }: Service): Promise<Record<string, object>> {
  const steps: Record<string, object> = {};
  const names = new Map<string, string>();
  let authorization: string | undefined;
  let cursor: unknown;
  const step = async (title: string, method: string, path: string, body?: unknown, headers = {}) => {
    if (title in steps) throw new Error(`The script has two steps named "${title}"`);
    const answer = await ask(method, `/api${path}`, body, { ...(authorization && { authorization }), ...headers });
    steps[title] = named(answer, names) as object;
    cursor = (answer.body as { pagination?: { nextCursor?: unknown } } | null)?.pagination?.nextCursor;
    return (answer.body as { data?: never } | null)?.data as unknown as Record<string, string> & { id: string };
  };
  const logIn = async (username: string, password: string) => {
    const { access_token } = await step(`${username} logs in`, 'POST', '/auth/login', form(username, password));
    authorization = `Bearer ${access_token}`;
  };

  await step('the configuration', 'GET', '/config');
  await step('a list without a log-in', 'GET', '/anecdotes', undefined, { cookie: 'XSRF-TOKEN=x' });
  await step('a wrong password', 'POST', '/auth/login', form('guest', 'wrong'));
  await step('an empty form', 'POST', '/auth/login', form('', ' '));
  await step('a path that is not there', 'GET', '/nothing');
  await logIn('guest', 'guest-demo');
  await step('who I am', 'GET', '/auth/me');
  await step('an empty journal', 'GET', '/anecdotes');
  await step('figures of an empty journal', 'GET', '/statistics');

  const cello = await step('an anecdote', 'POST', '/anecdotes', {
    description: 'The tram driver waited for the old man with the cello.',
    tags: ['Kindness', ' morning ', 'kindness'],
    timestamp: '2026-03-02T23:30:00+01:00',
    time_zone: 'Europe/Zurich',
    location: ' Tram 11 ',
    coordinates: { lat: 47.37, lng: 8.54 },
  });
  const keyed = { 'idempotency-key': 'one-key' };
  const hinge = await step('a bare anecdote', 'POST', '/anecdotes', { description: 'Fixed the hinge.' }, keyed);
  await step('the same again', 'POST', '/anecdotes', { description: 'Fixed the hinge.' }, keyed);
  await step('an empty anecdote', 'POST', '/anecdotes', { description: ' ' });
  await step('an unknown field', 'POST', '/anecdotes', { description: 'x', colour: 'red' });
  await step('an unknown parent', 'POST', '/anecdotes', {
    description: 'x',
    connected_to: cello.id.replace(/^./, 'f'),
  });
  const batch = await step('a batch', 'POST', '/anecdotes/batch', {
    anecdotes: [
      {
        description: 'He plays on Fridays.',
        connected_to: cello.id,
        tags: ['music'],
        timestamp: '2026-03-06T18:00:00Z',
      },
      { description: '' },
      { description: 'Rain.', timestamp: '2026-03-07T06:00:00.5Z', tags: ['music', 'morning'] },
    ],
  });
  const friday = (batch as unknown as { data: { id: string } }[])[0]?.data.id ?? '';
  await step('the map', 'GET', '/anecdotes/map');
  await step('a part of the map', 'GET', '/anecdotes/map?bbox=170,-10,-170,10&zoom=5');
  await step('a wrong part of the map', 'GET', '/anecdotes/map?bbox=everywhere');
  await step('what is near', 'GET', '/anecdotes?near=47.37,8.54,1');
  await step('what has no place', 'GET', '/anecdotes?located=false');
  await step('an empty batch', 'POST', '/anecdotes/batch', { anecdotes: [] });
  const sampleData = (id: string) => ({ operation: { id: cello.id.replace(/^./, id), kind: 'sample-data' } });
  const samples = await step('samples', 'POST', '/anecdotes/batch', {
    anecdotes: [{ description: 'A sample.' }, { description: ' ' }],
    ...sampleData('a'),
  });
  const sampleIds = [(samples as unknown as { data: { id: string } }[])[0]?.data.id ?? ''];
  await step('the samples', 'GET', '/anecdotes/samples');
  await step('a removal', 'POST', '/anecdotes/batch/delete', { ids: [...sampleIds, 'x'], ...sampleData('b') });
  await step('no samples any more', 'GET', '/anecdotes/samples');
  await step('a restoration of the samples', 'POST', '/anecdotes/batch/restore', { ids: sampleIds });
  await step('the samples again', 'GET', '/anecdotes/samples');
  await step('a deletion of the samples', 'POST', '/anecdotes/batch/delete', { ids: sampleIds });
  await step('the samples after their deletion', 'GET', '/anecdotes/samples?');
  await step('a deletion of none', 'POST', '/anecdotes/batch/delete', { ids: [] });

  await step(
    'a change',
    'PUT',
    `/anecdotes/${hinge.id}`,
    { location: 'Kitchen', connected_to: friday },
    { 'if-match': '"0"' },
  );
  await step('the same change', 'PUT', `/anecdotes/${hinge.id}`, { location: 'Kitchen' });
  await step('a late change', 'PUT', `/anecdotes/${hinge.id}`, { tags: ['home'] }, { 'if-match': '"0"' });
  await step('a loop', 'PUT', `/anecdotes/${cello.id}`, { connected_to: hinge.id });
  await step('a loop of one', 'PUT', `/anecdotes/${cello.id}`, { connected_to: cello.id });
  await step('a removed connection', 'DELETE', `/anecdotes/${hinge.id}/parent`);
  await step('a removed connection again', 'DELETE', `/anecdotes/${hinge.id}/parent`);
  await step('a parent', 'PUT', `/anecdotes/${hinge.id}/parent`, { parent: friday });
  await step('a late parent', 'PUT', `/anecdotes/${hinge.id}/parent`, { parent: cello.id }, { 'if-match': '"0"' });
  await step('a parent below', 'PUT', `/anecdotes/${cello.id}/parent`, { parent: hinge.id });
  await step('no parent', 'PUT', `/anecdotes/${cello.id}/parent`, { parent: null });
  await step('a wrong precondition', 'PUT', `/anecdotes/${cello.id}`, { tags: [] }, { 'if-match': 'x' });
  await step('a change of an unknown anecdote', 'PUT', '/anecdotes/nothing', { tags: [] });

  await step('Same Here', 'POST', `/anecdotes/${cello.id}/react`, { reaction_type: 'same_here' });
  await step('a change after it', 'PUT', `/anecdotes/${cello.id}`, { location: 'Hall' }, { 'if-match': '"0"' });
  await step('Same Here again', 'POST', `/anecdotes/${cello.id}/react`);
  await step('the reactions', 'GET', `/anecdotes/${cello.id}/reactions`);
  await step('Same Here withdrawn', 'DELETE', `/anecdotes/${cello.id}/react`);
  await step('another reaction', 'POST', `/anecdotes/${cello.id}/react`, { reaction_type: 'other' });

  const filters = [
    '',
    'search=CELLO',
    'tags=music,kindness',
    'date_from=2026-03-03&time_zone=Europe/Zurich',
    'search=nothing',
  ];
  for (const filter of filters) await step(`a list by ${filter}`, 'GET', `/anecdotes?page_size=2&${filter}`);
  await step('a list of days', 'GET', '/anecdotes?date_from=2026-03-02&date_to=2026-03-02&time_zone=Europe/Zurich');
  await step('a list of hours', 'GET', '/anecdotes?date_from=2026-03-06T18:00:00Z&date_to=2026-03-07T06:00:00.500Z');
  await step('the second page by text', 'GET', '/anecdotes?page=2&page_size=3&sort_by=description&sort_order=asc');
  await step('a wrong order', 'GET', '/anecdotes?sort_by=colour');
  await step('an unknown parameter', 'GET', '/anecdotes?colour=red');
  await step('a first page', 'GET', '/anecdotes/cursor?limit=2&sort_order=asc');
  await step('the page behind it', 'GET', `/anecdotes/cursor?limit=2&sort_order=asc&cursor=${cursor}`);
  await step('a cursor of another list', 'GET', `/anecdotes/cursor?cursor=${cursor}`);
  await step('a malformed cursor', 'GET', '/anecdotes/cursor?cursor=abc');
  await step('a page that is too long', 'GET', '/anecdotes/cursor?limit=101');
  await step('the months', 'GET', '/anecdotes/months?time_zone=Europe/Zurich&tags=music');

  await step('memories of a year', 'GET', '/anecdotes/memories?date=2027-03-02&time_zone=Europe/Zurich');
  await step('memories of a week', 'GET', '/anecdotes/memories?date=2026-03-13');
  await step('memories of no day', 'GET', '/anecdotes/memories?date=2026-02-30');
  await step('the days of a year', 'GET', '/anecdotes/days?year=2026&time_zone=Europe/Zurich');
  await step('the days of no year', 'GET', '/anecdotes/days?year=0');
  await step('a random anecdote with a tag', 'GET', '/anecdotes/random?tags=kindness');
  await step('a random anecdote of an empty list', 'GET', '/anecdotes/random?search=nothing');

  await step('one anecdote', 'GET', `/anecdotes/${hinge.id}`);
  await step('an anecdote of nobody', 'GET', `/anecdotes/${hinge.id.replace(/^./, 'f')}`);
  await step('its timeline', 'GET', `/anecdotes/${friday}/timeline`);
  await step('the timeline of a first anecdote', 'GET', `/anecdotes/${cello.id}/timeline`);
  await step('its connections', 'GET', `/anecdotes/${friday}/connections`);
  await step('its nearest connections', 'GET', `/anecdotes/${friday}/connections?depth=1&limit=2`);
  await step('connections of nothing', 'GET', '/anecdotes/nothing/connections');
  await step('the graph', 'GET', '/connections');
  await step('a part of the graph', 'GET', '/connections?tags=music&limit=1');
  await step('what is related', 'GET', `/anecdotes/related?of=${hinge.id}&limit=1`);
  await step('related to nothing', 'GET', '/anecdotes/related');
  await step('related to what is not there', 'GET', `/anecdotes/related?of=${hinge.id.replace(/^./, 'f')}`);
  await step('one chain', 'GET', `/anecdotes?chain=${cello.id}`);
  await step('a wrong graph', 'GET', '/connections?depth=1');

  for (const query of ['cello', 'MORNING', 'tram', 'celo', 'hinga', 'zzz', '%20']) {
    await step(`a search for ${query}`, 'GET', `/anecdotes/search?query=${query}`);
  }
  await step(
    'a search in tags',
    'GET',
    '/anecdotes/search?query=m&search_fields=tags&sort_by=timestamp&sort_order=asc',
  );
  await step('words', 'GET', '/anecdotes/search/autocomplete?q=m');
  await step('no words', 'GET', '/anecdotes/search/autocomplete?q=');
  await step('the tags', 'GET', '/tags?search_term=m&limit=1');
  await step('figures about tags', 'GET', '/tags/stats');
  await step('the tags by name', 'GET', '/tags?sort_by=name&sort_order=asc&limit=1');
  await step('the next tag', 'GET', `/tags?sort_by=name&sort_order=asc&limit=1&cursor=${cursor}`);
  await step('the tags used last', 'GET', '/tags?sort_by=last_used');
  await step('a cursor of other tags', 'GET', '/tags?cursor=abc');
  const tagged = await step('what has a tag', 'GET', '/tags/anecdotes?tag=Music');
  await step('what has no tag', 'GET', '/tags/anecdotes');
  // The service changes several anecdotes in any order; with one the answers can be compared.
  const anecdotes = (tagged as unknown as { ids: string[] }).ids.slice(0, 1);
  await step('no operations', 'GET', '/operations');
  const rename = await step('a renamed tag', 'POST', '/tags/rename', { from: 'music', to: ' Morning', anecdotes });
  await step('a tag renamed to itself', 'POST', '/tags/rename', { from: 'a', to: 'A ', anecdotes });
  await step('a tag renamed to nothing', 'POST', '/tags/rename', { from: 'a', to: '', anecdotes: [] });
  await step('the tags after it', 'GET', '/tags?sort_by=name&sort_order=asc');
  await step('an undo of the rename', 'POST', `/operations/${rename.id}/undo`);
  await step('an undo of the rename again', 'POST', `/operations/${rename.id}/undo`);
  await step('an undo of an unknown operation', 'POST', '/operations/nothing/undo');
  await step('a deletion of a tag', 'POST', '/tags/delete', { tag: 'home', anecdotes });
  await step('the operations', 'GET', '/operations');
  await step('the tags at last', 'GET', '/tags');

  await step('a deletion', 'DELETE', `/anecdotes/${friday}`);
  await step('a deletion again', 'DELETE', `/anecdotes/${friday}`);
  await step('a deleted anecdote', 'GET', `/anecdotes/${friday}`);
  await step('connections without it', 'GET', `/anecdotes/${hinge.id}/connections`);
  await step('a list without it', 'GET', '/anecdotes?page_size=3');
  await step('the graph without it', 'GET', '/connections');
  await step('a restoration', 'POST', `/anecdotes/${friday}/restore`);
  await step('the history of an anecdote', 'GET', `/anecdotes/${friday}/history`);
  await step('its last change', 'GET', `/anecdotes/${hinge.id}/history?limit=1`);
  await step('what changed before', 'GET', `/anecdotes/${hinge.id}/history?limit=1&cursor=${cursor}`);
  await step('the history of nothing', 'GET', '/anecdotes/nothing/history');
  await step('the trash', 'GET', '/anecdotes/trash');
  await step('what happened', 'GET', '/history?limit=4');
  await step('what happened, in brief', 'GET', '/history?limit=4&collapse_operations=true');
  await step('imports', 'GET', '/history?kind=import&limit=1');
  await step('keys of the guest in the history', 'GET', '/history?kind=key');
  await step('a wrong kind', 'GET', '/history?kind=mail');
  const sampled = { operation: cello.id.replace(/^./, 'a') };
  const [sample = ''] = sampleIds;
  await step('a restoration of one sample', 'POST', `/anecdotes/${sample}/restore`);
  await step('the anecdotes that an operation created', 'GET', `/history/anecdotes?operation=${sampled.operation}`);
  await step('an undo of the samples', 'POST', '/history/undo', { changes: sampled, anecdotes: [sample, friday, 'x'] });
  await step('an undo that names no changes', 'POST', '/history/undo', { changes: {}, anecdotes: [sample] });
  await step('a link that is no Reddit post', 'POST', '/reddit', { url: 'https://example.org/' });
  const pasted = { url: 'https://old.reddit.com/r/tram/comments/1abc/cello/', time_zone: 'Europe/Zurich' };
  const post = { title: ' A cello ', text: 'On the tram.', posted_at: '2024-05-06T09:00:00+02:00' };
  await step('a pasted post', 'POST', '/reddit', { ...pasted, post });
  await step('the same post again', 'POST', '/reddit', { ...pasted, post: { title: 'Another' } });
  await step('a post without a title', 'POST', '/reddit', { ...pasted, post: { title: ' ' } });
  await step('no analytics events', 'POST', '/analytics', { events: [] });
  const viewed = { event: 'dashboard_view', route: '/dashboard', day: '2026-11-20' };
  await step('an analytics event', 'POST', '/analytics', { events: [viewed] });
  await step('keys of the guest', 'GET', '/api-keys');
  await step('a password of the guest', 'POST', '/auth/change-password', {
    current_password: 'a',
    new_password: 'bcdefg',
  });
  await step('sessions of the guest', 'GET', '/auth/sessions');
  await step('a log-out', 'POST', '/auth/logout');

  authorization = undefined;
  const email = 'ann@example.org';
  const ann = { username: 'Ann', email, password: PASSWORD, full_name: null };
  await step('a registration', 'POST', '/auth/register', ann);
  await step('a taken name', 'POST', '/auth/register', { ...ann, email: 'other@example.org' });
  await step('a known address', 'POST', '/auth/register', { ...ann, username: 'Ann2' });
  await step('a short password', 'POST', '/auth/register', { ...ann, username: 'Bo', password: 'short' });
  await step('a common password', 'POST', '/auth/register', { ...ann, username: 'Bo', password: 'password' });
  await step('a log-in before the address is verified', 'POST', '/auth/login', form('Ann', PASSWORD));
  await step('another mail', 'POST', '/auth/resend-verification-email', { email });
  await step('a wrong link', 'POST', '/auth/verify-email', { token: 'x' });
  const link = { token: await token(email, 'verify-email') };
  await step('the right link', 'POST', '/auth/verify-email', link);
  await step('the right link again', 'POST', '/auth/verify-email', link);
  await logIn('ANN@example.org', PASSWORD);
  await step('who Ann is', 'GET', '/auth/me');
  await step('no keys', 'GET', '/api-keys');
  const key = await step('a key', 'POST', '/api-keys', { name: ' Backup ', scopes: ['write', 'read'] });
  await step('a key without a name', 'POST', '/api-keys', { name: ' ' });
  await step('a key that is over', 'POST', '/api-keys', { name: 'Old', expires_at: '2020-01-01T00:00:00Z' });
  await step('a key switched off', 'PUT', `/api-keys/${key.id}`, { is_active: false });
  await step('a key with another secret', 'POST', `/api-keys/${key.id}/rotate`, { grace_seconds: 60 });
  await step('the keys', 'GET', '/api-keys');
  await step('a key deleted', 'DELETE', `/api-keys/${key.id}`);
  await step('no such key', 'PUT', `/api-keys/${key.id}`, { is_active: true });
  await step('the guest’s anecdote', 'GET', `/anecdotes/${cello.id}`);
  await step('a wrong current password', 'POST', '/auth/change-password', {
    current_password: 'x',
    new_password: 'calm sea 34',
  });
  await step('the same password', 'POST', '/auth/change-password', {
    current_password: PASSWORD,
    new_password: PASSWORD,
  });
  await step('another key', 'POST', '/api-keys', { name: 'Phone' });
  await step('another wrong password', 'POST', '/auth/confirm-password', { password: 'x' });
  const confirmed = await step('the right password', 'POST', '/auth/confirm-password', { password: PASSWORD });
  authorization = `Bearer ${confirmed.access_token}`;
  await step('a new password', 'POST', '/auth/change-password', {
    current_password: PASSWORD,
    new_password: 'calm sea 34',
  });
  await step('the keys after it', 'GET', '/api-keys');
  await step('the sessions', 'GET', '/auth/sessions');
  await step('an end of an unknown session', 'DELETE', `/auth/sessions/${cello.id}`);

  await step('a forgotten password', 'POST', '/auth/forgot-password', { email });
  const reset = { token: await token(email, 'password-reset'), new_password: 'dark moon 56' };
  await step('a good link', 'POST', '/auth/check-reset-link', { token: reset.token });
  await step('a mismatch', 'POST', '/auth/reset-password', { ...reset, confirm_password: 'other' });
  await step('a reset', 'POST', '/auth/reset-password', { ...reset, confirm_password: reset.new_password });
  await step('a reset again', 'POST', '/auth/reset-password', { ...reset, confirm_password: reset.new_password });
  await step('a forged invitation', 'POST', '/auth/check-invitation', { token: 'forged' });
  await step('a used link', 'POST', '/auth/check-reset-link', { token: reset.token });
  authorization = undefined;
  await logIn('Ann', reset.new_password);
  await step('an erasure with a wrong password', 'DELETE', '/auth/me', { password: 'x' });
  await step('an erasure', 'DELETE', '/auth/me', { password: reset.new_password });
  return steps;
}

function form(username: string, password: string): URLSearchParams {
  return new URLSearchParams({ username, password });
}

const secret = new Set([
  'requestId',
  'access_token',
  'nextCursor',
  'key',
  'key_hash',
  'user_agent',
  'expires_in',
  'expires_at',
  'position',
]);

/** `value` with ids numbered by first appearance, times within an hour of now as `now`, and secrets by their type. */
function named(value: unknown, names: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => named(item, names));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      entries.map(([key, part]) => [
        key,
        secret.has(key) && part !== null ? `a secret ${typeof part}` : named(part, names),
      ]),
    );
  }
  // A timestamp in seconds.
  if (typeof value === 'number' && Math.abs(value * 1_000 - Date.now()) < HOUR_MS) return 'now';
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d{2}-\d{2}T/.test(value) && Math.abs(Date.parse(value) - Date.now()) < HOUR_MS) return 'now';
  return value.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    const name = names.get(id) ?? `id ${names.size + 1}`;
    names.set(id, name);
    return name;
  });
}
