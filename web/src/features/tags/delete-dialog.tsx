import type { Tag } from '@anecdotes/contracts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useDeleteTag } from './commands.ts';
import { tagStrings as strings } from './strings.ts';

/** Asks before a tag is deleted from all anecdotes; open while `tag` is defined. */
export function DeleteDialog({ tag, onClose }: { tag: Tag | undefined; onClose: () => void }) {
  // The dialog may have been cancelled meanwhile, and opened for another tag.
  const remove = useDeleteTag((name) => name === tag?.name && onClose());
  return (
    <ConfirmDialog
      open={tag !== undefined}
      title={strings.deleteTitle(tag?.name ?? '')}
      text={strings.deleteText(tag?.count ?? 0)}
      confirm={strings.remove}
      busy={remove.isPending && remove.variables === tag?.name}
      onConfirm={() => tag && remove.mutate(tag.name)}
      onClose={onClose}
    />
  );
}
