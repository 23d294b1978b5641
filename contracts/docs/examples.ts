import { accountExamples } from './account-examples.ts';
import {
  anecdote,
  at,
  chain,
  change,
  content,
  cursor,
  type Example,
  entry,
  eventId,
  failure,
  fileImport,
  id,
  imported,
  keyId,
  logIn,
  nextPage,
  ok,
  operation,
  operationId,
  other,
  reactions,
  refusedItem,
  sequel,
  state,
} from './example-values.ts';

/*
 * Example bodies and answers of all calls, about one anecdote on a tram. openapi.ts validates each example against the
 * schema of its route.
 */

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
  ...accountExamples,
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
