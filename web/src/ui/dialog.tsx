import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { strings } from '../lib/strings.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons.tsx';
import { focusHeading } from './route-announcer.tsx';

type DialogProps = {
  open: boolean;
  /** If missing, only buttons in the content close the dialog. */
  onClose?: () => void;
  title: string;
  text?: string;
  /** Shows no header: the content begins at the top edge and has its own close button. */
  bare?: boolean;
  /** Uses more of a wide screen. */
  wide?: boolean;
  children: ReactNode;
};

/** Where a dialog was opened: the path of the screen and the element that had the focus. */
type Origin = { screen: string; focused: Element | null };

/**
 * A titled dialog over a shaded page; traps the focus and restores it when it is closed or removed, unless another screen
 * was opened.
 */
export function Dialog({ open, onClose, title, text, bare = false, wide = false, children }: DialogProps) {
  /** Undefined once the focus is restored. */
  const origin = useRef<Origin>(undefined);
  const popup = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (open) origin.current = { screen: location.pathname, focused: document.activeElement };
  }, [open]);
  const restore = useCallback(() => {
    if (origin.current) restoreFocus(origin.current, popup.current);
    origin.current = undefined;
  }, []);
  useEffect(
    () => () => {
      // Removed while it was open. Its popup is gone before this runs.
      if (!popup.current) restore();
    },
    [restore],
  );
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!onClose}
      onOpenChange={(next) => !next && onClose?.()}
      onOpenChangeComplete={(next) => !next && restore()}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.shade} />
        <Base.Popup
          ref={popup}
          className={`${styles.dialog} ${bare ? styles.bare : ''} ${wide ? styles.wide : ''} sheet`}
          data-modal
          finalFocus={false}
        >
          {bare ? (
            <Base.Title className="visually-hidden">{title}</Base.Title>
          ) : (
            <header className={styles.head}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              {onClose && (
                <Base.Close className={styles.close} render={<IconButton label={strings.common.close} />}>
                  <CloseIcon />
                </Base.Close>
              )}
            </header>
          )}
          {text && <Base.Description className={styles.text}>{text}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Restores the focus, if it is in `popup` or lost with it. */
function restoreFocus({ screen, focused }: Origin, popup: Element | null): void {
  const { activeElement: current } = document;
  if (current !== document.body && !popup?.contains(current)) return;
  if (location.pathname !== screen) {
    if (current instanceof HTMLElement) current.blur();
    if (focusHeading()) return;
  }
  // The element that opened the dialog may be gone, for example because the dialog deleted its anecdote.
  const home = focused?.isConnected ? focused : document.getElementById('main');
  if (home instanceof HTMLElement) home.focus({ preventScroll: true });
}
