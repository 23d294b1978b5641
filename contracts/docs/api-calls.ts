import type { ProblemCode } from '../src/problem.ts';

/** What the API document says of a call beyond what its route declares. */
export type ApiCall = {
  /** What it does, in a few words. */
  readonly summary: string;
  /** Refusals that do not follow from what it takes and whom it serves. */
  readonly problems?: readonly ProblemCode[];
};

/** What calls are about, by the first part of their path. */
export const apiTopics: Readonly<Record<string, string>> = {
  analytics: 'What is used, counted of people who agreed',
  anecdotes: 'Anecdotes: writing, lists, search, map, and what they are connected to',
  'api-keys': 'Keys for programs',
  auth: 'Accounts and sessions',
  changes: 'A feed for programs that keep a copy of a journal',
  config: 'What a client must know before anybody logs in',
  connections: 'The graph of all linked anecdotes',
  docs: 'This document',
  'email-tracking': 'Mails that were sent, outside production',
  export: 'The journal as a file',
  history: 'What happened, and undoing it',
  import: 'A file into the journal',
  live: 'Server-sent events for open tabs',
  operations: 'Changes of many anecdotes at once',
  reddit: 'Import of posts',
  statistics: 'Figures of a journal',
  tags: 'Tags, and changing them on many anecdotes',
};

/** What parameters in a query mean. */
export const apiParameters: Readonly<Record<string, string>> = {
  page: 'The number of the page, from 1.',
  page_size: 'Items of a page, 1 to 100.',
  limit: 'How many items at most.',
  depth: 'How many generations up and down.',
  cursor: 'nextCursor of the page before; without it the list begins.',
  after: 'nextCursor of the answer before; without it the first change comes first.',
  wait: 'How many seconds to wait for a change where there is none, 0 to 30.',
  search: 'Words that must be there; "exact words", tag:x, place:x, before:2026-01 and a minus narrow too.',
  query: 'What is looked for, as in search.',
  search_fields: 'Where to look: description, tags, location, with commas between.',
  search_term: 'What names of tags contain.',
  q: 'The beginning of a word.',
  chain: 'The id of the topmost anecdote of a chain.',
  tags: 'Tags with commas between; each must be there.',
  tag: 'The name of a tag.',
  date_from: 'The first day (YYYY-MM-DD) or instant (ISO 8601 with an offset).',
  date_to: 'The last day or instant.',
  time_zone: 'The zone of days, such as Europe/Zurich; UTC when it is left out.',
  bbox: 'west,south,east,north in degrees; west is greater than east across the date line.',
  near: 'lat,lng in degrees; where a list is narrowed, lat,lng,km.',
  located: 'true for anecdotes with coordinates, false for those without.',
  as_of: 'An instant, or a position in the log: answers about the journal as it was then.',
  zoom: 'The zoom of the map, 0 to 22.',
  year: 'The year, this one when it is left out.',
  date: 'The day that is looked back from, today when it is left out.',
  of: 'The id of an anecdote, in place of text, tags, at and near.',
  text: 'The text of an anecdote that is not saved yet.',
  at: 'When it happened; now when it is left out.',
  kind: 'Which changes.',
  key: 'The id of the API key through which it was done.',
  operation: 'The id of the operation that it was part of.',
  dry_run: 'true tells what would be done, and does nothing.',
};

const changing: readonly ProblemCode[] = ['ANECDOTE_NOT_FOUND', 'REVISION_CONFLICT'];
const noRoom: readonly ProblemCode[] = ['ANECDOTE_QUOTA_REACHED', 'BYTE_QUOTA_REACHED'];
const linking: readonly ProblemCode[] = ['PARENT_NOT_FOUND', 'CONNECTION_LOOP', 'CHAIN_TOO_LONG'];
const ofAnecdote: readonly ProblemCode[] = ['ANECDOTE_NOT_FOUND'];
const paging: readonly ProblemCode[] = ['INVALID_CURSOR'];

