import type { LiveChange } from '@anecdotes/contracts';
import { type HttpHandler, http } from 'msw/http';
import { failureOf } from './call.ts';
import { callerOf } from './callers.ts';
import type { Mock } from './context.ts';
import type { Tables } from './tables.ts';

const HEARTBEAT_MS = 15_000;

/** `GET /live`: an event at once, and another whenever something changed, in this tab or in another. */
export function createLive(tables: Tables) {
  const open = new Set<() => void>();
  const encoder = new TextEncoder();

  function stream(signal: AbortSignal): ReadableStream<Uint8Array> {
    let close = () => {};
    return new ReadableStream({
      start(controller) {
        const tell = () => {
          const change: LiveChange = { position: String(tables.position()) };
          controller.enqueue(encoder.encode(`event: change\ndata: ${JSON.stringify(change)}\n\n`));
        };
        const beat = setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), HEARTBEAT_MS);
        close = () => {
          clearInterval(beat);
          open.delete(tell);
        };
        signal.addEventListener('abort', () => {
          close();
          controller.error(signal.reason);
        });
        open.add(tell);
        tell();
      },
      cancel: () => close(),
    });
  }

  return {
    changed() {
      for (const tell of open) tell();
    },
    handler(mock: Mock): HttpHandler {
      return http.get('*/api/live', ({ request }): Response => {
        try {
          callerOf(mock, request.headers.get('authorization'));
        } catch (error) {
          return failureOf(error, mock);
        }
        const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' };
        return new Response(stream(request.signal), { headers });
      });
    },
  };
}
