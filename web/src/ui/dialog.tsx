import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
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

/** A titled dialog over a shaded page; traps the focus and restores it on close, unless another screen was opened. */
export function Dialog({ open, onClose, title, text, bare = false, wide = false, children }: DialogProps) {
  const previousFocus = useRef<HTMLElement | null>(null);
  const screen = useRef('');
  const popup = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (open) screen.current = location.pathname;
    if (open && document.activeElement instanceof HTMLElement) previousFocus.current = document.activeElement;
  }, [open]);
  const restoreFocus = () => {
    const { activeElement: current } = document;
    const isLost = current === document.body || popup.current?.contains(current);
    if (!isLost) return;
    if (location.pathname !== screen.current) {
      if (current instanceof HTMLElement) current.blur();
      if (focusHeading()) return;
    }
    // The element that opened the dialog may be gone, for example because the dialog deleted its anecdote.
    const home = previousFocus.current?.isConnected ? previousFocus.current : document.getElementById('main');
    home?.focus({ preventScroll: true });
  };
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!onClose}
      onOpenChange={(next) => !next && onClose?.()}
      onOpenChangeComplete={(next) => !next && restoreFocus()}
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
