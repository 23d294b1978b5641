import type { HistoryEntry, HistoryKind, HistoryType, Operation, StateField } from '@anecdotes/contracts';
import { fields } from '../../anecdote/fields.ts';
import { counted, format } from '../../lib/format.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

const listOf = (named: readonly StateField[]) => list.format(new Set(named.map((field) => fields[field].name)));

const one: Record<HistoryType, string> = {
  AnecdoteCreated: 'Written',
  AnecdoteEdited: 'Changed',
  AnecdoteLinked: 'Connected',
  AnecdoteUnlinked: 'Connection removed',
  AnecdoteDeleted: 'Deleted',
  AnecdoteRestored: 'Restored from the trash',
  AnecdoteErased: 'An anecdote was erased for good',
  AccountInvited: 'Invited to register',
  AccountRegistered: 'Account created',
  EmailVerificationRequested: 'An email to verify the address was requested',
  EmailVerified: 'Email address verified',
  PasswordResetRequested: 'A link to reset the password was requested',
  PasswordChanged: 'Password changed',
  JournalExported: 'Journal exported',
  AccountRead: 'Somebody with the master key of this installation read the account',
  AccountDisabled: 'Account disabled',
  AccountEnabled: 'Account enabled again',
  SessionStarted: 'Signed in',
  SessionEnded: 'Signed out',
  ApiKeyCreated: 'API key created',
  ApiKeyActivated: 'API key switched on',
  ApiKeyDeactivated: 'API key switched off',
  ApiKeyRotated: 'API key rotated',
  ApiKeyDeleted: 'API key deleted',
};

const manyAnecdotes: Partial<Record<HistoryType, string>> = {
  AnecdoteCreated: 'written',
  AnecdoteDeleted: 'deleted',
  AnecdoteRestored: 'restored',
};

const channels: Record<HistoryEntry['through']['channel'], string> = {
  web: 'in the web app',
  api: 'through an API key',
  import: 'by an import',
  system: 'by the service',
  operator: 'by whoever runs this server',
};

const operations: Record<Operation['kind'], string> = {
  batch: 'in one batch',
  import: 'by an import',
  restore: 'by undoing a deletion',
  'sample-data': 'with the sample data',
  tags: 'by a change of a tag',
  undo: 'by undoing changes',
};

const kinds: Record<HistoryKind | 'all', string> = {
  all: 'Everything',
  anecdote: 'Anecdotes',
  import: 'Imports',
  account: 'Sign-ins',
  key: 'API keys',
};

/** The sentences about what happened. */
export const historyStrings = {
  changes: 'Changes',
  show: 'Show changes',
  hide: 'Hide changes',
  loading: 'Loading…',
  failed: 'Failed to load what happened',
  more: 'Show earlier',
  what: one,
  many: (anecdotes: number, type: HistoryType) =>
    `${format.number(anecdotes)} anecdotes ${manyAnecdotes[type] ?? 'changed'}`,
  signedOut: (sessions: number) => `${one.SessionEnded} of ${format.number(sessions)} sessions`,
  changed: (changed: readonly StateField[]) => `Changed ${listOf(changed)}`,
  through: ({ channel, key }: HistoryEntry['through']) =>
    key?.name ? `through the key “${key.name}”` : channels[channel],
  operation: ({ kind }: Operation) => operations[kind],
  showEach: (changes: number) => `Show each of the ${format.number(changes)}`,
  compare: 'Compare',
  restore: 'Restore',
  restoreThis: 'Restore this state',
  of: (action: string, moment: string) => `${action}: ${moment}`,
  now: 'Now',
  restored: 'The earlier state is restored',
  restoredWithout: {
    PARENT_NOT_FOUND: 'Restored without its connection: the anecdote that it continued is gone',
    CONNECTION_LOOP: 'Restored without its connection: it would make a loop now',
    CHAIN_TOO_LONG: 'Restored without its connection: the chain above it is too long now',
  },
  restoreFailed: 'Failed to restore the earlier state',
  difference: {
    title: 'Difference',
    from: 'From',
    to: 'To',
    none: 'Both states are the same.',
    legend: 'Removed is struck through, added is underlined.',
    added: 'added:',
    removed: 'removed:',
    empty: 'none',
  },
  trash: {
    title: 'Trash',
    lead: 'Deleted anecdotes can be restored for 30 days.',
    failed: 'Failed to load the trash',
    emptyTitle: 'The trash is empty',
    emptyText: 'What you delete can be restored from here for 30 days.',
    deletedAt: (moment: string) => `Deleted ${moment}`,
    daysLeft: (days: number) => `${counted(days, 'day')} left`,
    unsavedEdit: 'Your unsaved edit: ',
    restoreNamed: (text: string) => `Restore “${text}”`,
    eraseNamed: (text: string) => `Erase for good… “${text}”`,
    restoreAll: 'Restore all',
    someLeft: (restored: number, left: number, reason: string) =>
      `${format.number(restored)} restored, ${format.number(left)} left in the trash: ${reason}`,
  },
  undo: {
    operation: 'Undo everything of this operation',
    key: 'Undo everything through this key',
    about: (anecdotes: number) =>
      anecdotes === 0
        ? 'No anecdote was changed.'
        : `This is about ${anecdotes === 1 ? 'one anecdote' : `${format.number(anecdotes)} anecdotes`}. What was changed again since stays as it is.`,
    progress: (done: number, total: number) => `${format.number(done)} of ${format.number(total)}`,
    undone: (anecdotes: number) =>
      anecdotes === 1 ? 'One anecdote undone.' : `${format.number(anecdotes)} anecdotes undone.`,
    notUndone: (anecdotes: number) =>
      anecdotes === 1
        ? 'One was not undone, or only in part:'
        : `${format.number(anecdotes)} were not undone, or only in part:`,
    changedSince: (changed: readonly StateField[]) => `Changed again since: ${listOf(changed)}`,
    failed: 'Failed to undo everything. What was undone stays undone. Try again to continue.',
  },
  activity: {
    title: 'Activity',
    lead: 'What changed in your journal and account, and through what.',
    kind: 'Show',
    kinds,
    from: 'From',
    until: 'To',
    onlyKey: (name: string) => `Only through the key “${name}”`,
    onlyOperation: 'Only this operation',
    unfiltered: 'Show everything',
    unnamedKey: 'a deleted key',
    emptyTitle: 'No changes',
    emptyText: 'No change matches these filters.',
  },
} as const;