/** Every call of the API; a test compares it with the routes. */
export const apiCalls: Readonly<Record<string, ApiCall>> = {
  'GET /api/anecdotes': { summary: 'List anecdotes by page' },
  'POST /api/anecdotes': {
    summary: 'Record an anecdote',
    problems: [...linking, ...noRoom, 'ANECDOTE_LIMIT_REACHED', 'DAILY_LIMIT_REACHED'],
  },
  'GET /api/anecdotes/cursor': { summary: 'List anecdotes without end, from a cursor on', problems: paging },
  'GET /api/anecdotes/months': { summary: 'Count anecdotes by month' },
  'GET /api/anecdotes/map': { summary: 'Show anecdotes in a part of the map, as points or as cells with counts' },
  'GET /api/anecdotes/memories': { summary: 'Recall anecdotes of the same day in earlier years' },
  'GET /api/anecdotes/days': { summary: 'Count anecdotes by day of a year' },
  'GET /api/anecdotes/random': { summary: 'Draw any one anecdote' },
  'GET /api/anecdotes/related': {
    summary: 'Suggest anecdotes that another one may continue, with reasons',
    problems: ofAnecdote,
  },
  'GET /api/anecdotes/samples': { summary: 'List the sample data of the journal' },
  'GET /api/anecdotes/search': {
    summary: 'Search anecdotes, ranked, with highlights',
    problems: ['EMPTY_SEARCH', ...paging],
  },
  'GET /api/anecdotes/search/autocomplete': { summary: 'Complete a word of a search' },
  'GET /api/anecdotes/trash': { summary: 'List deleted anecdotes that can be restored', problems: paging },
  'GET /api/anecdotes/:id': { summary: 'Get an anecdote', problems: ofAnecdote },
  'PUT /api/anecdotes/:id': {
    summary: 'Edit an anecdote; what is left out stays, what is null is cleared',
    problems: [...changing, ...linking, 'DAILY_LIMIT_REACHED'],
  },
  'DELETE /api/anecdotes/:id': { summary: 'Delete an anecdote', problems: ofAnecdote },
  'POST /api/anecdotes/:id/restore': {
    summary: 'Restore an anecdote within 30 days',
    problems: ['ANECDOTE_NOT_FOUND', 'RESTORE_PERIOD_OVER', 'CONNECTION_LOOP', 'CHAIN_TOO_LONG', ...noRoom],
  },
  'POST /api/anecdotes/:id/erase': { summary: 'Destroy the content of an anecdote for good', problems: ofAnecdote },
  'GET /api/anecdotes/:id/history': {
    summary: 'List the changes of an anecdote',
    problems: [...ofAnecdote, ...paging],
  },
  'GET /api/anecdotes/:id/proof': {
    summary: 'Get a proof that an anecdote was in the log in its present form',
    problems: [...ofAnecdote, 'PROOF_NOT_FOUND'],
  },
  'GET /api/anecdotes/:id/timeline': {
    summary: 'List the chain of an anecdote in order of time',
    problems: ofAnecdote,
  },
  'GET /api/anecdotes/:id/connections': {
    summary: 'Show what comes before an anecdote and after it',
    problems: ofAnecdote,
  },
  'PUT /api/anecdotes/:id/parent': {
    summary: 'Connect an anecdote to another one',
    problems: [...changing, ...linking],
  },
  'DELETE /api/anecdotes/:id/parent': { summary: 'Disconnect an anecdote', problems: changing },
  'GET /api/anecdotes/:id/reactions': { summary: 'Count who felt the same', problems: ofAnecdote },
  'POST /api/anecdotes/:id/react': { summary: 'Say Same Here', problems: ofAnecdote },
  'DELETE /api/anecdotes/:id/react': { summary: 'Take Same Here back', problems: ofAnecdote },
  'POST /api/anecdotes/batch': {
    summary: 'Record up to 500 anecdotes, each decided alone',
    problems: ['DAILY_LIMIT_REACHED'],
  },
  'POST /api/anecdotes/batch/delete': { summary: 'Delete up to 500 anecdotes, each decided alone' },
  'POST /api/anecdotes/batch/restore': { summary: 'Restore up to 500 anecdotes, each decided alone' },
  'GET /api/connections': { summary: 'Get all linked anecdotes as columns' },
  'GET /api/tags': { summary: 'List tags', problems: paging },
  'GET /api/tags/anecdotes': { summary: 'List the anecdotes with a tag', problems: paging },
  'GET /api/tags/stats': { summary: 'Count the uses of tags' },
  'POST /api/tags/rename': {
    summary: 'Rename a tag on all anecdotes, or merge it into another',
    problems: ['OPERATION_RUNNING'],
  },
  'POST /api/tags/delete': { summary: 'Delete a tag from all anecdotes', problems: ['OPERATION_RUNNING'] },
  'GET /api/operations': { summary: 'Show how far changes of many anecdotes are' },
  'POST /api/operations/:id/undo': {
    summary: 'Undo a change of many anecdotes',
    problems: ['OPERATION_NOT_FOUND', 'OPERATION_RUNNING'],
  },
  'POST /api/operations/:id/pause': { summary: 'Let an import wait', problems: ['OPERATION_NOT_FOUND'] },
  'POST /api/operations/:id/resume': {
    summary: 'Let an import go on',
    problems: ['OPERATION_NOT_FOUND', 'OPERATION_RUNNING'],
  },
  'POST /api/operations/:id/cancel': {
    summary: 'End an import where it is; undoing it takes back what it made',
    problems: ['OPERATION_NOT_FOUND'],
  },
  'POST /api/import': {
    summary: 'Import a file, the body, into the journal, or with dry_run tell what that would do',
    problems: [
      'MALFORMED_REQUEST',
      'UNSUPPORTED_MEDIA_TYPE',
      'IMPORT_UNREADABLE',
      'IMPORT_TOO_LARGE',
      'BODY_TOO_LARGE',
      'OPERATION_RUNNING',
      ...noRoom,
      'DAILY_LIMIT_REACHED',
    ],
  },
  'GET /api/history': { summary: 'List the changes of the whole journal and account', problems: paging },
  'GET /api/history/anecdotes': { summary: 'List the anecdotes that some changes are about' },
  'POST /api/history/undo': {
    summary: 'Undo what an operation or an API key did to some anecdotes',
    problems: ['DAILY_LIMIT_REACHED'],
  },
  'GET /api/export': { summary: 'Take the journal out as a zip file, whole or as far as it passes a filter' },
  'GET /api/export/size': { summary: 'Say how large an export would be' },
  'GET /api/journal.schema.json': { summary: 'Get the JSON Schema of journal.json in an export' },
  'GET /api/changes': {
    summary: 'Follow the changes of the journal, oldest first; or wait for the next one',
    problems: [...paging, 'LOG_REPLACED'],
  },
  'GET /api/statistics': { summary: 'Get figures of the journal' },
  'POST /api/reddit': {
    summary: 'Import a post from Reddit',
    problems: [
      'IMPORT_TURNED_OFF',
      'GUEST_NOT_ALLOWED',
      'POST_NOT_FOUND',
      'POST_DELETED',
      'REDDIT_REFUSED',
      'REDDIT_UNAVAILABLE',
      'REDDIT_UNREADABLE',
      ...noRoom,
      'ANECDOTE_LIMIT_REACHED',
      'DAILY_LIMIT_REACHED',
    ],
  },
  'GET /api/api-keys': { summary: 'List API keys' },
  'POST /api/api-keys': {
    summary: 'Make an API key; its secret is shown this once',
    problems: ['API_KEY_LIMIT_REACHED'],
  },
  'PUT /api/api-keys/:id': { summary: 'Rename an API key or change what it may do', problems: ['API_KEY_NOT_FOUND'] },
  'POST /api/api-keys/:id/rotate': { summary: 'Give an API key a new secret', problems: ['API_KEY_NOT_FOUND'] },
  'DELETE /api/api-keys/:id': { summary: 'Revoke an API key', problems: ['API_KEY_NOT_FOUND'] },
  'POST /api/auth/register': {
    summary: 'Register an account',
    problems: [
      ...(['USERNAME_TAKEN', 'REGISTRATION_CLOSED', 'INVITATION_NEEDED', 'INVITATION_INVALID'] as const),
      'INVITATION_FOR_ANOTHER_ADDRESS',
    ],
  },
  'POST /api/auth/check-invitation': {
    summary: 'Ask whom an invitation is for',
    problems: ['INVITATION_INVALID', 'REGISTRATION_CLOSED'],
  },
  'POST /api/auth/verify-email': { summary: 'Verify an e-mail address', problems: ['VERIFICATION_LINK_INVALID'] },
  'POST /api/auth/resend-verification-email': { summary: 'Mail the link for verification again' },
  'POST /api/auth/login': {
    summary: 'Log in with a form',
    problems: ['LOGIN_FAILED', 'EMAIL_NOT_VERIFIED', 'ACCOUNT_DISABLED'],
  },
  'POST /api/auth/token': {
    summary: 'Log in as OAuth 2 does it',
    problems: ['LOGIN_FAILED', 'EMAIL_NOT_VERIFIED', 'ACCOUNT_DISABLED'],
  },
  'POST /api/auth/logout': { summary: 'Log out' },
  'POST /api/auth/forgot-password': { summary: 'Mail a link for a new password' },
  'POST /api/auth/check-reset-link': {
    summary: 'Check a link for a new password without using it',
    problems: ['RESET_LINK_INVALID'],
  },
  'POST /api/auth/reset-password': { summary: 'Set a new password by a link', problems: ['RESET_LINK_INVALID'] },
  'POST /api/auth/change-password': { summary: 'Change the password', problems: ['WRONG_PASSWORD'] },
  'GET /api/auth/me': { summary: 'Get the own account' },
  'DELETE /api/auth/me': { summary: 'Erase the own account for good', problems: ['WRONG_PASSWORD'] },
  'GET /api/auth/sessions': { summary: 'List sessions' },
  'DELETE /api/auth/sessions/:id': { summary: 'End a session', problems: ['SESSION_NOT_FOUND'] },
  'GET /api/config': { summary: 'Get the public settings of the installation' },
  'GET /api/live': { summary: 'Follow the position of the views, as server-sent events' },
  'GET /api/openapi.json': { summary: 'Get this document' },
  'GET /api/docs': { summary: 'Read this document as a page' },
  'POST /api/analytics': { summary: 'Count what was used, of people who agreed' },
  'GET /api/email-tracking/stats': { summary: 'Get figures of mails' },
  'GET /api/email-tracking/open/:token': { summary: 'Count an opened mail by its pixel' },
};
