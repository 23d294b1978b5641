import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { deletionQuery } from '../../anecdote/deletion.ts';
import { Button } from '../../ui/button.tsx';
import styles from './deleted-notice.module.css';
import { formStrings } from './form-strings.ts';

type DeletedNoticeProps = {
  id: string;
  /** How many saves were refused because of the deletion; the notice is focused after each. */
  refusals: number;
  /** True if the service has refused to restore the anecdote for good. */
  isFinal: boolean;
  /** Which of the actions is being carried out. */
  pending: 'restore' | 'copy' | undefined;
  disabled: boolean;
  onRestore: () => void;
  onCopy: () => void;
};

/** Says that the anecdote being edited was deleted, and offers to restore it or to save the text as a new one. */
export function DeletedNotice(props: DeletedNoticeProps) {
  const { id, refusals, isFinal, pending, disabled, onRestore, onCopy } = props;
  const text = useId();
  const notice = useRef<HTMLElement>(null);
  const { data: deletion } = useQuery(deletionQuery(id));
  const canRestore = !isFinal && (!deletion || Date.now() < deletion.restorableUntil);
  useEffect(() => {
    if (refusals > 0) notice.current?.focus();
  }, [refusals]);
  return (
    <section ref={notice} className={`${styles.notice} row`} tabIndex={-1} aria-labelledby={text}>
      <p id={text}>
        <strong>{formStrings.deleted}</strong>
        {canRestore ? formStrings.deletedText : formStrings.deletedForGood}
      </p>
      <div className={`${styles.actions} row`}>
        <Button busy={pending === 'copy'} disabled={disabled && pending !== 'copy'} onClick={onCopy}>
          {formStrings.saveAsNew}
        </Button>
        {canRestore && (
          <Button busy={pending === 'restore'} disabled={disabled && pending !== 'restore'} onClick={onRestore}>
            {formStrings.restoreAndUpdate}
          </Button>
        )}
      </div>
    </section>
  );
}
