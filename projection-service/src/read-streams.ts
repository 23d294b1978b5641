import type { StoredEvent } from '@anecdotes/contracts';
import { runAll } from '@anecdotes/contracts/server/concurrency/run-all';
import type { EventSource, StreamsRange } from './event-source.ts';

const PAGE = 500;
const AT_ONCE = 16;

/** Implements `readStreams` of EventSource for a log that can only read one stream at a time. */
export async function readStreamsIndividually(
  readStream: EventSource['readStream'],
  streams: readonly string[],
  { until, superseded, signal }: StreamsRange,
): Promise<readonly StoredEvent[]> {
  const read = async (stream: string) =>
    withoutSuperseded(await readUntil(readStream, stream, until, signal), superseded);
  return (await runAll(streams, AT_ONCE, read)).flat();
}

async function readUntil(
  readStream: EventSource['readStream'],
  stream: string,
  until: bigint,
  signal: AbortSignal,
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let from = 0; ; from += PAGE) {
    const page = await readStream(stream, { from, limit: PAGE, signal });
    events.push(...page.filter(({ position }) => position <= until));
    const last = page.at(-1);
    if (page.length < PAGE || last === undefined || last.position > until) return events;
  }
}

function withoutSuperseded(events: readonly StoredEvent[], superseded: readonly string[]): StoredEvent[] {
  const last = new Map(events.map(({ type, revision }) => [type, revision]));
  return events.filter(({ type, revision }) => !superseded.includes(type) || last.get(type) === revision);
}
