import { accountEvents, anecdoteEvents, type JournalEvent, type Recorded } from '@anecdotes/contracts';
import { defineProjector, type Handler, idOf } from '../projection/projector.ts';
import type { RowReference } from '../projection/table.ts';
import type { UnitOfWork } from '../projection/unit-of-work.ts';
import { journalScope } from './table.ts';

const emptied: Handler<JournalEvent> = (event, work) => ignoreEventsUpTo(event, work, 'shared');
const erased: Handler<JournalEvent> = (event, work) => ignoreEventsUpTo(event, work, 'erased');

/**
 * Knows which events are obsolete: those of an erased account, and those of anecdotes that were created before the
 * shared journal was emptied. A command that was running at that moment may still have appended one.
 */
export const journalScopeProjector = defineProjector({
  name: 'journal-scope',
  version: 1,
  tables: [journalScope],
  consumes: {
    AnecdoteCreated: anecdoteEvents.AnecdoteCreated,
    AccountRegistered: accountEvents.AccountRegistered,
    AccountErased: accountEvents.AccountErased,
    GuestJournalReset: accountEvents.GuestJournalReset,
  },
  forgets: 'nothing',
  lookUp(event) {
    const account: RowReference = { table: journalScope, id: accountOf(event) };
    return isAfterCreation(event) ? [account, { table: journalScope, id: idOf(event.stream) }] : [account];
  },
  isObsolete(event, work) {
    const scope = work.row(journalScope, accountOf(event));
    if (scope === undefined) return false;
    if (scope.kind === 'erased' || event.position <= BigInt(scope.emptied_at ?? 0)) return true;
    return isAfterCreation(event) && work.row(journalScope, idOf(event.stream)) === undefined;
  },
  handlers: {
    AccountRegistered(event, work) {
      if (event.data.role === 'guest') ignoreEventsUpTo(event, work, 'shared');
    },
    GuestJournalReset: emptied,
    AccountErased: erased,
    AnecdoteCreated(event, work) {
      const { owner } = event.data;
      if (work.row(journalScope, owner) === undefined) return;
      const id = idOf(event.stream);
      work.put(journalScope, { id, account: owner, kind: 'anecdote', emptied_at: null, revision: event.revision });
    },
  },
});

/** True for events of an anecdote after its creation. */
function isAfterCreation({ type, stream }: Recorded<JournalEvent>): boolean {
  return type !== 'AnecdoteCreated' && stream.startsWith('anecdote-');
}

function accountOf({ data }: Recorded<JournalEvent>): string {
  return 'owner' in data ? data.owner : data.account;
}

/** From `event` on, only later events of its account count. */
function ignoreEventsUpTo(event: Recorded<JournalEvent>, work: UnitOfWork, kind: 'shared' | 'erased'): void {
  const { position, revision } = event;
  const account = accountOf(event);
  work.forget(journalScope, account);
  work.put(journalScope, { id: account, account, kind, emptied_at: String(position), revision });
}
