import type { CommandId, JournalEvent, Position, StoredEvent } from '@anecdotes/contracts';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { openEvents } from '@anecdotes/contracts/server/crypto/journal-codec';
import type { Dated, Decider } from './decider.ts';
import type { EventLog } from './event-log.ts';
import type { FoldedState, StateCache } from './vault/state-cache.ts';

/** A state and up to where it was folded: `revision` of the stream (-1 for none), `position` in the log. */
export type VersionedState<State> = { readonly state: State; readonly revision: number; readonly position: Position };

/** A stream as it was read; `isDone` is true if it holds the command that was looked for. */
export type Loaded<State> = FoldedState<State> & { readonly isDone: boolean };

export type Loading = {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly keys: EventKeys;
  /** Without it every stream is read from its beginning. */
  readonly states?: StateCache;
};

export type LoadingOptions = {
  readonly commandId?: CommandId | undefined;
  /** The command is looked for only from this revision on. */
  readonly searchFrom?: number;
  /** Events of the stream up to this position are ignored. */
  readonly emptiedAt?: Position | undefined;
};

/** Most streams have fewer events than this, and are read with one round trip. */
const FIRST_PAGE = 8;
const PAGE = 100;

/**
 * Folds the events of a stream onto its newest kept state. With `commandId`, if the stream holds that command, only up
 * to its last event, so that a repeated command gets the same answer. An event of an erased person or anecdote resets
 * the state to the initial one. Throws UnreadableEvent and MissingKey.
 */
export async function loadState<State, Event extends Dated<JournalEvent>>(
  deps: Loading,
  decider: Pick<Decider<State, never, Event, never>, 'initial' | 'evolve' | 'stateVersion'>,
  stream: string,
  options: LoadingOptions = {},
): Promise<Loaded<State>> {
  const { commandId, searchFrom = 0 } = options;
  const isOwn = ({ metadata }: StoredEvent) => metadata.command_id === commandId;
  let { folded, page, isLast } = await begin(deps, decider, stream, options);
  if (commandId !== undefined && searchFrom <= folded.revision) {
    const range = { from: searchFrom, to: folded.revision };
    if (await holds(deps.log, stream, range, isOwn)) {
      folded = emptyStream(decider.initial, options.emptiedAt);
      ({ page, isLast } = await readPage(deps.log, stream, 0, PAGE));
    }
  }
  let isDone = false;
  for (;;) {
    const end = endOfOwn(page, isOwn, isDone);
    isDone ||= page.slice(0, end).some(isOwn);
    folded = await foldOn(deps.keys, decider, folded, page.slice(0, end));
    if (isLast || end < page.length) break;
    ({ page, isLast } = await readPage(deps.log, stream, folded.revision + 1, PAGE));
  }
  if (!isDone) keepState(deps.states, decider, stream, folded);
  return { ...folded, isDone };
}

/** Keeps the newest state of a stream, if its decider allows that and the stream is long enough. */
export function keepState<State>(
  states: StateCache | undefined,
  { stateVersion }: Pick<Decider<State, never, never, never>, 'stateVersion'>,
  stream: string,
  folded: FoldedState<State>,
): void {
  if (stateVersion !== undefined && folded.revision >= FIRST_PAGE) states?.keep(stream, stateVersion, folded);
}

/** The newest kept state, and the first page of events after it. */
async function begin<State>(
  { log, states }: Loading,
  { initial, stateVersion }: Pick<Decider<State, never, never, never>, 'initial' | 'stateVersion'>,
  stream: string,
  options: LoadingOptions,
): Promise<{ folded: FoldedState<State> } & Page> {
  const empty = emptyStream(initial, options.emptiedAt);
  const isUsable = (folded?: FoldedState<unknown>) => folded?.emptiedAt === empty.emptiedAt;
  const cached = stateVersion === undefined ? undefined : states?.cached(stream, stateVersion);
  if (isUsable(cached)) {
    const behind = await readBehind(log, stream, cached as FoldedState<State>, FIRST_PAGE);
    if (behind !== undefined) return behind;
  }
  const first = await readPage(log, stream, 0, FIRST_PAGE);
  const saved = first.isLast || stateVersion === undefined ? undefined : await states?.saved(stream, stateVersion);
  const behind = isUsable(saved) ? await readBehind(log, stream, saved as FoldedState<State>, PAGE) : undefined;
  return behind ?? { folded: empty, ...first };
}

/** The first events after `folded`; undefined if it was folded from another stream, as can happen after a restore. */
async function readBehind<State>(
  log: Loading['log'],
  stream: string,
  folded: FoldedState<State>,
  limit: number,
): Promise<({ folded: FoldedState<State> } & Page) | undefined> {
  const { page, isLast } = await readPage(log, stream, folded.revision, limit);
  return page[0]?.id === folded.eventId ? { folded, page: page.slice(1), isLast } : undefined;
}

/** The folded state of a stream before any of its events. */
export function emptyStream<State>(state: State, emptiedAt: Position = 0n): FoldedState<State> {
  const start = { revision: -1, position: 0n, eventId: undefined, subject: undefined, keyId: undefined, savedAt: -1 };
  return { ...start, state, emptiedAt };
}

type Page = { readonly page: readonly StoredEvent[]; readonly isLast: boolean };

async function readPage(log: Loading['log'], stream: string, from: number, limit: number): Promise<Page> {
  const page = await log.readStream(stream, { from, limit });
  return { page, isLast: page.length < limit };
}

/** True when an event of the command is between two revisions of the stream (both included). */
async function holds(
  log: Loading['log'],
  stream: string,
  { from, to }: { from: number; to: number },
  isOwn: (event: StoredEvent) => boolean,
): Promise<boolean> {
  for (let next = to; next >= from; next -= PAGE) {
    const limit = Math.min(PAGE, next - from + 1);
    const events = await log.readStream(stream, { direction: 'backward', from: next, limit });
    if (events.some(isOwn)) return true;
  }
  return false;
}

/** How many events of `page` to fold: up to the command's last one. `isDone`: an earlier page had some of them. */
function endOfOwn(page: readonly StoredEvent[], isOwn: (event: StoredEvent) => boolean, isDone: boolean): number {
  const begin = isDone ? 0 : page.findIndex(isOwn);
  if (begin < 0) return page.length;
  const end = page.findIndex((event, index) => index >= begin && !isOwn(event));
  return end < 0 ? page.length : end;
}

async function foldOn<State, Event extends Dated<JournalEvent>>(
  keys: EventKeys,
  { initial, evolve }: Pick<Decider<State, never, Event, never>, 'initial' | 'evolve'>,
  folded: FoldedState<State>,
  events: readonly StoredEvent[],
): Promise<FoldedState<State>> {
  let { state, subject, keyId } = folded;
  const counting = events.filter(({ position }) => position > folded.emptiedAt);
  for (const { metadata } of counting) {
    subject = metadata.subject ?? subject;
    keyId = metadata.key_id ?? keyId;
  }
  for (const opened of await openEvents(counting, keys)) {
    if (opened instanceof Error) throw opened;
    // The cast below is safe, because a stream holds only events of its own aggregate.
    if (opened === 'erased') state = initial;
    else state = evolve(state, { type: opened.type, data: opened.data, at: opened.metadata.at } as Event);
  }
  const last = events.at(-1);
  const reached = last && { revision: last.revision, position: last.position, eventId: last.id };
  return { ...folded, ...reached, state, subject, keyId };
}
