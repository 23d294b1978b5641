import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A stored event as EventStoreDB keeps it: its place, and bytes that it does not interpret. */
export type LoggedEvent = {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly created: Date;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

export type ProposedEvent = Pick<LoggedEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;
export type Expected = 'any' | 'no-stream' | 'stream-exists' | number;

export type Outcome =
  | { readonly is: 'stored'; readonly revision: number; readonly position: bigint }
  | { readonly is: 'wrong-version'; readonly current: number | null }
  | { readonly is: 'stream-deleted' };

/** The log of a test server; several servers may use one, and it outlives them. */
export type TestLog = {
  readonly events: readonly LoggedEvent[];
  append(stream: string, expected: Expected, proposed: readonly ProposedEvent[]): Outcome;
  /** Hides the events so far; the stream may be begun again. */
  softDelete(stream: string, expected: Expected): Outcome;
  /** Closes the stream permanently. */
  tombstone(stream: string, expected: Expected): Outcome;
  /** Undefined when the stream does not exist. */
  read(stream: string): readonly LoggedEvent[] | 'stream-deleted' | undefined;
  /** Index of the first event after `position`. */
  indexAfter(position: bigint): number;
  /** True for the position of an event and for any beyond the end; false for a number between two positions. */
  isPosition(position: bigint): boolean;
  onAppended(listener: () => void): () => void;
  /** Forgets the ids of recent events, as a server does when it ends. */
  forgetRecentIds(): void;
};

type Stream = { events: LoggedEvent[]; hidden: number; tombstoned: boolean };

const FIRST_POSITION = 1_318n;
const HEADER_BYTES = 137;
const TOMBSTONE_REVISION = Number.MAX_SAFE_INTEGER;

/**
 * A log with the rules of EventStoreDB: positions have gaps, expected revisions are checked, an append that is repeated
 * with the same ids and the same expected revision is stored once, and ids may be used again in another stream. With
 * `file` the log is kept in that file.
 */
export function createTestLog(file?: string): TestLog {
  const events: LoggedEvent[] = [];
  const streams = new Map<string, Stream>();
  const recent = new Map<string, LoggedEvent>();
  const listeners = new Set<() => void>();
  let next = FIRST_POSITION;

  const streamOf = (name: string): Stream => {
    const known = streams.get(name);
    if (known !== undefined) return known;
    const made = { events: [], hidden: 0, tombstoned: false };
    streams.set(name, made);
    return made;
  };
  const lastOf = (name: string): number => streams.get(name)?.events.at(-1)?.revision ?? -1;

  function indexAfter(position: bigint): number {
    let [low, high] = [0, events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((events[middle]?.position ?? 0n) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function write(stream: string, proposed: ProposedEvent, revision: number, created = new Date()): LoggedEvent {
    const event = { ...proposed, stream, revision, position: next, created };
    next += BigInt(HEADER_BYTES + proposed.data.length + proposed.metadata.length);
    events.push(event);
    streamOf(stream).events.push(event);
    return event;
  }

  function keep(line: object): void {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
    for (const listener of listeners) listener();
  }

  function check(stream: string, expected: Expected, proposed: readonly ProposedEvent[]): Outcome | undefined {
    const last = lastOf(stream);
    const wrong: Outcome = { is: 'wrong-version', current: last < 0 ? null : last };
    if (streams.get(stream)?.tombstoned) return { is: 'stream-deleted' };
    if (expected === 'stream-exists') return last < 0 ? wrong : undefined;
    if (expected === 'any') {
      const known = proposed.map(({ id }) => recent.get(id)).filter((event) => event?.stream === stream);
      if (known.length === 0) return undefined;
      const final = known.at(-1);
      if (known.length < proposed.length || final === undefined) return wrong;
      return { is: 'stored', revision: final.revision, position: final.position };
    }
    const revision = expected === 'no-stream' ? -1 : expected;
    if (revision === last) return undefined;
    if (revision > last) return wrong;
    const stored = streamOf(stream).events.slice(revision + 1, revision + 1 + proposed.length);
    const isRepeated = stored.length === proposed.length && stored.every(({ id }, index) => id === proposed[index]?.id);
    const final = stored.at(-1);
    if (isRepeated && final !== undefined) {
      return { is: 'stored', revision: final.revision, position: final.position };
    }
    const isHidden = (streams.get(stream)?.hidden ?? 0) > last;
    return expected === 'no-stream' && isHidden ? undefined : wrong;
  }

  function append(stream: string, expected: Expected, proposed: readonly ProposedEvent[]): Outcome {
    const decided = check(stream, expected, proposed);
    if (decided !== undefined) return decided;
    let revision = lastOf(stream);
    let position = 0n;
    const created = new Date();
    for (const event of proposed) {
      revision += 1;
      const logged = write(stream, event, revision, created);
      recent.set(event.id, logged);
      position = logged.position;
    }
    keep({ stream, created, events: proposed.map(toLine) });
    return { is: 'stored', revision, position };
  }

  function softDelete(stream: string, expected: Expected): Outcome {
    const last = lastOf(stream);
    if (last < 0 || (typeof expected === 'number' && expected !== last)) {
      return { is: 'wrong-version', current: last < 0 ? null : last };
    }
    const revision = lastOf(`$$${stream}`) + 1;
    const { position } = write(`$$${stream}`, systemEvent('$metadata', `{"$tb":${last + 1}}`), revision);
    streamOf(stream).hidden = last + 1;
    keep({ softDelete: stream });
    return { is: 'stored', revision, position };
  }

  function tombstone(stream: string, expected: Expected): Outcome {
    if (streams.get(stream)?.tombstoned) return { is: 'stream-deleted' };
    const last = lastOf(stream);
    if (typeof expected === 'number' && expected !== last) return { is: 'wrong-version', current: last };
    const { position } = write(stream, systemEvent('$streamDeleted', ''), TOMBSTONE_REVISION);
    streamOf(stream).tombstoned = true;
    keep({ tombstone: stream });
    return { is: 'stored', revision: TOMBSTONE_REVISION, position };
  }

  function load(path: string): void {
    for (const text of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
      const line = JSON.parse(text) as Line;
      if (line.softDelete !== undefined) softDelete(line.softDelete, 'any');
      if (line.tombstone !== undefined) tombstone(line.tombstone, 'any');
      if (line.stream === undefined) continue;
      for (const event of line.events)
        write(line.stream, fromLine(event), lastOf(line.stream) + 1, new Date(line.created));
    }
  }

  write('$users', systemEvent('$UserCreated', '{}'), 0);
  if (file !== undefined && existsSync(file)) {
    const path = file;
    file = undefined;
    load(path);
    file = path;
  }

  return {
    events,
    append,
    softDelete,
    tombstone,
    read(name) {
      const stream = streams.get(name);
      if (stream === undefined) return undefined;
      if (stream.tombstoned) return 'stream-deleted';
      const seen =
        stream.hidden === 0 ? stream.events : stream.events.filter(({ revision }) => revision >= stream.hidden);
      return seen.length === 0 ? undefined : seen;
    },
    indexAfter,
    isPosition(position) {
      const last = events.at(-1)?.position ?? 0n;
      return position > last || events[indexAfter(position) - 1]?.position === position;
    },
    onAppended(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forgetRecentIds: () => recent.clear(),
  };
}

/** An event that the server itself writes. */
export function systemEvent(type: string, data: string): ProposedEvent {
  return {
    id: crypto.randomUUID(),
    type,
    contentType: 'application/json',
    data: Buffer.from(data),
    metadata: new Uint8Array(),
  };
}

type EventLine = { id: string; type: string; contentType: string; data: string; metadata: string };
type Line = { stream?: string; created: string; events: EventLine[]; softDelete?: string; tombstone?: string };

function toLine({ id, type, contentType, data, metadata }: ProposedEvent): EventLine {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return { id, type, contentType, data: text(data), metadata: text(metadata) };
}

function fromLine({ id, type, contentType, data, metadata }: EventLine): ProposedEvent {
  return { id, type, contentType, data: Buffer.from(data, 'base64'), metadata: Buffer.from(metadata, 'base64') };
}
