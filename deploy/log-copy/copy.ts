import { createHash } from 'node:crypto';
import { appendWithRetry } from '@anecdotes/command-service/append-with-retry';
import type { Append, EventLog } from '@anecdotes/command-service/event-log';
import type { Position, StoredEvent } from '@anecdotes/contracts';
import { contentOf } from '@anecdotes/contracts/server/transparency/event-entry';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { eventsOf } from '../shared/events-of.ts';
import type { Progress } from '../shared/progress.ts';

export type Copied = {
  /** The number of events that were copied now; `present` is that of those the target held before. */
  copied: number;
  present: number;
  /** SHA-256 over the events, the same for both logs. */
  digest: string;
};

/** Thrown when the source is empty or the target not a prefix of it; the message says what to do. */
export class CopyRefused extends Error {
  override name = 'CopyRefused';
}

/** A log that can be copied. */
export type ReadableLog = Pick<EventSource, 'head' | 'follow' | 'idAt'>;

/** Appends in flight at once. */
const WINDOW = 64;
/** Events and characters of one append; servers refuse more than a megabyte. */
const LARGEST_APPEND = { events: 100, characters: 400_000 };

/**
 * Copies what `target` does not hold of `source`, in the source's order, with ids, types, data and metadata, and then
 * compares both logs from beginning to end. Throws CopyRefused when they differ, or when `source` is empty.
 */
export async function copyLog(
  source: ReadableLog,
  target: EventLog & EventSource,
  progress: Progress,
): Promise<Copied> {
  const until = await source.head();
  const events = eventsOf(source, until);
  try {
    const present = await passCommonBeginning(events, target, until, progress);
    const copied = await appendRest(events, target, until, progress);
    if (present + copied === 0) throw new CopyRefused('The source holds no events. Check --from.');
    const digest = await compare(source, target, until, progress);
    return { copied, present, digest };
  } finally {
    await events.return();
  }
}

/** Consumes those of `events` that the target already holds, and returns their number. */
async function passCommonBeginning(
  events: AsyncGenerator<StoredEvent, void, void>,
  target: EventSource,
  until: Position,
  progress: Progress,
): Promise<number> {
  let present = 0;
  for await (const stored of eventsOf(target, await target.head())) {
    const { value } = await events.next();
    if (!value) {
      throw new CopyRefused('The target holds more events than the source. Check that the two are not swapped.');
    }
    if (contentOf(value) !== contentOf(stored)) {
      throw new CopyRefused(
        `The target holds another event at position ${stored.position} (${stored.stream}, revision ` +
          `${stored.revision}) than the source at position ${value.position} (${value.stream}, revision ` +
          `${value.revision}). Copy to an empty log.`,
      );
    }
    present += 1;
    progress.step('Comparing', value.position, until);
  }
  return present;
}

async function appendRest(
  events: AsyncGenerator<StoredEvent, void, void>,
  target: EventLog,
  until: Position,
  progress: Progress,
): Promise<number> {
  let copied = 0;
  let window: StoredEvent[][] = [];
  const flush = async () => {
    await appendInOrder(window, target);
    copied += window.reduce((sum, run) => sum + run.length, 0);
    const last = window.at(-1)?.at(-1);
    if (last !== undefined) progress.step('Copying', last.position, until);
    window = [];
  };
  let run: StoredEvent[] = [];
  let characters = 0;
  for (let next = await events.next(); !next.done; next = await events.next()) {
    const event = next.value;
    const size = contentOf(event).length;
    const fits = run.length < LARGEST_APPEND.events && characters + size <= LARGEST_APPEND.characters;
    if (run[0]?.stream !== event.stream || !fits) {
      // A stream that is in the window already waits until its earlier events are stored, which keeps their order.
      const isAgain = window.some(([first]) => first?.stream === event.stream);
      if (window.length === WINDOW || isAgain) await flush();
      run = [];
      characters = 0;
      window.push(run);
    }
    run.push(event);
    characters += size;
  }
  await flush();
  return copied;
}

/** Both kinds of log store concurrent appends in the order of sending; the comparison at the end verifies that. */
async function appendInOrder(window: readonly StoredEvent[][], target: EventLog): Promise<void> {
  const results = await Promise.all(window.map((run) => appendWithRetry(target, appendOf(run))));
  for (const [index, result] of results.entries()) {
    const last = window[index]?.at(-1);
    if (result.status === 'appended' && result.revision === last?.revision) continue;
    throw new CopyRefused(
      `The target refused ${last?.stream} at revision ${last?.revision}. Stop every program that writes to it.`,
    );
  }
}

function appendOf(run: readonly StoredEvent[]): Append {
  const [first] = run;
  if (first === undefined) throw new Error('an append needs an event');
  return {
    owner: 'copy',
    stream: first.stream,
    expectedRevision: first.revision === 0 ? 'no-stream' : first.revision - 1,
    events: run.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
  };
}

async function compare(source: ReadableLog, target: EventSource, until: Position, progress: Progress): Promise<string> {
  const [one, other] = [createDigest(), createDigest()];
  const events = eventsOf(target, await target.head());
  for await (const event of eventsOf(source, until)) {
    one.add(event);
    const { value } = await events.next();
    if (value) other.add(value);
    progress.step('Verifying', event.position, until);
  }
  const rest = await events.next();
  await events.return();
  if (!rest.done || one.hex() !== other.hex()) {
    throw new CopyRefused(
      'The logs differ after the copy. Stop every program that writes to one of them, and copy to an empty log.',
    );
  }
  return one.hex();
}

/** SHA-256 over the contents of events in order. */
function createDigest() {
  const hash = createHash('sha256');
  return {
    add: (event: StoredEvent) => void hash.update(contentOf(event)).update('\n'),
    hex: () => hash.copy().digest('hex'),
  };
}
