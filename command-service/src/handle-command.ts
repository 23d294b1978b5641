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

/** Who sent a command, through which channel, when and under which id; the same when it is executed again. */
export type CommandMetadata = {
  readonly commandId: CommandId;
  readonly at: Date;
  readonly actor: Actor;
  readonly origin: Origin;
  readonly correlationId: string;
  /** The operation that the command is part of, if that is more than one command on one stream. */
  readonly operation?: Operation;
  /** True if the command may have been executed before, so that its events may be in the log already. */
  readonly repeated: boolean;
};

export type Handling<State, Command, Event, Context> = {
  readonly decider: Decider<State, Command, Event, Context>;
  readonly stream: string;
  /** The account under whose key personal fields are sealed. */
  readonly subject: AccountId;
  readonly command: Command;
  readonly metadata: CommandMetadata;
  /** Returns the facts that the decision needs besides the state; called again for every new decision. */
  context(state: State): Context | Promise<Context>;
  /** Assigns a key to the anecdote of the stream and returns its id; for deciders whose events are sealed under one. */
  newKeyId?(): Promise<string>;
  /** True when the stream can only exist if this very command was executed before. */
  readonly isNew?: boolean;
  /** The revision that the caller saw; the command is refused if the stream has later events that `supersedes`. */
  readonly seenRevision?: number | undefined;
  /** Whether a command that is based on an earlier state is refused after an event of this type; by default it is. */
  supersedes?(type: string): boolean;
  /** Events of the stream up to this position are ignored. */
  readonly emptiedAt?: Position;
  /** Appends in place of the log, for a command that may be written only as long as it holds a lock. */
  readonly append?: EventLog['append'] | undefined;
};

/** How often a command is decided again on the new state after another append came first. */
const DECISIONS_AGAIN = 3;

/**
 * Executes a command on one stream: reads, decides, appends all its events at once. Returns the state right after
 * the command, also when it was executed before. Throws the problem of a refusal, REVISION_CONFLICT when
 * `seenRevision` is superseded or other appends keep coming first, UNAVAILABLE when the log cannot be reached.
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
    // A command with a new id cannot be in the stream before its first attempt; after it, another process may add it.
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

/** One mutex per log: this process executes commands on the same stream one after the other. */
const mutexes = new WeakMap<EventLog, KeyedMutex>();

function inStreamOrder(log: EventLog): KeyedMutex {
  const mutex = mutexes.get(log) ?? createKeyedMutex();
  mutexes.set(log, mutex);
  return mutex;
}

/** `readUpTo`: the revision that the decision was based on; `overtakenAt`: the newest one, of another append. */
type Overtaken = { readonly readUpTo: number; readonly overtakenAt: number | null };

/** Reads, decides and appends once. Returns `Overtaken` when another append came first. */
async function attempt<State, Command, Event extends Dated<JournalEvent>, Context>(
  deps: CommandDependencies,
  handling: Handling<State, Command, Event, Context>,
  { isUnread, searchFrom }: { isUnread: boolean; searchFrom: number },
): Promise<VersionedState<State> | Overtaken> {
  const { decider, stream, command, metadata, emptiedAt = 0n, append = deps.log.append } = handling;
  const current: Loaded<State> = isUnread
    ? { ...emptyStream(decider.initial, emptiedAt), isDone: false }
    : await loadState<State, Event>(deps, decider, stream, { commandId: metadata.commandId, searchFrom, emptiedAt });
  if (current.isDone) return current;

  const decision = decider.decide(command, current.state, await handling.context(current.state));
  if ('refused' in decision) throw new Problem(decision.refused);
  if (await isSuperseded(deps, handling, current.revision)) throw conflict(current.revision);
  if (decision.events.length === 0) return current;

  const keyId = await keyIdFor(handling, decision.events, current.keyId);
  const events = await Promise.all(decision.events.map((event, index) => sealed(deps, handling, event, index, keyId)));
  const expectedRevision = current.revision < 0 ? 'no-stream' : current.revision;
  const result = await appendWithRetry({ append }, { stream, expectedRevision, events });
  const { revision: readUpTo } = current;
  if (result.status === 'appended') {
    const { revision, position } = result;
    // Another process stored the same command at another revision: the next attempt finds its state and returns it.
    if (revision !== readUpTo + decision.events.length) return { readUpTo, overtakenAt: revision };
    const state = decision.events.reduce(decider.evolve, current.state);
    const reached = { revision, position, eventId: events.at(-1)?.id };
    keepState(deps.states, decider, stream, { ...current, ...reached, state, keyId: keyId ?? current.keyId });
    return { state, revision, position };
  }
  if (await isSuperseded(deps, handling, result.revision ?? -1)) throw conflict(result.revision);
  return { readUpTo, overtakenAt: result.revision };
}

/** With more later events, the revision that the caller saw counts as superseded without a look at them. */
const LATER_EVENTS = 100;

/** True if what the caller saw is not what the stream holds at `revision`. */
async function isSuperseded(
  { log }: Pick<CommandDependencies, 'log'>,
  {
    stream,
    seenRevision,
    supersedes = () => true,
  }: { stream: string; seenRevision?: number | undefined; supersedes?(type: string): boolean },
  revision: number,
): Promise<boolean> {
  if (seenRevision === undefined || seenRevision === revision) return false;
  if (seenRevision > revision || revision - seenRevision > LATER_EVENTS) return true;
  const later = await log.readStream(stream, { from: seenRevision + 1, limit: LATER_EVENTS });
  return later.some(({ type }) => supersedes(type));
}

/** The id of the anecdote key that seals `events`, assigned with the first event; undefined if none is needed. */
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

/** The metadata of an event that results from a command. */
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
