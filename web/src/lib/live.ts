import type { LiveChange } from '@anecdotes/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { open } from './api.ts';
import { raisePosition } from './position.ts';
import { journalKey } from './query-client.ts';
import { endSession, token } from './session.ts';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 20_000;

/** Follows the journal's changes and refreshes what they touch, reconnecting by itself. Returns how to stop. */
export function followChanges(queries: QueryClient): () => void {
  const stop = new AbortController();
  void follow(queries, stop.signal);
  return () => stop.abort();
}

async function follow(queries: QueryClient, signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT;
  let missed = false;
  while (!signal.aborted && token() !== null) {
    try {
      const response = await open('/live', signal);
      if (response.status === 401) return endSession('expired');
      if (response.ok && response.body) {
        wait = FIRST_WAIT;
        if (missed) void queries.invalidateQueries({ queryKey: journalKey });
        missed = true;
        for await (const change of changes(response.body)) {
          if (raisePosition(change.position)) void queries.invalidateQueries({ queryKey: journalKey });
        }
      }
    } catch {
      // A broken stream is ordinary; what was missed is fetched after the next connection.
    }
    await elapsed(wait * (0.7 + Math.random() * 0.6), signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

async function* changes(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<LiveChange> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const messages = (rest + chunk.value.replaceAll('\r', '')).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const lines = message.split('\n');
      const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim());
      if (lines.some((line) => /^event: ?change$/.test(line))) yield JSON.parse(data.join('\n')) as LiveChange;
    }
  }
}

function elapsed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
