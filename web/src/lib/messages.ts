import { Toast } from '@base-ui/react/toast';

/** The one queue of messages; ui/message-area.tsx shows it. */
export const messages = Toast.createToastManager();

let shown: string | undefined;

export type Undo = { label: string; onClick: () => void };

/** Says that something was done; it goes by itself after `milliseconds`. */
export function say(text: string, { undo, milliseconds = 5000 }: { undo?: Undo; milliseconds?: number } = {}): void {
  replace({
    title: text,
    timeout: undo ? Math.max(milliseconds, 8000) : milliseconds,
    ...(undo && { actionProps: { children: undo.label, onClick: undo.onClick } }),
  });
}

/** Says that something went wrong; it stays until dismissed unless `milliseconds` are given. */
export function sayError(text: string, milliseconds = 0): void {
  replace({ title: text, timeout: milliseconds, type: 'error' });
}

function replace(options: Parameters<typeof messages.add>[0]): void {
  if (shown !== undefined) messages.close(shown);
  shown = messages.add(options);
}
