/** Whom a route serves, and with what it is called in the matrix. */
export type MatrixRoute = {
  /**
   * `public` anybody; `journal` whoever has a journal, by token or key; `person` people only; `member` people with an
   * account of their own; `anecdote`, `api-key` and `session` the owner of the object in the path.
   */
  readonly serves: 'public' | 'journal' | 'person' | 'member' | 'anecdote' | 'api-key' | 'session';
  readonly body?: object;
  readonly query?: string;
  /** The field of the body that names another live anecdote of the owner. */
  readonly naming?: string;
  /** What it answers to whom it serves, where that is no success: these are called with a wrong password. */
  readonly answers?: 403;
  /** Answers on an own object that was deleted, where that is not 404. */
  readonly onDeleted?: 200;
  /** Never answers by itself; only its refusals are tried. */
  readonly streams?: true;
};

/** Every route of both services. A route that is not here fails the matrix. */
export const matrixRoutes: Readonly<Record<string, MatrixRoute>> = {
  'POST /api/auth/login': { serves: 'public' },
  'POST /api/auth/token': { serves: 'public' },
  'POST /api/auth/register': { serves: 'public', body: {} },
  'POST /api/auth/verify-email': { serves: 'public', body: { token: 'x' } },
  'POST /api/auth/resend-verification-email': { serves: 'public', body: { email: 'nobody@example.org' } },
  'POST /api/auth/forgot-password': { serves: 'public', body: { email: 'nobody@example.org' } },
  'POST /api/auth/reset-password': { serves: 'public', body: {} },
  'GET /api/email-tracking/open/:token': { serves: 'public' },
  'GET /api/config': { serves: 'public' },
  'POST /api/analytics': {
    serves: 'public',
    body: { events: [{ event: 'page_view', route: '/', day: '2026-11-20' }] },
  },

  'POST /api/anecdotes': { serves: 'journal', body: { description: 'Written in the matrix' } },
  'POST /api/anecdotes/batch': { serves: 'journal', body: { anecdotes: [{ description: 'Also' }] } },
  'POST /api/anecdotes/batch/delete': { serves: 'journal', body: { ids: ['0197c000-0000-7000-8000-00000000000a'] } },
  'POST /api/anecdotes/batch/restore': { serves: 'journal', body: { ids: ['0197c000-0000-7000-8000-00000000000a'] } },
  'POST /api/reddit': {
    serves: 'journal',
    body: { url: 'https://www.reddit.com/r/tram/comments/1abc/a_cello_on_the_tram/' },
  },
  'GET /api/anecdotes': { serves: 'journal' },
  'GET /api/anecdotes/cursor': { serves: 'journal' },
  'GET /api/anecdotes/samples': { serves: 'journal' },
  'GET /api/anecdotes/months': { serves: 'journal' },
  'GET /api/anecdotes/search': { serves: 'journal', query: 'query=matrix' },
  'GET /api/anecdotes/search/autocomplete': { serves: 'journal', query: 'q=mat' },
  'GET /api/tags': { serves: 'journal' },
  'GET /api/tags/stats': { serves: 'journal' },
  'GET /api/statistics': { serves: 'journal' },
  'GET /api/live': { serves: 'journal', streams: true },

  'GET /api/anecdotes/:id': { serves: 'anecdote' },
  'GET /api/anecdotes/:id/timeline': { serves: 'anecdote' },
  'GET /api/anecdotes/:id/connections': { serves: 'anecdote' },
  'GET /api/anecdotes/:id/reactions': { serves: 'anecdote' },
  'PUT /api/anecdotes/:id': { serves: 'anecdote', body: { description: 'Changed in the matrix' } },
  'PUT /api/anecdotes/:id/parent': { serves: 'anecdote', naming: 'parent' },
  'DELETE /api/anecdotes/:id/parent': { serves: 'anecdote' },
  'DELETE /api/anecdotes/:id': { serves: 'anecdote', onDeleted: 200 },
  'POST /api/anecdotes/:id/restore': { serves: 'anecdote', onDeleted: 200 },
  'POST /api/anecdotes/:id/react': { serves: 'anecdote' },
  'DELETE /api/anecdotes/:id/react': { serves: 'anecdote' },

  'GET /api/auth/me': { serves: 'person' },
  'GET /api/auth/sessions': { serves: 'person' },
  'DELETE /api/auth/sessions/:id': { serves: 'session' },
  'GET /api/email-tracking/stats': { serves: 'person' },
  'POST /api/auth/logout': { serves: 'person' },
  'POST /api/auth/change-password': {
    serves: 'member',
    answers: 403,
    body: { current_password: 'not the one', new_password: 'another river' },
  },
  'DELETE /api/auth/me': { serves: 'member', answers: 403, body: { password: 'not the one' } },

  'GET /api/api-keys': { serves: 'member' },
  'POST /api/api-keys': { serves: 'member', body: { name: 'Matrix' } },
  'PUT /api/api-keys/:id': { serves: 'api-key', body: { is_active: false } },
  'POST /api/api-keys/:id/rotate': { serves: 'api-key' },
  'DELETE /api/api-keys/:id': { serves: 'api-key' },
};
