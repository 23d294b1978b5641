import { emptyContent } from '../src/anecdote/content.ts';

/* What the examples of all calls have in common. */

/** An example of a call: its body, and its answer, or one answer for each status. */
export type Example = {
  readonly body?: unknown;
  readonly answer?: unknown;
  readonly answers?: { readonly [status: number]: unknown };
};

export const at = '2026-03-02T19:05:12.000Z';
export const id = '0197c000-0000-7000-8000-000000000001';
export const other = '0197c000-0000-7000-8000-000000000002';
export const operationId = '0197c000-0000-7000-8000-000000000003';
export const keyId = '0197c000-0000-7000-8000-000000000004';
export const account = '0197c000-0000-7000-8000-000000000005';
export const eventId = '0197c000-0000-7000-8000-000000000006';
export const cursor = 'AVMqZx0kP7mB9sWcYd4TnUoE';

export const content = {
  ...emptyContent,
  description: 'The tram driver waited for the man with the cello.',
  tags: ['kindness', 'tram'],
  timestamp: '2026-03-02T07:40:00.000Z',
  time_zone: 'Europe/Zurich',
  location: 'Tram 11',
  coordinates: { lat: 47.3769, lng: 8.5417, address: null },
};
export const state = { ...content, connected_to: null };
export const anecdote = {
  id,
  ...state,
  reaction_count: 1,
  user_reacted: true,
  created_at: at,
  updated_at: at,
  revision: 1,
};
export const sequel = {
  ...anecdote,
  id: other,
  description: 'He got off at the concert hall.',
  connected_to: id,
  reaction_count: 0,
  user_reacted: false,
  revision: 0,
};
export const chain = { before: 0, after: 1, branches: 0, shape: '10' };
export const operation = { id: operationId, kind: 'batch' };
export const entry = {
  id: eventId,
  type: 'AnecdoteEdited',
  at,
  through: { channel: 'web', key: null },
  operation: null,
  anecdote: { id, revision: 1, fields: ['tags'], before: { ...state, tags: ['tram'] }, after: state },
  key: null,
};
export const nextPage = { nextCursor: cursor, hasMore: true };
export const change = {
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
export const fileImport = {
  ...change,
  kind: 'import',
  change: null,
  file: { name: 'journal.json', format: 'anecdotes' },
};
export const imported = {
  report: {
    ...{ format: 'anecdotes', entries: 300, new: 299, deleted: 0, trashed: 0, known: 1, known_deleted: 0 },
    preview: [{ ...content, fate: 'new', is_linked: false }],
    ...{ problems: [{ at: 'anecdotes[3]', message: 'Please enter a description' }], problem_count: 1 },
    table: null,
  },
  operation: fileImport,
};
export const logIn = { username: 'guest', password: 'guest-demo' };
export const reactions = { reaction_type: 'same_here', count: 1, user_reacted: true };
export const refusedItem = { success: false, error: { code: 'ANECDOTE_NOT_FOUND', message: 'Anecdote not found' } };

/** A successful answer with `data` and further fields beside it. */
export function ok(data: unknown, beside: object = {}) {
  return { success: true, data, error: null, timestamp: at, ...beside };
}

export const message = (text: string) => ok({ message: text });

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
