/** What the person can do about a message. */
type MessageAction = { label: string; onClick: () => void };

/** One message; it goes by itself after `milliseconds`, or stays until it is dismissed when they are 0. */
export type Message = {
  text: string;
  kind: 'done' | 'failed';
  milliseconds: number;
  action?: MessageAction;
  /** Called once it is no longer shown, or another takes its place. */
  onGone?: () => void;
};

const ACTION_MS = 8000;

let show: ((message: Message) => void) | undefined;
let waiting: Message | undefined;

/** Says that something was done; it goes by itself after `milliseconds`, or stays until dismissed when they are 0. */
export function say(
  text: string,
  { action, milliseconds = 5000, onGone }: Partial<Pick<Message, 'action' | 'milliseconds' | 'onGone'>> = {},
): void {
  tell({
    text,
    kind: 'done',
    milliseconds: action && milliseconds > 0 ? Math.max(milliseconds, ACTION_MS) : milliseconds,
    ...(action && { action }),
    ...(onGone && { onGone }),
  });
}

/** Says that something went wrong; it stays until dismissed unless `milliseconds` are given. */
export function sayError(text: string, milliseconds = 0, action?: MessageAction): void {
  tell({ text, kind: 'failed', milliseconds, ...(action && { action }) });
}

/** Lets `next` show every message from now on, and the one that came too early. Returns how to stop. */
export function showMessages(next: (message: Message) => void): () => void {
  show = next;
  if (waiting) next(waiting);
  waiting = undefined;
  return () => {
    show = undefined;
  };
}

function tell(message: Message): void {
  if (show) show(message);
  else waiting = message;
}
