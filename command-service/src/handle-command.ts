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
} from '@anecdotes/contracts';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { eventId } from '@anecdotes/contracts/server/crypto/identifiers';
import { sealEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { appendWithRetry } from './append-with-retry.ts';
import { createKeyedMutex, type KeyedMutex } from './concurrency/keyed-mutex.ts';
import type { Dated, Decider } from './decider.ts';
import type { EventLog } from './event-log.ts';
import { emptyStream, keepState, type Loaded, loadState, type VersionedState } from './load-state.ts';
import type { StateCache } from './vault/state-cache.ts';

export type CommandDependencies = {
  readonly log: EventLog;
  readonly keys: EventKeys;
  /** Without it every command reads its stream from the beginning. */
  readonly states?: StateCache;
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

/** How often a command is decided again on fresh state when somebody else's append came first. */
const DECISIONS_AGAIN = 3;

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
  if (isUnread) {
    const outcome = await attempt(deps, handling, { isUnread, searchFrom: Infinity });
    if ('state' in outcome) return outcome;
  }
  return inStreamOrder(deps.log)(handling.stream, async () => {
    // A command with a new id cannot be in the stream yet; once it was tried, another process may execute it too.
    let searchFrom = handling.metadata.repeated ? 0 : Infinity;
    let newest: number | null = null;
    for (let again = 0; again <= DECISIONS_AGAIN; again += 1) {
      const outcome = await attempt(deps, handling, { isUnread: false, searchFrom });
      if ('state' in outcome) return outcome;
      newest = outcome.overtakenAt;
      searchFrom = Math.min(searchFrom, outcome.readUpTo + 1);
    }
    throw conflict(newest, { retryAfter: 1 });
  });
}

/** By log: the commands of this process on one stream do not overtake each other. */
const mutexes = new WeakMap<EventLog, KeyedMutex>();

function inStreamOrder(log: EventLog): KeyedMutex {
  const mutex = mutexes.get(log) ?? createKeyedMutex();
  mutexes.set(log, mutex);
  return mutex;
}

/** `readUpTo`: the revision that was decided on; `overtakenAt`: the newest one, of somebody else's append. */
type Overtaken = { readonly readUpTo: number; readonly overtakenAt: number | null };

/** Reads, decides and appends once; tells when somebody else's append came first. */
async function attempt<State, Command, Event extends Dated<JournalEvent>, Context>(
  deps: CommandDependencies,
  handling: Handling<State, Command, Event, Context>,
  { isUnread, searchFrom }: { isUnread: boolean; searchFrom: number },
): Promise<VersionedState<State> | Overtaken> {
  const { decider, stream, command, metadata, seenRevision, emptiedAt = 0n } = handling;
  const current: Loaded<State> = isUnread
    ? { ...emptyStream(decider.initial, emptiedAt), isDone: false }
    : await loadState<State, Event>(deps, decider, stream, { commandId: metadata.commandId, searchFrom, emptiedAt });
  if (current.isDone) return current;

  const decision = decider.decide(command, current.state, await handling.context(current.state));
  if ('refused' in decision) throw new Problem(decision.refused);
  if (seenRevision !== undefined && seenRevision !== current.revision) throw conflict(current.revision);
  if (decision.events.length === 0) return current;

  const keyId = await keyIdFor(handling, decision.events, current.keyId);
  const events = await Promise.all(decision.events.map((event, index) => sealed(deps, handling, event, index, keyId)));
  const expectedRevision = current.revision < 0 ? 'no-stream' : current.revision;
  const result = await appendWithRetry(deps.log, { stream, expectedRevision, events });
  const { revision: readUpTo } = current;
  if (result.status === 'appended') {
    const { revision, position } = result;
    // Stored elsewhere in the stream by the same command in another process: what it saw there is the answer.
    if (revision !== readUpTo + decision.events.length) return { readUpTo, overtakenAt: revision };
    const state = decision.events.reduce(decider.evolve, current.state);
    const place = { revision, position, eventId: events.at(-1)?.id };
    keepState(deps.states, decider, stream, { ...current, ...place, state, keyId: keyId ?? current.keyId });
    return { state, revision, position };
  }
  if (seenRevision !== undefined) throw conflict(result.revision);
  return { readUpTo, overtakenAt: result.revision };
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
