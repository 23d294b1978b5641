import { useQuery } from '@tanstack/react-query';
import { anecdoteQuery } from '../../anecdote/queries.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { isMissing } from '../../lib/api.ts';
import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { AddEntry } from './add-entry.tsx';
import { EditEntry } from './edit-entry.tsx';
import styles from './entry-form.module.css';
import { writeStrings } from './strings.ts';

type EntryProps = { edit?: string | undefined; link?: string | undefined; onDone: () => void };

/** The full entry screen: a new anecdote, one that continues `link`, or a change of `edit`. */
export function Entry({ edit, link, onDone }: EntryProps) {
  const subject = edit ?? link;
  const { data, error } = useQuery({ ...anecdoteQuery(subject ?? ''), enabled: subject !== undefined });
  const title = edit ? writeStrings.editTitle : writeStrings.addTitle;
  return (
    <div className={styles.entry}>
      <ScreenHeader title={title} />
      {!data && error && (
        <EmptyState title={reason(error, edit !== undefined)} alert>
          <Button onClick={onDone}>{strings.errors.backHome}</Button>
        </EmptyState>
      )}
      {edit && data && <EditEntry key={edit} anecdote={data} onDone={onDone} />}
      {!edit && (!link || data) && <AddEntry key={link} link={link ? data : undefined} onDone={onDone} />}
    </div>
  );
}

function reason(error: Error, editing: boolean): string {
  if (editing) return isMissing(error) ? writeStrings.notFound : anecdoteStrings.loadFailed;
  return isMissing(error) ? writeStrings.linkNotFound : writeStrings.linkFailed;
}
