import type { LiveChange } from '@anecdotes/contracts';
import type { Answer, Call } from './call.ts';

const HEARTBEAT_MS = 15_000;

/** `GET /live`: an event at once, and another after each change in this tab or another one. */
export function followChanges({ caller, tables, changes, request: { signal } }: Call): Answer {
  caller();
  const encoder = new TextEncoder();
  const content = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const sendChange = () => {
        const change: LiveChange = { position: String(tables.position()) };
        send(`event: change\ndata: ${JSON.stringify(change)}\n\n`);
      };
      const beat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS);
      changes.addEventListener('change', sendChange, { signal });
      signal.addEventListener('abort', () => {
        clearInterval(beat);
        controller.error(signal.reason);
      });
      sendChange();
    },
  });
  return { content, headers: { 'content-type': 'text/event-stream' } };
}
