import type { ProblemCode } from '../src/problem.ts';

/** The parts of a call's documentation that its route does not declare. */
export type ApiCall = {
  /** What it does, in a few words. */
  readonly summary: string;
  /** Descriptions of its query parameters, where they differ from `apiParameters`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Query parameters that a call must have, although the route's schema does not require them. */
  readonly required?: readonly string[];
  /** Refusals that do not follow from the route's input and access policy. */
  readonly problems?: readonly ProblemCode[];
  /** True if it can depend on the revision of an anecdote, with If-Match. */
  readonly isConditional?: true;
  /** True for a GET that does not support HEAD. */
  readonly hasNoHead?: true;
};

/** Descriptions of groups of calls, by the first part of their path. */
export const apiTopics: Readonly<Record<string, string>> = {
  analytics: 'Usage counts from people who agreed to them',
  anecdotes: 'Anecdotes: writing, lists, search, map and connections',
  'api-keys': 'API keys for programs',
  auth: 'Accounts and sessions',
  changes: 'A feed for programs that keep a copy of a journal',
  config: 'Public settings that a client needs before login',
  connections: 'The graph of all linked anecdotes',
  docs: 'This document',
  'email-tracking': 'Statistics of sent mails (not in production) and the tracking pixel in mails',
  export: 'Export of the journal as a file',
  history: 'History of changes, and undo',
  import: 'Import of a file',
  live: 'Server-sent events for open tabs',
  operations: 'Progress, pause, cancel and undo of changes of many anecdotes',
  reddit: 'Import of posts from Reddit',
  statistics: 'Statistics of a journal',
  tags: 'Tags, and renaming or deleting them on many anecdotes',
};

/** Descriptions of query parameters. */
export const apiParameters: Readonly<Record<string, string>> = {
  page: 'The number of the page, from 1.',
  page_size: 'Number of items per page.',
  limit: 'Maximum number of items.',
  depth: 'Number of generations above and below.',
  cursor: 'nextCursor of the previous page; leave it out for the first page.',
  after: 'nextCursor of the previous answer; leave it out to begin with the first change.',
  wait: 'How many seconds to wait for a change if there is none.',
  search:
    'Words; also "exact words", tag:x, place:x, before:2026-01, after:2026, on:2026-01-05, has:place, is:linked, -x.',
  query: 'The search query, in the syntax of search.',
  search_fields: 'Fields to search: description, tags, location; comma-separated. All of them by default.',
  search_term: 'Text that the names of the tags contain.',
  q: 'The beginning of a word.',
  chain: 'The id of the topmost anecdote of a chain.',
  tags: 'Comma-separated tags; an anecdote must have at least one of them.',
  tag: 'The name of a tag.',
  date_from: 'The first day (YYYY-MM-DD) or instant (ISO 8601 with an offset).',
  date_to: 'The last day (YYYY-MM-DD) or instant (ISO 8601 with an offset).',
  time_zone: 'The time zone of days, such as Europe/Zurich; UTC by default.',
  bbox: 'west,south,east,north in degrees; west is greater than east across the date line.',
  near: 'Only anecdotes around a place: lat,lng in degrees and the radius in km, as lat,lng,km.',
  located: 'true for anecdotes with coordinates, false for those without.',
  as_of: 'An instant or a position in the log: shows the journal as it was then, without what was erased since.',
  zoom: 'The zoom level of the map, 0 to 22.',
  sort_by: 'What the list is sorted by.',
  sort_order: 'Ascending or descending.',
  year: 'The year; the current one by default.',
  date: 'The day to look back from; today by default.',
  of: 'The id of an anecdote, instead of text, tags, at and near.',
  text: 'The text of an anecdote that is not saved yet.',
  at: 'When it happened; now by default.',
  kind: 'The kind of changes; import: anecdotes created by an import, a batch or sample data.',
  key: 'The id of the API key that made the change.',
  operation: 'The id of the operation that the change was part of.',
  collapse_operations: 'true ends a page with the beginning of a long operation and leaves out the rest of it.',
  date_order: 'For a table: the order in dates such as 03/04/2026; automatic, the default, looks at the whole column.',
  trash: 'true adds the deleted anecdotes that can be restored; only without a filter.',
  history: 'true adds the history of changes; only without a filter.',
  name: 'The name of the file; its ending tells a table from a text.',
  format: 'The format of the file, if neither its content nor its name shows it.',
  columns: 'For a table: the column of each field, such as text=Note,date=When or text=#2; #0 for none.',
  dry_run: 'true reports what would be done and changes nothing.',
};

