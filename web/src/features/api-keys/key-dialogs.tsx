import type { ApiKey } from '@anecdotes/contracts';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { type ShownKey, useDelete, useRotate } from './commands.ts';
import { keyStrings as strings } from './strings.ts';

type Grace = '0' | '3600' | '86400';
const graces = Object.entries(strings.graces) as [Grace, string][];

type RotateDialogProps = { apiKey: ApiKey | undefined; onClose: () => void; onRotated: (key: ShownKey) => void };

/** Asks how long the old secret of a key stays valid, and rotates it. Open while `apiKey` is defined. */
export function RotateDialog({ apiKey, onClose, onRotated }: RotateDialogProps) {
  const [grace, setGrace] = useState<Grace>('0');
  // The choice for one key must not carry over to the next.
  const close = () => {
    setGrace('0');
    onClose();
  };
  const rotate = useRotate((key) => {
    close();
    onRotated(key);
  });
  return (
    <ConfirmDialog
      open={apiKey !== undefined}
      title={strings.rotateTitle}
      text={strings.rotateText}
      confirm={strings.rotate}
      busy={rotate.isPending}
      onConfirm={() => apiKey && rotate.mutate({ id: apiKey.id, graceSeconds: Number(grace) })}
      onClose={close}
    >
      <SegmentedControl label={strings.rotateText} value={grace} options={graces} onChange={setGrace} />
    </ConfirmDialog>
  );
}

type DeleteDialogProps = { apiKey: ApiKey | undefined; onClose: () => void; onDeleted: (deleted: ApiKey) => void };

/** Asks before a key is deleted. Open while `apiKey` is defined. */
export function DeleteDialog({ apiKey, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useDelete((deleted) => {
    onClose();
    onDeleted(deleted);
  });
  return (
    <ConfirmDialog
      open={apiKey !== undefined}
      title={strings.deleteTitle}
      text={strings.deleteQuestion}
      confirm={strings.remove}
      busy={remove.isPending}
      onConfirm={() => apiKey && remove.mutate(apiKey)}
      onClose={onClose}
    />
  );
}
