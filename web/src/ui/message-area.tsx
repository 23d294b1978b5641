import { Toast } from '@base-ui/react/toast';
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import { type Message, setMessageListener } from '../lib/messages.ts';
import { publishHeight } from '../lib/publish-height.ts';
import { strings } from '../lib/strings.ts';
import { keepClearOfFocus } from './clear-of-focus.ts';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './message-area.module.css';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

const messages = Toast.createToastManager();
let shown: ({ id: string } & Pick<Message, 'onClosed'>) | undefined;

/**
 * Shows messages, one at a time at the bottom, in a polite live region; errors stay until dismissed. A message that
 * disappears with the focus gives it back to where it was before.
 */
export function MessageArea() {
  const before = useRef<Element>(null);
  const enter = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  return (
    <Toast.Provider toastManager={messages} limit={1}>
      <Toast.Portal>
        <Toast.Viewport
          ref={placeMessages}
          className={styles.area}
          aria-label={strings.common.messages}
          onFocus={enter}
        >
          <Messages before={before} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Publishes the height of the message, which dialogs leave free, and moves it away from the focused element. */
function placeMessages(area: HTMLElement | null): (() => void) | undefined {
  if (!area) return undefined;
  const stops = [publishHeight(area, '--message-height'), keepClearOfFocus(area), stopDoubleClicks(area)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The first click of a double click closes a message; the second one does not reach what was below it. */
function stopDoubleClicks(area: HTMLElement): () => void {
  let beganHere = false;
  const listen = (event: MouseEvent) => {
    const isHere = event.target instanceof Node && area.contains(event.target);
    if (event.detail <= 1) beganHere = isHere;
    else if (beganHere && !isHere) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  window.addEventListener('click', listen, { capture: true });
  return () => window.removeEventListener('click', listen, { capture: true });
}

type Before = { before: RefObject<Element | null> };

function Messages({ before }: Before) {
  const { toasts } = Toast.useToastManager();
  useEffect(() => {
    const stop = setMessageListener(replace);
    return () => {
      stop();
      // The message disappears with the area, which does not close it.
      shown?.onClosed?.();
      shown = undefined;
    };
  }, []);
  return toasts.map((message) => <ShownMessage key={message.id} message={message} before={before} />);
}

function ShownMessage({ message, before }: Before & { message: Toast.Root.ToastObject }) {
  const element = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(element, before);
  return (
    <Toast.Root ref={element} toast={message} className={styles.message} swipeDirection={['down', 'right']}>
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
  );
}

function replace({ text, kind, milliseconds, action, onClosed }: Message): void {
  if (shown !== undefined) messages.close(shown.id);
  const id = messages.add({
    title: text,
    timeout: milliseconds,
    ...(onClosed && { onClose: onClosed }),
    ...(kind === 'failed' && { type: 'error' }),
    ...(action && { actionProps: { children: action.label, onClick: action.onClick } }),
  });
  shown = { id, onClosed };
}
