import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  text: string;
  confirm: string;
  cancel: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ confirm, cancel, busy, onConfirm, children, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog {...dialog}>
      {children}
      <div className={styles.answers}>
        <Button onClick={dialog.onClose}>{cancel}</Button>
        <Button variant="accent" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
