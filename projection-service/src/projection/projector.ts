import type { AccountId, JournalEvent, JournalEventType, Recorded } from '@anecdotes/contracts';
import type { Counter, Derived, Facet, RowReference, RowTable, SelectedOf, Table, Use } from './table.ts';
import type { UnitOfWork } from './unit-of-work.ts';

type EventOfType<Type extends JournalEventType> = Extract<JournalEvent, { type: Type }>;

/** Notes in `work` what `event` changes; handling an event twice leaves the same rows. */
export type Handler<Event extends JournalEvent> = (event: Recorded<Event>, work: UnitOfWork) => void;

/**
 * Which rows of an account the runner removes: `journal` those of an emptied journal or an erased account, `account`
 * only those of an erased account, `nothing` none.
 */
type Forgets = 'journal' | 'account' | 'nothing';

const forgettingEvents = {
  journal: ['AccountErased', 'GuestJournalReset'],
  account: ['AccountErased'],
  nothing: [],
} as const satisfies Record<Forgets, readonly JournalEventType[]>;

type ForgettingEvent = (typeof forgettingEvents)[Forgets][number];

/** Folds events into the tables of one read model. */
export type Projector = {
  readonly name: string;
  /** Raise it when the same events lead to other rows in the same tables; the views are then rebuilt. */
  readonly version: number;
  readonly tables: readonly ReadModelTable[];
  readonly forgets: Forgets;
  readonly handlers: { readonly [Type in JournalEventType]?: Handler<EventOfType<Type>> };
  /** The rows that the handler of `event` looks up; the rows for a whole batch are loaded together beforehand. */
  lookUp?(event: Recorded<JournalEvent>): readonly RowReference[];
  /** True when `event` is about something that was erased before: no projector receives it. */
  isObsolete?(event: Recorded<JournalEvent>, work: UnitOfWork): boolean;
};

/** A table of a read model. A facet has counters beside it. */
export type ReadModelTable = RowTable<{ id: string; revision: number }> | Facet<Use> | Derived;

/**
 * Defines a projector of the events in `consumes`: `handlers` has a handler or 'ignore' for each of them and for no
 * other. Events that make the runner remove rows may be left out.
 */
export function defineProjector<Type extends JournalEventType, const Tables extends readonly ReadModelTable[]>({
  handlers,
  consumes: _consumes,
  ...rest
}: Omit<Projector, 'handlers' | 'tables'> & {
  readonly tables: Tables;
  readonly consumes: { readonly [Consumed in Type]: { readonly type: Consumed } };
  readonly handlers: {
    readonly [Handled in Exclude<Type, ForgettingEvent>]: Handler<EventOfType<Handled>> | 'ignore';
  } & { readonly [Handled in Extract<Type, ForgettingEvent>]?: Handler<EventOfType<Handled>> };
}): Omit<Projector, 'tables'> & { readonly tables: Tables } {
  const handling = Object.entries(handlers).filter(([, handler]) => handler !== 'ignore');
  return { ...rest, handlers: Object.fromEntries(handling) };
}

/** The rows that queries read from the tables of a projector, counters included. */
export type ViewsOf<P extends Pick<Projector, 'tables'>> = {
  [T in P['tables'][number] | CounterOf<P['tables'][number]> as T['name']]: SelectedOf<T>;
};

type CounterOf<T> = T extends { counters: readonly (infer C extends Counter)[] } ? C : never;

/** Every table of `projectors`, counters included. */
export function tablesOf(projectors: readonly Projector[]): readonly Table[] {
  return projectors.flatMap(({ tables }) => tables.flatMap((table) => [table, ...countersOf(table)]));
}

/** The counters over `table`, if it is a facet. */
export function countersOf(table: ReadModelTable): readonly Table[] {
  return 'counters' in table ? table.counters : [];
}

/** Every table of `projectors` whose rows are counted. */
export function facetsOf(projectors: readonly Projector[]) {
  return projectors.flatMap(({ tables }) => tables.flatMap((table) => ('counters' in table ? [table] : [])));
}

/** Every derived table of `projectors`. */
export function derivedOf(projectors: readonly Projector[]) {
  return projectors.flatMap(({ tables }) => tables.flatMap((table) => ('recompute' in table ? [table] : [])));
}

/** The id in a stream's name. */
export function idOf(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1);
}

/**
 * Changes columns of the row of the stream of `event`, unless the row shows this event already. If there is no row, what
 * it was about is gone or never had one, and nothing changes.
 */
export function changeRow<Row extends { id: string; revision: number }>(
  table: RowTable<Row>,
  { stream, revision }: Recorded<JournalEvent>,
  work: UnitOfWork,
  columns: (row: Row) => Partial<NoInfer<Row>>,
): void {
  const row = work.row(table, idOf(stream));
  if (row === undefined || row.revision >= revision) return;
  work.put(table, { ...row, ...columns(row), revision });
}

/** Passes `event` to all `projectors`, unless it is about something that was erased before (`isObsolete`). */
export function project(projectors: readonly Projector[], event: Recorded<JournalEvent>, work: UnitOfWork): void {
  if (projectors.some((projector) => projector.isObsolete?.(event, work))) return;
  for (const projector of projectors) {
    if (isForgetting(projector, event)) forgetTables(projector, event.data.account, work);
    const handle = projector.handlers[event.type] as Handler<JournalEvent> | undefined;
    handle?.(event, work);
  }
}

function isForgetting(
  { forgets }: Projector,
  event: Recorded<JournalEvent>,
): event is Recorded<EventOfType<ForgettingEvent>> {
  return forgettingEvents[forgets].some((type) => type === event.type);
}

function forgetTables({ tables }: Projector, account: AccountId, work: UnitOfWork): void {
  for (const table of tables) {
    if ('counters' in table) work.forgetUses(table, account);
    else if ('recompute' in table) work.forgetDerived(table, account);
    else work.forget(table, account);
  }
}
