import type { LiveChange } from '@anecdotes/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { open } from './api.ts';
import { isCovered, raisePosition } from './position.ts';
import { refreshJournal } from './query-client.ts';
import { tellReached } from './reachability.ts';
import { endSession, token } from './session.ts';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 20_000;
/** The server is heard from every 15 s; after this much silence the connection is dead. */
const SILENCE = 40_000;

/** Follows the journal's changes and refreshes what they touch, reconnecting by itself. Returns how to stop. */
export function followChanges(queries: QueryClient): () => void {
  const stop = new AbortController();
  void follow(queries, stop.signal);
  return () => stop.abort();
}

async function follow(queries: QueryClient, signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT;
  while (!signal.aborted && token() !== null) {
    const sent = token();
    const silence = new AbortController();
    const end = AbortSignal.any([signal, silence.signal]);
    window.addEventListener('offline', () => silence.abort(), { signal: end });
    try {
      const response = await open('/live', end).catch((error: unknown) => {
        if (!end.aborted) tellReached(false);
        throw error;
      });
      tellReached(true);
      if (response.status === 401 && sent === token()) return endSession('expired');
      if (response.ok && response.body) {
        wait = FIRST_WAIT;
        for await (const change of changes(response.body, silence)) {
          raisePosition(change.position);
          if (!isCovered(change.position)) void refreshJournal(queries);
        }
      }
    } catch {
      // A broken stream is ordinary; the next one begins by telling how far the views have come.
    } finally {
      silence.abort();
    }
    await elapsed(wait * (0.7 + Math.random() * 0.6), signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

async function* changes(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  silence: AbortController,
): AsyncGenerator<LiveChange> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const hear = () => {
    const timer = setTimeout(() => silence.abort(), SILENCE);
    return reader.read().finally(() => clearTimeout(timer));
  };
  let rest = '';
  for (let chunk = await hear(); !chunk.done; chunk = await hear()) {
    const messages = (rest + chunk.value.replaceAll('\r', '')).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const lines = message.split('\n');
      const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim());
      if (lines.some((line) => /^event: ?change$/.test(line))) yield JSON.parse(data.join('\n')) as LiveChange;
    }
  }
}

/** Waits; less when the browser is back on the network, or when `signal` is aborted. */
function elapsed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
