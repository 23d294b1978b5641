import type { JournalEventType, NewEvent, Position, StoredEvent } from '@anecdotes/contracts';

/** The condition of an append: the stream does not exist, has any revision, or has exactly this one. */
export type ExpectedRevision = 'no-stream' | 'any' | number;

export type Append = {
  readonly stream: string;
  readonly expectedRevision: ExpectedRevision;
  /** At least one event; all of them are stored, or none. */
  readonly events: readonly NewEvent[];
  /** Whose append it is, by default the actor of the first event. Those of one owner are stored in order of arrival. */
  readonly owner?: string;
};

/** The owner of an append: the given one, or else the actor of its first event. */
export function ownerOf({ owner, events }: Append): string {
  return owner ?? events[0]?.metadata.actor.account_id ?? '';
}

/** `revision` and `position` of the append's last event; in a conflict the stream's revision, null for no stream. */
export type AppendResult =
  | { readonly status: 'appended'; readonly revision: number; readonly position: Position }
  | { readonly status: 'conflict'; readonly revision: number | null };

/** The write side of the event log. */
export type EventLog = {
  /**
   * Stores the events at the end of the stream and resolves when they are on disk. Idempotent: the same append again
   * (same event ids, same expected revision) returns the same result. Throws when the log cannot be reached; the
   * outcome is then unknown and the same append may be repeated.
   */
  append(append: Append): Promise<AppendResult>;
  /** The events of a stream from revision `from` (default: the first; backward: the last); empty for no stream. */
  readStream(
    stream: string,
    options?: { direction?: 'forward' | 'backward'; from?: number; limit?: number },
  ): Promise<readonly StoredEvent[]>;
};

/** Reads of the whole log, made at the start of a service and occasionally later. Each throws if it is unreachable. */
export type LogOverview = {
  /** The first event; undefined for an empty log. */
  readFirst(): Promise<StoredEvent | undefined>;
  /** The position of the last event, 0 for an empty log. */
  head(): Promise<Position>;
  /** The events of `types` after position `after`, in the order of the log. The log itself does the filtering. */
  readTypes(types: readonly JournalEventType[], after: Position): AsyncIterable<StoredEvent>;
};

/** The log as the command side needs it. */
export type WholeLog = EventLog & LogOverview;