const changing: readonly ProblemCode[] = ['ANECDOTE_NOT_FOUND', 'REVISION_CONFLICT'];
const noRoom: readonly ProblemCode[] = ['ANECDOTE_QUOTA_REACHED', 'BYTE_QUOTA_REACHED'];
const linking: readonly ProblemCode[] = ['PARENT_NOT_FOUND', 'CONNECTION_LOOP', 'CHAIN_TOO_LONG'];
/** An operation is not found if the guest's journal is emptied, or the account erased, while it runs. */
const operating: readonly ProblemCode[] = ['OPERATION_NOT_FOUND', 'OPERATION_RUNNING'];
const ofAnecdote: readonly ProblemCode[] = ['ANECDOTE_NOT_FOUND'];
const paging: readonly ProblemCode[] = ['INVALID_CURSOR'];

/** Every call of the API; a test compares it with the routes. */
export const apiCalls: Readonly<Record<string, ApiCall>> = {
  'GET /api/anecdotes': { summary: 'List anecdotes by page' },
  'POST /api/anecdotes': {
    summary: 'Record an anecdote',
    problems: [...linking, ...noRoom, 'ANECDOTE_LIMIT_REACHED', 'DAILY_LIMIT_REACHED'],
  },
  'GET /api/anecdotes/cursor': { summary: 'List anecdotes by cursor', problems: paging },
  'GET /api/anecdotes/months': { summary: 'Count anecdotes by month' },
  'GET /api/anecdotes/map': {
    summary: 'Show anecdotes in a part of the map, as points or as cells with counts',
    parameters: {
      bbox: 'The part of the map, as west,south,east,north in degrees; totals and tags are those without it.',
    },
  },
  'GET /api/anecdotes/memories': { summary: 'List anecdotes of the same day in earlier years' },
  'GET /api/anecdotes/days': { summary: 'Count anecdotes by day of a year' },
  'GET /api/anecdotes/random': { summary: 'Get a random anecdote' },
  'GET /api/anecdotes/related': {
    summary: 'Suggest anecdotes to connect an anecdote to, with reasons',
    parameters: {
      tags: 'The tags of an anecdote that is not saved yet, comma-separated.',
      near: 'Where it happened, as lat,lng in degrees.',
      limit: 'Maximum number of items. Clamped to 1 to 10. Default: 5.',
    },
    problems: ofAnecdote,
  },
  'GET /api/anecdotes/samples': { summary: 'List the sample data of the journal' },
  'GET /api/anecdotes/search': {
    summary: 'Search anecdotes, ranked, with highlights',
    required: ['query'],
    problems: ['EMPTY_SEARCH', ...paging],
  },
  'GET /api/anecdotes/search/autocomplete': { summary: 'Complete a word of a search' },
  'GET /api/anecdotes/trash': { summary: 'List deleted anecdotes that can be restored', problems: paging },
  'GET /api/anecdotes/:id': { summary: 'Get an anecdote', problems: ofAnecdote },
  'PUT /api/anecdotes/:id': {
    summary: 'Edit an anecdote; a field that is left out stays, one that is null is cleared',
    problems: [...changing, ...linking, 'OPERATION_RUNNING', 'DAILY_LIMIT_REACHED'],
    isConditional: true,
  },
  'DELETE /api/anecdotes/:id': { summary: 'Delete an anecdote', problems: changing, isConditional: true },
  'POST /api/anecdotes/:id/restore': {
    summary: 'Restore an anecdote within 30 days',
    problems: [...changing, 'RESTORE_PERIOD_OVER', 'CONNECTION_LOOP', 'CHAIN_TOO_LONG', ...noRoom],
  },
  'POST /api/anecdotes/:id/erase': { summary: 'Destroy the content of an anecdote permanently', problems: changing },
  'GET /api/anecdotes/:id/history': {
    summary: 'List the changes of an anecdote',
    problems: [...ofAnecdote, ...paging],
  },
  'GET /api/anecdotes/:id/proof': {
    summary: 'Get a proof that the log contains an anecdote in its present form',
    problems: [...ofAnecdote, 'PROOF_NOT_FOUND'],
  },
  'GET /api/anecdotes/:id/timeline': {
    summary: 'Get an anecdote with its parent and its children, in order of time',
    problems: ofAnecdote,
  },
  'GET /api/anecdotes/:id/connections': {
    summary: 'Show the ancestors and descendants of an anecdote',
    problems: ofAnecdote,
  },
  'PUT /api/anecdotes/:id/parent': {
    summary: 'Connect an anecdote to another one',
    problems: [...changing, ...linking, 'OPERATION_RUNNING'],
    isConditional: true,
  },
  'DELETE /api/anecdotes/:id/parent': { summary: 'Disconnect an anecdote', problems: changing, isConditional: true },
  'GET /api/anecdotes/:id/reactions': { summary: 'Count the Same Here of an anecdote', problems: ofAnecdote },
  'POST /api/anecdotes/:id/react': { summary: 'Add your Same Here', problems: changing },
  'DELETE /api/anecdotes/:id/react': { summary: 'Withdraw your Same Here', problems: changing },
  'POST /api/anecdotes/batch': {
    summary: 'Record up to 500 anecdotes, each independently',
    problems: ['DAILY_LIMIT_REACHED'],
  },
  'POST /api/anecdotes/batch/delete': { summary: 'Delete up to 500 anecdotes, each independently' },
  'POST /api/anecdotes/batch/restore': { summary: 'Restore up to 500 anecdotes, each independently' },
  'GET /api/connections': { summary: 'Get all linked anecdotes as columns' },
  'GET /api/tags': { summary: 'List tags', problems: paging },
  'GET /api/tags/anecdotes': { summary: 'List the anecdotes with a tag', problems: paging },
  'GET /api/tags/stats': { summary: 'Count the uses of tags' },
  'POST /api/tags/rename': { summary: 'Rename a tag on all anecdotes, or merge it into another', problems: operating },
  'POST /api/tags/delete': { summary: 'Delete a tag from all anecdotes', problems: operating },
  'GET /api/operations': { summary: 'Show the progress of changes of many anecdotes' },
  'POST /api/operations/:id/undo': { summary: 'Undo a change of many anecdotes', problems: operating },
  'POST /api/operations/:id/pause': { summary: 'Pause an import', problems: ['OPERATION_NOT_FOUND'] },
  'POST /api/operations/:id/resume': { summary: 'Resume an import', problems: operating },
  'POST /api/operations/:id/cancel': {
    summary: 'Cancel an import; what it has imported stays until it is undone',
    problems: ['OPERATION_NOT_FOUND'],
  },
  'POST /api/import': {
    summary: 'Import the file in the body, or with dry_run report what would be imported',
    problems: [
      'MALFORMED_REQUEST',
      'UNSUPPORTED_MEDIA_TYPE',
      'IMPORT_UNREADABLE',
      'IMPORT_TOO_LARGE',
      'BODY_TOO_LARGE',
      ...operating,
      ...noRoom,
      'DAILY_LIMIT_REACHED',
    ],
  },
  'GET /api/history': { summary: 'List the changes of the whole journal and account', problems: paging },
  'GET /api/history/anecdotes': { summary: 'List the anecdotes that an operation or an API key changed' },
  'POST /api/history/undo': {
    summary: 'Undo what an operation or an API key did to some anecdotes',
    problems: ['DAILY_LIMIT_REACHED'],
  },
  'GET /api/export': {
    summary: 'Export the journal as a zip file, whole or filtered',
    problems: ['REAUTH_REQUIRED'],
    hasNoHead: true,
  },
  'GET /api/export/size': { summary: 'Get the size of an export' },
  'GET /api/journal.schema.json': { summary: 'Get the JSON Schema of journal.json in an export' },
  'GET /api/changes': {
    summary: 'List the changes of the journal, oldest first, or wait for the next one',
    problems: [...paging, 'LOG_REPLACED'],
  },
  'GET /api/statistics': { summary: 'Get statistics of the journal' },
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
    summary: 'Create an API key; its secret is only in this answer',
    problems: ['API_KEY_LIMIT_REACHED', 'REAUTH_REQUIRED'],
  },
  'PUT /api/api-keys/:id': { summary: 'Switch an API key on or off', problems: ['API_KEY_NOT_FOUND'] },
  'POST /api/api-keys/:id/rotate': {
    summary: 'Give an API key a new secret',
    problems: ['API_KEY_NOT_FOUND', 'API_KEY_EXPIRED', 'REAUTH_REQUIRED'],
  },
  'DELETE /api/api-keys/:id': { summary: 'Revoke an API key', problems: ['API_KEY_NOT_FOUND'] },
  'POST /api/auth/register': {
    summary: 'Register an account',
    problems: [
      ...(['USERNAME_TAKEN', 'REGISTRATION_CLOSED', 'INVITATION_NEEDED', 'INVITATION_INVALID'] as const),
      'INVITATION_FOR_ANOTHER_ADDRESS',
    ],
  },
  'POST /api/auth/check-invitation': {
    summary: 'Get the e-mail address that an invitation is for',
    problems: ['INVITATION_INVALID', 'REGISTRATION_CLOSED'],
  },
  'POST /api/auth/verify-email': { summary: 'Verify an e-mail address', problems: ['VERIFICATION_LINK_INVALID'] },
  'POST /api/auth/resend-verification-email': { summary: 'Send the verification link again by mail' },
  'POST /api/auth/login': {
    summary: 'Log in with a form or JSON',
    problems: ['LOGIN_FAILED', 'EMAIL_NOT_VERIFIED', 'ACCOUNT_DISABLED'],
  },
  'POST /api/auth/token': {
    summary: 'Log in in the format of OAuth 2',
    problems: ['LOGIN_FAILED', 'EMAIL_NOT_VERIFIED', 'ACCOUNT_DISABLED'],
  },
  'POST /api/auth/logout': { summary: 'Log out' },
  'POST /api/auth/forgot-password': { summary: 'Send a link to reset the password by mail' },
  'POST /api/auth/check-reset-link': {
    summary: 'Check a password reset link without using it',
    problems: ['RESET_LINK_INVALID'],
  },
  'POST /api/auth/reset-password': {
    summary: 'Set a new password with a password reset link',
    problems: ['RESET_LINK_INVALID'],
  },
  'POST /api/auth/change-password': { summary: 'Change the password', problems: ['WRONG_PASSWORD'] },
  'POST /api/auth/confirm-password': {
    summary: 'Confirm the password, which replaces the session',
    problems: ['WRONG_PASSWORD', 'LOGIN_FAILED'],
  },
  'GET /api/auth/me': { summary: 'Get your account' },
  'DELETE /api/auth/me': { summary: 'Erase your account permanently', problems: ['WRONG_PASSWORD'] },
  'GET /api/auth/sessions': { summary: 'List your session and the newest others, 200 at most' },
  'DELETE /api/auth/sessions/:id': { summary: 'End a session', problems: ['SESSION_NOT_FOUND'] },
  'GET /api/config': { summary: 'Get the public settings of the installation' },
  'GET /api/live': { summary: 'Follow the position of the views, as server-sent events', hasNoHead: true },
  'GET /api/openapi.json': { summary: 'Get this document' },
  'GET /api/docs': { summary: 'Read this document as a page' },
  'POST /api/analytics': { summary: 'Send usage counts of people who agreed to them' },
  'GET /api/email-tracking/stats': { summary: 'Get statistics of mails' },
  'GET /api/email-tracking/open/:token': {
    summary: 'Get the pixel of a mail, which records that the mail was opened',
    hasNoHead: true,
  },
};
