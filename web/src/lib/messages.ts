/** What the person can do about a message. */
type MessageAction = { label: string; onClick: () => void };

/** One message; it disappears after `milliseconds`, or stays until it is dismissed when they are 0. */
export type Message = {
  text: string;
  kind: 'done' | 'failed';
  milliseconds: number;
  action?: MessageAction;
  /** Called once it is no longer shown, or another takes its place. */
  onClosed?: () => void;
};

const ACTION_MS = 8000;

let listener: ((message: Message) => void) | undefined;
let waiting: Message | undefined;

/** Shows that something was done; the message disappears after `milliseconds`, or stays until dismissed when they are 0. */
export function notify(
  text: string,
  { action, milliseconds = 5000, onClosed }: Partial<Pick<Message, 'action' | 'milliseconds' | 'onClosed'>> = {},
): void {
  deliver({
    text,
    kind: 'done',
    milliseconds: action && milliseconds > 0 ? Math.max(milliseconds, ACTION_MS) : milliseconds,
    ...(action && { action }),
    ...(onClosed && { onClosed }),
  });
}

/** Shows that something went wrong; the message stays until dismissed unless `milliseconds` are given. */
export function notifyError(text: string, milliseconds = 0, action?: MessageAction): void {
  deliver({ text, kind: 'failed', milliseconds, ...(action && { action }) });
}

/** Passes every message to `next` from now on, and the one that came before. Returns how to stop. */
export function setMessageListener(next: (message: Message) => void): () => void {
  listener = next;
  if (waiting) next(waiting);
  waiting = undefined;
  return () => {
    listener = undefined;
  };
}

function deliver(message: Message): void {
  if (listener) listener(message);
  else waiting = message;
}
