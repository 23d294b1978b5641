import type { Tag } from '@anecdotes/contracts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useDeleteTag } from './commands.ts';
import { tagStrings as strings } from './strings.ts';

/** Asks before a tag is deleted from all anecdotes; open while `tag` is defined. */
export function DeleteDialog({ tag, onClose }: { tag: Tag | undefined; onClose: () => void }) {
  const remove = useDeleteTag(onClose);
  return (
    <ConfirmDialog
      open={tag !== undefined}
      title={strings.deleteTitle(tag?.name ?? '')}
      text={strings.deleteText(tag?.count ?? 0)}
      confirm={strings.remove}
      busy={remove.isPending}
      onConfirm={() => tag && remove.mutate(tag.name)}
      onClose={onClose}
    />
  );
}
