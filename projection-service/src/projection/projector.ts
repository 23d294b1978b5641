import type { JournalEvent, JournalEventType, Recorded } from '@anecdotes/contracts';
import type { Ddl, RowTable } from './table.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Writes down in `work` what `event` changes; handling an event twice leaves the same rows. */
export type Handler<Event extends JournalEvent> = (event: Recorded<Event>, work: UnitOfWork) => void;

/** An answer to every kind of event: a handler, or 'ignore'. */
export type Handlers = {
  readonly [Type in JournalEventType]: Handler<Extract<JournalEvent, { type: Type }>> | 'ignore';
};

/** Folds events into the tables of one read model. */
export type Projector = {
  readonly name: string;
  /** Changes when the same events lead to other rows; the views are then rebuilt. */
  readonly version: number;
  /** Names of its tables, for comparing generations. */
  readonly tables: readonly string[];
  readonly ddl: Ddl;
  readonly handlers: Handlers;
  /** The rows that handling `event` looks up, so that a batch's rows are read together beforehand. */
  lookUp?(event: Recorded<JournalEvent>): readonly RowReference[];
  /** True when `event` is about something that was forgotten before: no projector is told of it. */
  isOver?(event: Recorded<JournalEvent>, work: UnitOfWork): boolean;
};

export type RowReference = { readonly table: RowTable<{ id: string; revision: number }>; readonly id: string };

/** The id in a stream's name. */
export function idOf(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1);
}

/** Hands `event` to all of `projectors`, unless it is over. */
export function project(projectors: readonly Projector[], event: Recorded<JournalEvent>, work: UnitOfWork): void {
  if (projectors.some((projector) => projector.isOver?.(event, work))) return;
  for (const { handlers } of projectors) {
    const handler = handlers[event.type] as Handler<JournalEvent> | 'ignore';
    if (handler !== 'ignore') handler(event, work);
  }
}
