import {
  type AccountId,
  type Actor,
  type CommandId,
  definitionOf,
  type EventId,
  type EventMetadata,
  type JournalEvent,
  type NewEvent,
  type Operation,
  type Origin,
  type Position,
  Problem,
  type StoredEvent,
} from '@anecdotes/contracts';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { eventId } from '@anecdotes/contracts/server/crypto/identifiers';
import { openEvents, sealEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { appendWithRetry } from './append-with-retry.ts';
import { createKeyedMutex } from './concurrency/keyed-mutex.ts';
import type { Dated, Decider } from './decider.ts';
import type { EventLog } from './event-log.ts';

export type CommandDependencies = {
  readonly log: EventLog;
  readonly keys: EventKeys;
  readonly clock: () => Date;
  readonly newId: () => string;
};

/** Who sent a command, through what, and under which id and time; the same whenever it is executed again. */
export type CommandMetadata = {
  readonly commandId: CommandId;
  readonly at: Date;
  readonly actor: Actor;
  readonly origin: Origin;
  readonly correlationId: string;
  /** What the command is part of, where that is more than one command on one stream. */
  readonly operation?: Operation;
  /** The command may have been executed before, as far as its events in the log. */
  readonly repeated: boolean;
};

export type Handling<State, Command, Event, Context> = {
  readonly decider: Decider<State, Command, Event, Context>;
  readonly stream: string;
  /** The account under whose key personal fields are sealed. */
  readonly subject: AccountId;
  readonly command: Command;
  readonly metadata: CommandMetadata;
  /** The facts that the decision needs beside the state; asked again when it is made again. */
  context(state: State): Context | Promise<Context>;
  /** A new key for the anecdote of the stream; for deciders whose events are sealed under one. */
  newKeyId?(): Promise<string>;
  /** True when the stream can only exist if this very command was executed before. */
  readonly isNew?: boolean;
  /** The revision that the caller saw; a newer one refuses the command. */
  readonly seenRevision?: number | undefined;
  /** Events of the stream up to here no longer count. */
  readonly emptiedAt?: Position;
};

/** A state and its place: `revision` of the stream (-1 for none), `position` in the log. */
export type VersionedState<State> = { readonly state: State; readonly revision: number; readonly position: Position };

/** How often a command is decided again on fresh state when somebody else's append came first. */
const DECISIONS_AGAIN = 3;
/** By stream: those of this process that were overtaken do not overtake each other again. */
const retryWithLock = createKeyedMutex();

/**
 * Executes a command on one stream: reads, decides, appends all its events at once. Returns the state right after
 * the command, also when it was executed before. Throws the problem of a refusal, REVISION_CONFLICT when
 * `seenRevision` is not the newest or the stream does not come to rest, UNAVAILABLE when the log cannot be reached.
 */
export async function handleCommand<State, Command, Event extends Dated<JournalEvent>, Context>(
  deps: CommandDependencies,
  handling: Handling<State, Command, Event, Context>,
): Promise<VersionedState<State>> {
  const isUnread = handling.isNew === true && !handling.metadata.repeated;
  const first = await attempt(deps, handling, isUnread);
  if ('state' in first) return first;
  return retryWithLock(handling.stream, async () => {
    let newest = first.overtakenAt;
    for (let again = 0; again < DECISIONS_AGAIN; again += 1) {
      const outcome = await attempt(deps, handling, false);
      if ('state' in outcome) return outcome;
      newest = outcome.overtakenAt;
    }
    throw conflict(newest, { retryAfter: 1 });
  });
}

/** Reads, decides and appends once; the newest revision when somebody else's append came first. */
async function attempt<State, Command, Event extends Dated<JournalEvent>, Context>(
  deps: CommandDependencies,
  handling: Handling<State, Command, Event, Context>,
  isUnread: boolean,
): Promise<VersionedState<State> | { overtakenAt: number | null }> {
  const { decider, stream, command, metadata, seenRevision, emptiedAt = 0n } = handling;
  const current: Loaded<State> = isUnread
    ? { state: decider.initial, revision: -1, position: 0n, isDone: false, keyId: undefined }
    : await loadState<State, Event>(deps, decider, stream, { commandId: metadata.commandId, emptiedAt });
  if (current.isDone) return current;

  const decision = decider.decide(command, current.state, await handling.context(current.state));
  if ('refused' in decision) throw new Problem(decision.refused);
  if (seenRevision !== undefined && seenRevision !== current.revision) throw conflict(current.revision);
  if (decision.events.length === 0) return current;

  const keyId = await keyIdFor(handling, decision.events, current.keyId);
  const result = await appendWithRetry(deps.log, {
    stream,
    expectedRevision: current.revision < 0 ? 'no-stream' : current.revision,
    events: await Promise.all(decision.events.map((event, index) => sealed(deps, handling, event, index, keyId))),
  });
  if (result.status === 'appended') {
    // Stored elsewhere in the stream by the same command in another process: what it saw there is the answer.
    if (result.revision !== current.revision + decision.events.length) return { overtakenAt: result.revision };
    const state = decision.events.reduce(decider.evolve, current.state);
    return { state, revision: result.revision, position: result.position };
  }
  if (seenRevision !== undefined) throw conflict(result.revision);
  return { overtakenAt: result.revision };
}

/** A stream as `loadState` found it; `keyId` names the key that seals the anecdote of the stream. */
type Loaded<State> = VersionedState<State> & { readonly isDone: boolean; readonly keyId: string | undefined };

/**
 * Folds the events of a stream that lie after `emptiedAt`. With `commandId` only up to that command's last event when
 * the stream holds it (`isDone`), and then all of them: what was done is answered as it was then. What was erased is
 * forgotten: the state begins anew behind it. Throws UnreadableEvent and MissingKey.
 */
export async function loadState<State, Event extends Dated<JournalEvent>>(
  deps: Pick<CommandDependencies, 'log' | 'keys'>,
  decider: Pick<Decider<State, never, Event, never>, 'initial' | 'evolve'>,
  stream: string,
  { commandId, emptiedAt = 0n }: { commandId?: CommandId; emptiedAt?: Position } = {},
): Promise<Loaded<State>> {
  const all = await deps.log.readStream(stream);
  const last = all.findLastIndex(({ metadata }) => metadata.command_id === commandId);
  const isDone = last >= 0;
  const events = isDone ? all.slice(0, last + 1) : all;
  const counting = isDone ? events : events.filter(({ position }) => position > emptiedAt);
  let state = decider.initial;
  for (const opened of await openEvents(counting, deps.keys)) {
    if (opened instanceof Error) throw opened;
    // A stream holds the events of its own aggregate only.
    if (opened === 'erased') state = decider.initial;
    else state = decider.evolve(state, { type: opened.type, data: opened.data, at: opened.metadata.at } as Event);
  }
  const { revision, position } = events.at(-1) ?? { revision: -1, position: 0n };
  return { state, revision, position, isDone, keyId: counting.findLast(hasKeyId)?.metadata.key_id };
}

function hasKeyId({ metadata }: StoredEvent): boolean {
  return metadata.key_id !== undefined;
}

/** The key that seals `events`: that of the anecdote, which gets one with its first event; undefined for other events. */
async function keyIdFor(
  { newKeyId }: { newKeyId?(): Promise<string> },
  events: readonly JournalEvent[],
  known: string | undefined,
): Promise<string | undefined> {
  const isNeeded = events.some(({ type }) => definitionOf(type)?.sealedUnder === 'anecdote-key');
  return isNeeded ? (known ?? newKeyId?.()) : undefined;
}

function sealed<State, Command, Event extends Dated<JournalEvent>, Context>(
  { keys }: CommandDependencies,
  { stream, subject, metadata }: Handling<State, Command, Event, Context>,
  event: Event,
  index: number,
  keyId: string | undefined,
): Promise<NewEvent> {
  const id = eventId(metadata.commandId, stream, index) as EventId;
  return sealEvent(stream, event, { id, metadata: metadataOf(event, subject, metadata, keyId) }, keys);
}

/** The metadata of an event that a command led to. */
export function metadataOf(
  event: Dated<JournalEvent>,
  subject: AccountId,
  metadata: CommandMetadata,
  keyId?: string,
): EventMetadata {
  const definition = definitionOf(event.type);
  if (definition === undefined) throw new Error(`no definition of event ${event.type}`);
  return {
    schema_version: definition.version,
    command_id: metadata.commandId,
    correlation_id: metadata.correlationId,
    causation_id: metadata.commandId,
    actor: metadata.actor,
    origin: metadata.origin,
    at: event.at,
    subject: definition.personalFields.length > 0 ? subject : null,
    ...(keyId !== undefined && definition.sealedUnder === 'anecdote-key' && { key_id: keyId }),
    ...(metadata.operation && { operation: metadata.operation }),
  };
}

function conflict(revision: number | null, hint: { retryAfter?: number } = {}): Problem {
  return new Problem('REVISION_CONFLICT', { ...hint, ...(revision !== null && { revision }) });
}
