import type { LiveChange } from '@anecdotes/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { isOfProxy, openStream } from './api.ts';
import { delayUntilOnline } from './delay.ts';
import { runInOneTab } from './one-tab-work.ts';
import { isShown, recordChange } from './position.ts';
import { refreshJournal } from './query-client.ts';
import { setReachable } from './reachability.ts';
import { accountId, endSession, token } from './session.ts';

const MIN_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 20_000;
/** The longest wait that the server can ask for. */
const MAX_RETRY_AFTER_S = 300;
/** The server sends something every 15 s; after this much silence the connection is dead. */
const SILENCE_TIMEOUT_MS = 40_000;

/** The minimum time between refreshes when many changes arrive, such as those of an operation. */
const REFRESH_MS = 300;

/** What the connection reports: the position of the journal's views, or whether the service is reachable. */
type LiveUpdate = { position: string } | { isReached: boolean };

/**
 * Listens for changes of the journal, refreshes what is shown, and reconnects by itself. The tabs of one person share a
 * connection, since browsers allow only six per host over HTTP/1.1. Returns a function that stops it.
 */
export function followChanges(queries: QueryClient): () => void {
  const controller = new AbortController();
  const show = atMostEvery(REFRESH_MS, (position: string) => {
    if (controller.signal.aborted) return false;
    recordChange(position);
    if (isShown(position)) return false;
    void refreshJournal(queries);
    return true;
  });
  const onUpdate = (update: LiveUpdate) => {
    if ('isReached' in update) setReachable(update.isReached);
    else show(update.position);
  };
  runInOneTab({ name: `live-updates:${accountId()}`, work: readStream, onUpdate, signal: controller.signal });
  return () => controller.abort();
}

/**
 * Throttles `run`: calls it at once, but after a call that returned true waits for `milliseconds`, and then calls it
 * with the last value that arrived in the meantime.
 */
function atMostEvery<Value>(milliseconds: number, run: (value: Value) => boolean): (value: Value) => void {
  let isWaiting = false;
  let next: { value: Value } | undefined;
  const pass = () => {
    isWaiting = next !== undefined && run(next.value);
    next = undefined;
    if (isWaiting) setTimeout(pass, milliseconds);
  };
  return (value) => {
    next = { value };
    if (!isWaiting) pass();
  };
}

async function readStream(publish: (update: LiveUpdate) => void, signal: AbortSignal): Promise<void> {
  let backoff = MIN_BACKOFF_MS;
  while (!signal.aborted && token() !== null) {
    const sent = token();
    let retryAfter = 0;
    const timeout = new AbortController();
    const anyAbort = AbortSignal.any([signal, timeout.signal]);
    window.addEventListener('offline', () => timeout.abort(), { signal: anyAbort });
    try {
      const response = await openStream('/live', anyAbort).catch((error: unknown) => {
        if (!anyAbort.aborted) publish({ isReached: false });
        throw error;
      });
      publish({ isReached: !isOfProxy(response) });
      if (response.status === 401 && sent === token()) return endSession('expired');
      if (response.ok && response.body) {
        backoff = MIN_BACKOFF_MS;
        for await (const { position } of parseChanges(response.body, timeout)) publish({ position });
      } else retryAfter = retryAfterOf(response);
    } catch {
      // A broken stream is normal; the next one begins with the current position of the views.
    } finally {
      timeout.abort();
    }
    const random = Math.random();
    await delayUntilOnline(Math.max(backoff * (0.7 + random * 0.6), retryAfter * (1 + random * 0.3)), signal);
    backoff = Math.min(backoff * 2, MAX_BACKOFF_MS);
  }
}

/** The wait that a refusal asks for, in milliseconds; 0 if it names no seconds. */
function retryAfterOf({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'));
  return seconds > 0 ? Math.min(seconds, MAX_RETRY_AFTER_S) * 1000 : 0;
}

async function* parseChanges(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  timeout: AbortController,
): AsyncGenerator<LiveChange> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const readChunk = () => {
    const timer = setTimeout(() => timeout.abort(), SILENCE_TIMEOUT_MS);
    return reader.read().finally(() => clearTimeout(timer));
  };
  let rest = '';
  for (let chunk = await readChunk(); !chunk.done; chunk = await readChunk()) {
    const messages = (rest + chunk.value.replaceAll('\r', '')).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const lines = message.split('\n');
      const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim());
      if (lines.some((line) => /^event: ?change$/.test(line))) yield JSON.parse(data.join('\n')) as LiveChange;
    }
  }
}
