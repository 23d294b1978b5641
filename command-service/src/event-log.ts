import type { JournalEventType, NewEvent, Position, StoredEvent } from '@anecdotes/contracts';

/** The revision a stream must have for an append to happen: none at all, exactly this one, or whatever it is. */
export type ExpectedRevision = 'no-stream' | 'any' | number;

export type Append = {
  readonly stream: string;
  readonly expectedRevision: ExpectedRevision;
  /** At least one; all of them are stored or none. */
  readonly events: readonly NewEvent[];
  /** Who waits for it, by default the actor of the first event; those of one owner are stored in the order they came. */
  readonly owner?: string;
};

/** On whose behalf an append waits. */
export function ownerOf({ owner, events }: Append): string {
  return owner ?? events[0]?.metadata.actor.account_id ?? '';
}

/** `revision` and `position` are those of the append's last event; a conflict tells the stream's, null for no stream. */
export type AppendResult =
  | { readonly status: 'appended'; readonly revision: number; readonly position: Position }
  | { readonly status: 'conflict'; readonly revision: number | null };

/** The write side of the event log. */
export type EventLog = {
  /**
   * Stores the events behind the stream's last one and answers when they are on disk. Idempotent: the same append again
   * (same event ids, same expected revision) answers as it did the first time. Throws when the log cannot be reached;
   * then the outcome is unknown and the same append may be repeated.
   */
  append(append: Append): Promise<AppendResult>;
  /** The events of a stream from revision `from` (default: the first, or backward the last); empty for no stream. */
  readStream(
    stream: string,
    options?: { direction?: 'forward' | 'backward'; from?: number; limit?: number },
  ): Promise<readonly StoredEvent[]>;
};

/** What is asked of the log as a whole, when a service starts and now and then. Each throws when it cannot be reached. */
export type LogOverview = {
  /** The first event; undefined for an empty log. */
  readFirst(): Promise<StoredEvent | undefined>;
  /** The position of the last event, 0 for an empty log. */
  head(): Promise<Position>;
  /** The events of `types` behind position `after`, in the log's order; the log leaves out the others. */
  readTypes(types: readonly JournalEventType[], after: Position): AsyncIterable<StoredEvent>;
};

/** The log as the command side needs it. */
export type WholeLog = EventLog & LogOverview;
