import { sessionExpired } from './session-expired.ts';

/** The action that a message offers. */
export type MessageAction = { label: string; onClick: () => void };

/** One message; it disappears after `milliseconds`, or with 0 stays until dismissed. */
export type Message = {
  text: string;
  kind: 'done' | 'failed';
  milliseconds: number;
  action?: MessageAction | undefined;
  /** Called when the message is closed or replaced by another. */
  onClosed?: (() => void) | undefined;
};

const ACTION_MS = 8000;

let listener: ((message: Message) => void) | undefined;
let waiting: Message | undefined;

/** Shows a success message; it disappears after `milliseconds`, or with 0 stays until dismissed. */
export function notify(
  text: string,
  { action, milliseconds = 5000, onClosed }: Partial<Pick<Message, 'action' | 'milliseconds' | 'onClosed'>> = {},
): void {
  deliver({
    text,
    kind: 'done',
    milliseconds: action && milliseconds > 0 ? Math.max(milliseconds, ACTION_MS) : milliseconds,
    action,
    onClosed,
  });
}

/**
 * Shows an error message; it stays until dismissed unless `milliseconds` are given. Shows nothing after the session has
 * expired: the dialog about that says why calls fail.
 */
export function notifyError(
  text: string,
  { action, milliseconds = 0 }: Partial<Pick<Message, 'action' | 'milliseconds'>> = {},
): void {
  if (sessionExpired.get()) return;
  deliver({ text, kind: 'failed', milliseconds, action });
}

/** Passes every message to `next`, first the last one that nobody received. Returns a function that stops it. */
export function setMessageListener(next: (message: Message) => void): () => void {
  listener = next;
  if (waiting) next(waiting);
  waiting = undefined;
  return () => {
    listener = undefined;
  };
}

function deliver(message: Message): void {
  if (!listener) {
    waiting?.onClosed?.();
    waiting = message;
  } else listener(message);
}
