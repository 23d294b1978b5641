import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { type Message, setMessageListener } from '../lib/messages.ts';
import { publishHeight } from '../lib/publish-height.ts';
import { strings } from '../lib/strings.ts';
import { keepClearOfFocus } from './clear-of-focus.ts';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './message-area.module.css';

const messages = Toast.createToastManager();
let shown: string | undefined;

/** Shows messages, one at a time at the bottom, in a polite live region; errors stay until dismissed. */
export function MessageArea() {
  return (
    <Toast.Provider toastManager={messages} limit={1}>
      <Toast.Portal>
        <Toast.Viewport ref={placeMessages} className={styles.area} aria-label={strings.common.messages}>
          <Messages />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Publishes the height of the message, which dialogs leave free, and moves it away from the focused element. */
function placeMessages(area: HTMLElement | null): (() => void) | undefined {
  if (!area) return undefined;
  const stops = [publishHeight(area, '--message-height'), keepClearOfFocus(area)];
  return () => {
    for (const stop of stops) stop();
  };
}

function Messages() {
  const { toasts } = Toast.useToastManager();
  useEffect(() => setMessageListener(replace), []);
  return toasts.map((message) => (
    <Toast.Root key={message.id} toast={message} className={styles.message} swipeDirection={['down', 'right']}>
      <Toast.Content className={styles.content}>
        <Toast.Title className={styles.text} render={<p />} />
        {/* `actionProps` has the handler of the action; this one only closes the message. */}
        <Toast.Action className={styles.action} onClick={() => messages.close(message.id)} />
        {/* Always visible, so it is never hidden from screen readers. */}
        <Toast.Close
          aria-hidden={false}
          className={styles.close}
          render={<IconButton label={strings.common.dismiss} />}
        >
          <CloseIcon size={16} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

function replace({ text, kind, milliseconds, action, onClosed }: Message): void {
  if (shown !== undefined) messages.close(shown);
  shown = messages.add({
    title: text,
    timeout: milliseconds,
    ...(onClosed && { onClose: onClosed }),
    ...(kind === 'failed' && { type: 'error' }),
    ...(action && { actionProps: { children: action.label, onClick: action.onClick } }),
  });
}
