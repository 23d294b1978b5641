import { journalFile } from '../support/journal-files.ts';

/** How the matrix calls a route that needs more than its path. */
export type Call = {
  readonly body?: object;
  readonly query?: string;
  /** A file that is sent as the body. */
  readonly file?: string;
  /** The body field that names another live anecdote of the owner. */
  readonly naming?: string;
  /** The status for callers whom the route serves, if it is not a success: these are called with a wrong password. */
  readonly answers?: 403;
  /** The status for an own object that was deleted, or an operation that was undone, if it is not 404. */
  readonly onDeleted?: 200;
  /** Streams its answer; only refusals are tested. */
  readonly streams?: true;
};

/** Every route that anybody may call without a token. */
export const publicRoutes = [
  'POST /api/auth/login',
  'POST /api/auth/token',
  'POST /api/auth/register',
  'POST /api/auth/check-invitation',
  'POST /api/auth/verify-email',
  'POST /api/auth/resend-verification-email',
  'POST /api/auth/forgot-password',
  'POST /api/auth/check-reset-link',
  'POST /api/auth/reset-password',
  'GET /api/email-tracking/open/:token',
  'GET /api/config',
  'GET /api/openapi.json',
  'GET /api/journal.schema.json',
  'GET /api/docs',
  'POST /api/analytics',
];

/** Every route that an API key may call, if it has the scope for reading or writing. */
export const keyRoutes =
  /^\w+ \/api\/(?!anecdotes\/:id\/erase)(?:anecdotes|connections|tags|operations|statistics|history|changes|reddit|live|export|import)(?:\/|$)/;

/** Every route that a person may call, but not the guest. */
export const memberRoutes = [
  'POST /api/auth/change-password',
  'POST /api/auth/confirm-password',
  'DELETE /api/auth/me',
  'GET /api/api-keys',
  'POST /api/api-keys',
  'PUT /api/api-keys/:id',
  'POST /api/api-keys/:id/rotate',
  'DELETE /api/api-keys/:id',
  'POST /api/anecdotes/:id/erase',
];

/** The calls that need more than a path. */
export const matrixCalls: Readonly<Record<string, Call>> = {
  'POST /api/auth/register': { body: {} },
  'POST /api/auth/check-invitation': { body: { token: 'x' } },
  'POST /api/auth/verify-email': { body: { token: 'x' } },
  'POST /api/auth/resend-verification-email': { body: { email: 'nobody@example.org' } },
  'POST /api/auth/forgot-password': { body: { email: 'nobody@example.org' } },
  'POST /api/auth/check-reset-link': { body: { token: 'x' } },
  'POST /api/auth/reset-password': { body: {} },
  'POST /api/analytics': {
    body: { events: [{ event: 'page_view', route: '/', day: '2026-11-20' }] },
  },
  'POST /api/anecdotes': { body: { description: 'Written in the matrix' } },
  'POST /api/anecdotes/batch': { body: { anecdotes: [{ description: 'Also' }] } },
  'POST /api/anecdotes/batch/delete': { body: { ids: ['0197c000-0000-7000-8000-00000000000a'] } },
  'POST /api/anecdotes/batch/restore': { body: { ids: ['0197c000-0000-7000-8000-00000000000a'] } },
  'POST /api/tags/rename': {
    body: { from: 'matrix', to: 'table', anecdotes: ['0197c000-0000-7000-8000-00000000000a'] },
  },
  'POST /api/tags/delete': { body: { tag: 'matrix', anecdotes: ['0197c000-0000-7000-8000-00000000000a'] } },
  'GET /api/tags/anecdotes': { query: 'tag=matrix' },
  'POST /api/operations/:id/undo': { onDeleted: 200 },
  'POST /api/operations/:id/pause': { onDeleted: 200 },
  'POST /api/operations/:id/resume': { onDeleted: 200 },
  'POST /api/operations/:id/cancel': { onDeleted: 200 },
  'POST /api/import': { query: 'dry_run=true', file: JSON.stringify(journalFile([])) },
  'GET /api/export': { streams: true },
  'POST /api/history/undo': {
    body: {
      changes: { operation: '0197c000-0000-7000-8000-00000000000a' },
      anecdotes: ['0197c000-0000-7000-8000-00000000000a'],
    },
  },
  'POST /api/reddit': {
    body: { url: 'https://www.reddit.com/r/tram/comments/1abc/a_cello_on_the_tram/' },
  },
  'GET /api/anecdotes/map': { query: 'bbox=170,-20,-170,10&zoom=9&near=0,0,20000&located=true' },
  'GET /api/anecdotes/related': { query: 'text=matrix&near=0,0' },
  'GET /api/anecdotes/search': { query: 'query=matrix' },
  'GET /api/anecdotes/search/autocomplete': { query: 'q=mat' },
  'GET /api/anecdotes/:id/history': { onDeleted: 200 },
  'GET /api/live': { streams: true },
  'PUT /api/anecdotes/:id': { body: { description: 'Changed in the matrix' } },
  'PUT /api/anecdotes/:id/parent': { naming: 'parent' },
  'DELETE /api/anecdotes/:id': { onDeleted: 200 },
  'POST /api/anecdotes/:id/restore': { onDeleted: 200 },
  'POST /api/anecdotes/:id/erase': { onDeleted: 200 },
  'POST /api/auth/change-password': {
    answers: 403,
    body: { current_password: 'not the one', new_password: 'another river' },
  },
  'POST /api/auth/confirm-password': { answers: 403, body: { password: 'not the one' } },
  'DELETE /api/auth/me': { answers: 403, body: { password: 'not the one' } },
  'POST /api/api-keys': { body: { name: 'Matrix' } },
  'PUT /api/api-keys/:id': { body: { is_active: false } },
};
