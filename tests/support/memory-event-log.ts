import type { Append, AppendResult, EventLog, WholeLog } from '@anecdotes/command-service/event-log';
import type { StoredEvent } from '@anecdotes/contracts';
import { createNotifier } from '@anecdotes/contracts/server/concurrency/notifier';
import { followLog } from '@anecdotes/deploy/embedded/event-store-follow';
import { bytesOf, type EventSource } from '@anecdotes/projection-service/event-source';
import { readStreamsIndividually } from '@anecdotes/projection-service/read-streams';

/** An event log in memory, to append to and to follow, for tests of code that needs any log. */
export function createMemoryEventLog(now: () => Date = () => new Date()): WholeLog & EventSource {
  const events: StoredEvent[] = [];
  const appended = createNotifier();
  const ofStream = (stream: string) => events.filter((event) => event.stream === stream);
  const head = async () => BigInt(events.length);
  const readPage = async (after: bigint, size: number, bytes: number) => {
    const found: StoredEvent[] = [];
    for (let rest = bytes; found.length < size; ) {
      const event = events[Number(after) + found.length];
      rest -= event === undefined ? 0 : bytesOf(event);
      if (event === undefined || (found.length > 0 && rest < 0)) break;
      found.push(event);
    }
    return { events: found, isFull: events.length > Number(after) + found.length };
  };

  async function readStream(stream: string, options: Parameters<EventLog['readStream']>[1] = {}) {
    const { direction = 'forward', from, limit } = options;
    const found = ofStream(stream);
    if (direction === 'backward') found.reverse();
    return found
      .filter(({ revision }) => from === undefined || (direction === 'forward' ? revision >= from : revision <= from))
      .slice(0, limit);
  }

  return {
    async append(append) {
      if (append.events.length === 0) throw new Error('an append needs an event');
      const stored = alreadyStored(events, append);
      if (stored !== undefined) return stored;
      const revision = ofStream(append.stream).at(-1)?.revision ?? null;
      if (!isExpected(append, revision)) return { status: 'conflict', revision };
      const first = (revision ?? -1) + 1;
      append.events.forEach((event, offset) => {
        const place = { stream: append.stream, revision: first + offset, position: BigInt(events.length + 1) };
        events.push({ ...structuredClone(event), ...place, recordedAt: now() });
      });
      appended.notify();
      return { status: 'appended', revision: first + append.events.length - 1, position: BigInt(events.length) };
    },
    readStream,
    readStreams: (streams, options) => readStreamsIndividually(readStream, streams, options),
    idAt: async (position) => events[Number(position) - 1]?.id,
    readFirst: async () => events[0],
    async *readTypes(types, after) {
      yield* events.filter(({ type, position }) => position > after && types.some((wanted) => wanted === type));
    },
    head,
    end: head,
    follow: (options) => followLog({ readPage, head, appended, onError: () => {} }, options),
  };
}

function alreadyStored(events: readonly StoredEvent[], append: Append): AppendResult | undefined {
  const ids = new Set<string>(append.events.map(({ id }) => id));
  const stored = events.filter(({ id }) => ids.has(id));
  const last = stored.at(-1);
  if (last === undefined) return undefined;
  if (stored.length < ids.size || stored.some(({ stream }) => stream !== append.stream)) {
    throw new Error('event ids are used by other events');
  }
  return { status: 'appended', revision: last.revision, position: last.position };
}

function isExpected({ expectedRevision }: Append, revision: number | null): boolean {
  if (expectedRevision === 'any') return true;
  return expectedRevision === 'no-stream' ? revision === null : revision === expectedRevision;
}
