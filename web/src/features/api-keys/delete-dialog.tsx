import type { ApiKey } from '@anecdotes/contracts';
import { keyStrings as strings } from '../../lib/key-strings.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useDelete } from './commands.ts';

/** Asks before a key is deleted; open while there is one to delete. */
export function DeleteDialog({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose: () => void }) {
  const remove = useDelete(onClose);
  return (
    <ConfirmDialog
      open={apiKey !== undefined}
      title={strings.deleteTitle}
      text={strings.deleteQuestion}
      confirm={strings.remove}
      cancel={strings.cancel}
      busy={remove.isPending}
      onConfirm={() => apiKey && remove.mutate(apiKey)}
      onClose={onClose}
    />
  );
}
