import type { LiveChange } from '@anecdotes/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { open } from './api.ts';
import { isCovered, raisePosition } from './position.ts';
import { refreshJournal } from './query-client.ts';
import { tellReached } from './reachability.ts';
import { accountId, endSession, token } from './session.ts';
import { shareWork } from './shared-work.ts';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 20_000;
/** The server is heard from every 15 s; after this much silence the connection is dead. */
const SILENCE = 40_000;

/** What the connection tells: how far the journal's views have come, and whether the service is reached at all. */
type News = { position: string } | { isReached: boolean };

/**
 * Follows the journal's changes and refreshes what they touch, reconnecting by itself. The tabs of one person share a
 * connection, since a browser has only six per address over HTTP/1.1. Returns how to stop.
 */
export function followChanges(queries: QueryClient): () => void {
  const stop = new AbortController();
  const hear = (news: News) => {
    if ('isReached' in news) return tellReached(news.isReached);
    raisePosition(news.position);
    if (!isCovered(news.position)) void refreshJournal(queries);
  };
  shareWork({ name: `live:${accountId()}`, work: follow, hear, signal: stop.signal });
  return () => stop.abort();
}

async function follow(tell: (news: News) => void, signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT;
  while (!signal.aborted && token() !== null) {
    const sent = token();
    const silence = new AbortController();
    const end = AbortSignal.any([signal, silence.signal]);
    window.addEventListener('offline', () => silence.abort(), { signal: end });
    try {
      const response = await open('/live', end).catch((error: unknown) => {
        if (!end.aborted) tell({ isReached: false });
        throw error;
      });
      tell({ isReached: true });
      if (response.status === 401 && sent === token()) return endSession('expired');
      if (response.ok && response.body) {
        wait = FIRST_WAIT;
        for await (const { position } of changes(response.body, silence)) tell({ position });
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
    if (signal.aborted) return resolve();
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
