import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deletionQuery } from '../../anecdote/deletion.ts';
import { anecdoteQuery } from '../../anecdote/queries.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { isMissing } from '../../lib/api.ts';
import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { Skeletons } from '../../ui/skeletons.tsx';
import { AddEntry } from './add-entry.tsx';
import { EditEntry } from './edit-entry.tsx';
import { unknownVersion } from './edited-draft.ts';
import styles from './entry-form.module.css';
import { formStrings } from './form-strings.ts';

type EntryProps = {
  edit?: string | undefined;
  link?: string | undefined;
  /** A text that another app shared, for a new anecdote. */
  shared: string;
  onDone: () => void;
};

/** The full entry screen: a new anecdote, one that continues `link`, or a change of `edit`. */
export function Entry({ edit, link, shared, onDone }: EntryProps) {
  const subject = edit ?? link;
  const { data, error: lastError } = useQuery({
    ...anecdoteQuery(subject ?? ''),
    enabled: subject !== undefined,
    // The route has just asked for it.
    retryOnMount: false,
  });
  /** Why the anecdote could not be loaded, also while it is loaded again. */
  const [keptError, setKeptError] = useState<Error | null>(null);
  const error = lastError ?? (data ? null : keptError);
  if (error !== keptError) setKeptError(error);
  const isGone = isMissing(error);
  const deletion = useQuery({ ...deletionQuery(edit ?? ''), enabled: edit !== undefined && isGone });
  const version =
    data ?? (edit && isGone && deletion.isFetched ? (deletion.data?.last ?? unknownVersion(edit)) : undefined);
  const title = edit ? formStrings.editTitle : formStrings.addTitle;
  const failure = !data && error && (
    <EmptyState title={reason(error, edit !== undefined)} alert>
      <Button onClick={onDone}>{strings.errors.backHome}</Button>
    </EmptyState>
  );
  return (
    <div className={styles.entry}>
      <ScreenHeader title={title} />
      {edit && version && (
        <EditEntry
          key={edit}
          anecdote={version}
          isGone={isGone}
          withoutDraft={data ? undefined : failure}
          onDone={onDone}
        />
      )}
      {!(edit && isGone) && failure}
      {subject !== undefined && !version && !failure && <Skeletons text={anecdoteStrings.loading} />}
      {!edit && (!link || data) && (
        <AddEntry key={link} link={link ? data : undefined} shared={shared} onDone={onDone} />
      )}
    </div>
  );
}

function reason(error: Error, editing: boolean): string {
  if (editing) return isMissing(error) ? formStrings.notFound : anecdoteStrings.loadFailed;
  return isMissing(error) ? formStrings.linkNotFound : formStrings.linkFailed;
}
