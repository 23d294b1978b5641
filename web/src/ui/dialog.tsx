import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { strings } from '../lib/strings.ts';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';

type DialogProps = {
  open: boolean;
  /** Without it the dialog stays until one of its own buttons ends it. */
  onClose?: () => void;
  title: string;
  text?: string;
  children: ReactNode;
};

/** A titled dialog over a shaded page; traps focus and gives it back. */
export function Dialog({ open, onClose, title, text, children }: DialogProps) {
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (open && document.activeElement instanceof HTMLElement) before.current = document.activeElement;
  }, [open]);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!onClose}
      onOpenChange={(next) => !next && onClose?.()}
      onOpenChangeComplete={(next) => !next && before.current?.focus({ preventScroll: true })}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.shade} />
        <Base.Popup className={styles.dialog} data-modal finalFocus={false}>
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {onClose && (
              <Base.Close className={styles.close} aria-label={strings.frame.close}>
                <CloseIcon />
              </Base.Close>
            )}
          </header>
          {text && <Base.Description className={styles.text}>{text}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
