import type { ReactNode } from 'react';
import { strings } from '../lib/strings.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  text: string;
  confirm: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks for confirmation before something that cannot be undone. */
export function ConfirmDialog({ confirm, busy, onConfirm, children, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog {...dialog}>
      {children}
      <div className="answers">
        <Button onClick={dialog.onClose}>{strings.common.cancel}</Button>
        <Button variant="accent" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
