import { emptyContent } from '../src/anecdote/content.ts';

/*
 * Example bodies and answers of all calls, about one anecdote on a tram. openapi.ts validates each example against the
 * schema of its route.
 */

/** An example of a call: its body, and its answer, or one answer for each status. */
export type Example = {
  readonly body?: unknown;
  readonly answer?: unknown;
  readonly answers?: { readonly [status: number]: unknown };
};

const at = '2026-03-02T19:05:12.000Z';
const id = '0197c000-0000-7000-8000-000000000001';
const other = '0197c000-0000-7000-8000-000000000002';
const operationId = '0197c000-0000-7000-8000-000000000003';
const keyId = '0197c000-0000-7000-8000-000000000004';
const account = '0197c000-0000-7000-8000-000000000005';
const eventId = '0197c000-0000-7000-8000-000000000006';
const cursor = 'AVMqZx0kP7mB9sWcYd4TnUoE';

const content = {
  ...emptyContent,
  description: 'The tram driver waited for the man with the cello.',
  tags: ['kindness', 'tram'],
  timestamp: '2026-03-02T07:40:00.000Z',
  time_zone: 'Europe/Zurich',
  location: 'Tram 11',
  coordinates: { lat: 47.3769, lng: 8.5417, address: null },
};
const state = { ...content, connected_to: null };
const anecdote = {
  id,
  ...state,
  reaction_count: 1,
  user_reacted: true,
  created_at: at,
  updated_at: at,
  revision: 1,
};
const sequel = {
  ...anecdote,
  id: other,
  description: 'He got off at the concert hall.',
  connected_to: id,
  reaction_count: 0,
  user_reacted: false,
  revision: 0,
};
const chain = { before: 0, after: 1, branches: 0, shape: '10' };
const operation = { id: operationId, kind: 'batch' };
const entry = {
  id: eventId,
  type: 'AnecdoteEdited',
  at,
  through: { channel: 'web', key: null },
  operation: null,
  anecdote: { id, revision: 1, fields: ['tags'], before: { ...state, tags: ['tram'] }, after: state },
  key: null,
};
const nextPage = { nextCursor: cursor, hasMore: true };
const change = {
  id: operationId,
  kind: 'tags',
  change: { from: 'tram', to: 'public transport' },
  file: null,
  status: 'running',
  total: 300,
  done: 100,
  changed: 100,
  failed: 0,
  position: '1234',
  started_at: at,
  undoes: null,
  undone_by: null,
};
const fileImport = { ...change, kind: 'import', change: null, file: { name: 'journal.json', format: 'anecdotes' } };
const imported = {
  report: {
    ...{ format: 'anecdotes', entries: 300, new: 299, trashed: 0, known: 1 },
    preview: [{ ...content, fate: 'new', is_linked: false }],
    ...{ problems: [{ at: 'anecdotes[3]', message: 'Please enter a description' }], problem_count: 1 },
    table: null,
  },
  operation: fileImport,
};
const apiKey = {
  id: keyId,
  name: 'Shortcut',
  key_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  user_id: account,
  is_active: true,
  scopes: ['read', 'write'],
  last_used: null,
  created_at: at,
  expires_at: null,
};
const secret = `anec_${'A1b2C3d4E5f6G7h8J9k0L1m2N3p4Q5r6S7t8U9v0W1x'}2Y3z4A`;
const token = { access_token: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI…', token_type: 'bearer', expires_in: 43_200 };
const logIn = { username: 'guest', password: 'guest-demo' };
const mailed = { token: 'Zk3Q0dVnYl8tqH5b' };
const reactions = { reaction_type: 'same_here', count: 1, user_reacted: true };
const refusedItem = { success: false, error: { code: 'ANECDOTE_NOT_FOUND', message: 'Anecdote not found' } };

/** A successful answer with `data` and further fields beside it. */
function ok(data: unknown, beside: object = {}) {
  return { success: true, data, error: null, timestamp: at, ...beside };
}

const message = (text: string) => ok({ message: text });

/** An example of every call. */
export const examples: Readonly<Record<string, Example>> = {
  'GET /api/anecdotes': {
    answer: ok([anecdote], {
      pagination: {
        ...{ currentPage: 1, pageSize: 20, totalItems: 1, totalPages: 1 },
        ...{ hasNextPage: false, hasPreviousPage: false },
      },
      filters: {
        availableTags: ['kindness', 'tram'],
        dateRange: { earliest: content.timestamp, latest: content.timestamp },
      },
      chains: [chain],
    }),
  },
  'POST /api/anecdotes': {
    body: { description: content.description, tags: ['tram'], time_zone: 'Europe/Zurich' },
    answer: ok(anecdote),
  },
  'GET /api/anecdotes/cursor': {
    answer: ok([anecdote], { pagination: { ...nextPage, totalCount: 48 }, chains: [chain] }),
  },
  'GET /api/anecdotes/months': { answer: ok([{ month: '2026-03', count: 12 }]) },
  'GET /api/anecdotes/map': {
    answer: ok({
      ...{ total_anecdotes: 2, total_locations: 1, without_location: 1, bounds: [8.5417, 47.3769, 8.5417, 47.3769] },
      ...{ tags: [{ name: 'kindness', count: 1 }], points: [{ id, lat: 47.3769, lng: 8.5417, tag: 'kindness' }] },
      cells: null,
    }),
  },
  'GET /api/anecdotes/memories': {
    answer: ok({
      date: '2027-03-02',
      groups: [{ kind: 'years', ago: 1, date: '2026-03-02', anecdotes: [anecdote], total: 1 }],
    }),
  },
  'GET /api/anecdotes/days': {
    answer: ok({ year: 2026, days: [{ day: '2026-03-02', count: 2 }], years: [2026, 2025] }),
  },
  'GET /api/anecdotes/random': { answer: ok(anecdote) },
  'GET /api/anecdotes/related': {
    answer: ok([
      {
        anecdote: sequel,
        reasons: [
          { kind: 'tags', values: ['tram'] },
          { kind: 'time', hours: 2 },
        ],
      },
    ]),
  },
  'GET /api/anecdotes/samples': { answer: ok({ count: 1, ids: [id], others: 7, removal: null }) },
  'GET /api/anecdotes/search': {
    answer: ok([{ anecdote, highlights: [{ field: 'description', start: 4, end: 8 }], relevanceScore: 5 }], {
      pagination: { nextCursor: null, hasMore: false, totalCount: 1 },
      suggestions: [],
      chains: [chain],
    }),
  },
  'GET /api/anecdotes/search/autocomplete': { answer: ok(['tram', 'tramway']) },
  'GET /api/anecdotes/trash': {
    answer: ok(
      [
        {
          ...entry,
          type: 'AnecdoteDeleted',
          anecdote: { id, revision: 2, fields: [], before: state, after: null },
        },
      ],
      { pagination: { nextCursor: null, hasMore: false } },
    ),
  },
  'GET /api/anecdotes/:id': { answer: ok(anecdote) },
  'PUT /api/anecdotes/:id': { body: { tags: ['kindness', 'tram'], location: null }, answer: ok(anecdote) },
  'DELETE /api/anecdotes/:id': { answer: ok({ id }) },
  'POST /api/anecdotes/:id/restore': { answer: ok(anecdote) },
  'POST /api/anecdotes/:id/erase': { answer: ok({ id, is_whole: true }) },
  'GET /api/anecdotes/:id/history': { answer: ok([entry], { pagination: nextPage }) },
  'GET /api/anecdotes/:id/proof': {
    answer: ok({ name: `anecdote-${id}.tlog-proof`, proof: 'c2sp.org/tlog-proof@v1\nindex 1233\n…' }),
  },
  'GET /api/anecdotes/:id/timeline': {
    answer: ok({
      root_anecdote: anecdote,
      connected_anecdotes: [{ ...sequel, is_connected_from: true }],
      total_connections: 1,
      complete: true,
    }),
  },
  'GET /api/anecdotes/:id/connections': {
    answer: ok({ current: sequel, children: [], parents: [anecdote], complete: true }),
  },
  'PUT /api/anecdotes/:id/parent': { body: { parent: id }, answer: ok(sequel) },
  'DELETE /api/anecdotes/:id/parent': { answer: ok({ ...sequel, connected_to: null, revision: 1 }) },
  'GET /api/anecdotes/:id/reactions': { answer: ok(reactions) },
  'POST /api/anecdotes/:id/react': {
    body: { reaction_type: 'same_here' },
    answer: ok({ success: true, ...reactions }),
  },
  'DELETE /api/anecdotes/:id/react': {
    body: { reaction_type: 'same_here' },
    answer: ok({ success: true, ...reactions, count: 0, user_reacted: false }),
  },
  'POST /api/anecdotes/batch': {
    body: { anecdotes: [{ description: content.description }], operation },
    answer: ok([{ success: true, data: anecdote }]),
  },
  'POST /api/anecdotes/batch/delete': {
    body: { ids: [id, other] },
    answer: ok([{ success: true, data: { id } }, refusedItem]),
  },
  'POST /api/anecdotes/batch/restore': {
    body: { ids: [id, other] },
    answer: ok([{ success: true, data: { id } }, refusedItem]),
  },
  'GET /api/connections': {
    answer: ok({
      ...{ ids: [other, id], parents: [1, -1], labels: ['He got off at the concert hall.', 'The tram driver waited.'] },
      ...{ tags: [0, 0], tag_names: ['kindness'], times: [1_772_437_200, 1_772_437_200], sizes: [12, 14] },
      ...{ chains: [0, 0], unlinked: 46, total: 2, complete: true },
    }),
  },
  'GET /api/tags': {
    answer: ok([{ name: 'tram', count: 3, lastUsed: at }], {
      pagination: { nextCursor: null, hasMore: false, totalCount: 1 },
      totalCount: 1,
    }),
  },
  'GET /api/tags/anecdotes': { answer: ok({ ids: [id, other], totalCount: 2 }) },
  'GET /api/tags/stats': {
    answer: ok({
      ...{ total_anecdotes: 48, total_tags_used: 96, unique_tags: 12, average_tags_per_anecdote: 2 },
      most_used_tag: { name: 'tram', count: 9 },
    }),
  },
  'POST /api/tags/rename': {
    body: { from: 'tram', to: 'public transport', anecdotes: [id, other] },
    answer: ok(change),
  },
  'POST /api/tags/delete': {
    body: { tag: 'tram', anecdotes: [id] },
    answer: ok({ ...change, change: { from: 'tram', to: null } }),
  },
  'GET /api/operations': { answer: ok([change]) },
  'POST /api/operations/:id/undo': { answer: ok({ ...change, id: eventId, kind: 'undo', undoes: operationId }) },
  'POST /api/operations/:id/pause': { answer: ok({ ...fileImport, status: 'paused' }) },
  'POST /api/operations/:id/resume': { answer: ok(fileImport) },
  'POST /api/operations/:id/cancel': { answer: ok({ ...fileImport, status: 'cancelled' }) },
  'POST /api/import': { answer: ok(imported) },
  'GET /api/export': {},
  'GET /api/export/size': { answer: ok({ anecdotes: 48, bytes: 61_000 }) },
  'GET /api/journal.schema.json': { answer: { $schema: 'https://json-schema.org/draft/2020-12/schema' } },
  'GET /api/history': { answer: ok([entry], { pagination: nextPage }) },
  'GET /api/history/anecdotes': { answer: ok({ anecdotes: [id], complete: true }) },
  'POST /api/history/undo': {
    body: { changes: { operation: operationId }, anecdotes: [id] },
    answer: ok([{ success: true, data: { id, is_undone: true, conflicts: ['tags'] } }]),
  },
  'GET /api/changes': {
    answer: ok(
      [
        {
          ...{ id: eventId, type: 'AnecdoteEdited', at },
          through: { channel: 'api', key: { id: keyId, name: 'Shortcut' } },
          operation: null,
          anecdote: { id, revision: 1, status: 'live', content: state },
        },
      ],
      { pagination: { nextCursor: cursor, hasMore: false } },
    ),
  },
  'GET /api/statistics': {
    answer: ok({
      ...{ total_anecdotes: 48, this_week: 3, unique_tags: 12, top_tags: [{ name: 'tram', count: 9 }] },
      days: [{ day: '2026-03-02', count: 2 }],
    }),
  },
  'POST /api/reddit': {
    body: { url: 'https://www.reddit.com/r/tram/comments/1abc/a_cello_on_the_tram/', time_zone: 'Europe/Zurich' },
    answers: {
      201: ok(anecdote, { message: 'Post imported successfully', anecdoteId: id }),
      200: {
        ...failure('ALREADY_IMPORTED', 'This post was already imported'),
        ...{ message: 'This post was already imported', anecdoteId: id },
      },
    },
  },
  'GET /api/api-keys': { answer: ok([apiKey]) },
  'POST /api/api-keys': {
    body: { name: 'Shortcut', scopes: ['read', 'write'] },
    answer: ok({ ...apiKey, key: secret }),
  },
  'PUT /api/api-keys/:id': { body: { is_active: false }, answer: ok({ ...apiKey, is_active: false }) },
  'POST /api/api-keys/:id/rotate': { body: { grace_seconds: 3_600 }, answer: ok({ ...apiKey, key: secret }) },
  'DELETE /api/api-keys/:id': { answer: ok({ id: keyId, success: true, message: 'API key deleted' }) },
  'POST /api/auth/register': {
    body: { username: 'ann', email: 'ann@example.org', password: 'a long river', full_name: 'Ann Aare' },
    answer: ok({
      ...{ username: 'ann', email: 'ann@example.org', full_name: 'Ann Aare', is_active: true, is_verified: false },
      message: 'Registration successful! Please check your email to verify your account before logging in.',
    }),
  },
  'POST /api/auth/check-invitation': { body: mailed, answer: ok({ email: 'ann@example.org' }) },
  'POST /api/auth/verify-email': {
    body: mailed,
    answer: ok({
      ...{ is_verified: true, already_verified: false, username: 'ann' },
      message: 'Email verified successfully! You can now log in.',
    }),
  },
  'POST /api/auth/resend-verification-email': {
    body: { email: 'ann@example.org' },
    answer: message('If an account with this email exists and is not verified, a verification email has been sent.'),
  },
  'POST /api/auth/login': { body: logIn, answer: ok(token) },
  'POST /api/auth/token': { body: logIn, answer: token },
  'POST /api/auth/logout': { answer: ok(null) },
  'POST /api/auth/forgot-password': {
    body: { email: 'ann@example.org' },
    answer: message('If an account with this email exists, you will receive a password reset link shortly.'),
  },
  'POST /api/auth/check-reset-link': { body: mailed, answer: ok(null) },
  'POST /api/auth/reset-password': {
    body: { ...mailed, new_password: 'another river', confirm_password: 'another river' },
    answer: ok({ account, message: 'Password reset successfully! You can now log in with your new password.' }),
  },
  'POST /api/auth/change-password': {
    body: { current_password: 'a long river', new_password: 'another river' },
    answer: message('Password changed successfully'),
  },
  'GET /api/auth/me': {
    answer: ok({
      ...{ id: account, username: 'ann', email: 'ann@example.org', name: 'Ann Aare', full_name: 'Ann Aare' },
      ...{ role: 'member', is_active: true, created_at: at },
    }),
  },
  'DELETE /api/auth/me': { body: { password: 'a long river' }, answer: message('Your account has been erased') },
  'GET /api/auth/sessions': {
    answer: ok([
      { id: eventId, created_at: at, expires_at: '2026-03-03T07:05:12.000Z', user_agent: 'curl/8.7', is_current: true },
    ]),
  },
  'DELETE /api/auth/sessions/:id': { answer: ok({ id: eventId }) },
  'GET /api/config': {
    answer: ok({
      ...{ guest: logIn, registration: 'open', production: false, local_mailbox: '/dev/mailbox', analytics_url: null },
      map_tile_url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      map_tile_attribution: '© OpenStreetMap contributors',
      geocoder_url: 'https://nominatim.openstreetmap.org',
    }),
  },
  'GET /api/live': { answer: 'event: change\ndata: {"position":"1234"}\n\n' },
  'GET /api/openapi.json': { answer: { openapi: '3.1.1' } },
  'GET /api/docs': { answer: '<!doctype html><html lang="en">…</html>' },
  'POST /api/analytics': { body: { events: [{ event: 'page_view', route: '/', day: '2026-03-02' }] } },
  'GET /api/email-tracking/stats': {
    answer: ok([
      {
        ...{ recipient_email: 'ann@example.org', campaign_name: 'verify-email', sent_at: at },
        ...{ first_opened_at: null, last_opened_at: null, open_count: 0 },
      },
    ]),
  },
  'GET /api/email-tracking/open/:token': {},
};

/** The answer to a call that is refused with `code`. */
export function failure(code: string, text: string) {
  return {
    success: false,
    data: null,
    error: { code, message: text, timestamp: at, requestId: eventId },
    detail: text,
    timestamp: at,
  };
}
