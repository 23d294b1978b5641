/** The events that a history tells, by what they are about. */
export const historyTypes = {
  anecdote: [
    'AnecdoteCreated',
    'AnecdoteEdited',
    'AnecdoteLinked',
    'AnecdoteUnlinked',
    'AnecdoteDeleted',
    'AnecdoteRestored',
    'AnecdoteErased',
  ],
  account: [
    'AccountInvited',
    'AccountRegistered',
    'EmailVerificationRequested',
    'EmailVerified',
    'PasswordResetRequested',
    'PasswordChanged',
    'JournalExported',
    'AccountRead',
    'AccountDisabled',
    'AccountEnabled',
    'SessionStarted',
    'SessionEnded',
  ],
  key: ['ApiKeyCreated', 'ApiKeyActivated', 'ApiKeyDeactivated', 'ApiKeyRotated', 'ApiKeyDeleted'],
} as const;

/** What `GET /history` can be narrowed to: an import is an anecdote that came with an import, batch or sample data. */
export const historyKinds = ['anecdote', 'import', 'account', 'key'] as const;
export type HistoryKind = (typeof historyKinds)[number];
