import type { JournalEvent } from '@anecdotes/contracts';
import { type Handler, idOf, type Projector } from '../projection/projector.ts';
import { tagDdl, tagUses } from './table.ts';

type Content = Extract<JournalEvent, { type: 'AnecdoteCreated' | 'AnecdoteEdited' | 'AnecdoteRestored' }>;

const written: Handler<Content> = (event, work) => {
  const anecdote = idOf(event.stream);
  const { owner, tags, timestamp } = event.data;
  const uses = [...new Set(tags)].map((tag) => ({ anecdote, owner, tag, at: timestamp }));
  work.use(tagUses, anecdote, uses);
};

/** Nothing of the account's journal is shown any more. */
const forgotten: Handler<Extract<JournalEvent, { type: 'AccountErased' | 'GuestJournalReset' }>> = (event, work) => {
  work.forgetUses(tagUses, event.data.account);
};

export const tagProjector: Projector = {
  name: 'tags',
  version: 1,
  tables: ['tag_use', 'tag'],
  ddl: tagDdl,
  handlers: {
    AnecdoteCreated: written,
    AnecdoteEdited: written,
    AnecdoteRestored: written,
    AnecdoteDeleted: (event, work) => work.use(tagUses, idOf(event.stream), []),
    AnecdoteLinked: 'ignore',
    AnecdoteUnlinked: 'ignore',
    SameHereAdded: 'ignore',
    SameHereWithdrawn: 'ignore',
    AnecdoteImported: 'ignore',
    RedditPostReserved: 'ignore',
    AccountRegistered: 'ignore',
    UsernameReserved: 'ignore',
    SessionStarted: 'ignore',
    EmailReserved: 'ignore',
    EmailVerificationRequested: 'ignore',
    EmailVerified: 'ignore',
    PasswordResetRequested: 'ignore',
    PasswordChanged: 'ignore',
    AccountErased: forgotten,
    GuestJournalReset: forgotten,
    SessionEnded: 'ignore',
    ApiKeyCreated: 'ignore',
    ApiKeyActivated: 'ignore',
    ApiKeyDeactivated: 'ignore',
    ApiKeyRotated: 'ignore',
    ApiKeyDeleted: 'ignore',
    MailSent: 'ignore',
    MailOpened: 'ignore',
  },
};
