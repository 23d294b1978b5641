import { notify } from '../../lib/messages.ts';
import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { passFocus } from '../../ui/pass-focus.ts';
import styles from './draft-notice.module.css';
import { writeStrings } from './strings.ts';

/** Says that an unsaved draft was restored and offers to discard it. `onDiscard` returns a function that undoes it. */
export function DraftNotice({ onDiscard }: { onDiscard: () => () => void }) {
  return (
    <p className={styles.notice}>
      {writeStrings.draftRestored}
      <Button
        variant="quiet"
        onClick={({ currentTarget }) => {
          passFocus(currentTarget, currentTarget.form?.querySelector('textarea'));
          discardWithUndo(onDiscard);
        }}
      >
        {writeStrings.discardDraft}
      </Button>
    </p>
  );
}

/** Says that the draft of a closed form was kept, and offers to discard it if `onDiscard` is given. */
export function notifyDraftKept(onDiscard?: () => () => void): void {
  const label = writeStrings.discardDraft;
  notify(writeStrings.draftKept, { action: onDiscard && { label, onClick: () => discardWithUndo(onDiscard) } });
}

/** Discards a draft and offers to undo that. */
export function discardWithUndo(onDiscard: () => () => void): void {
  notify(writeStrings.draftDiscarded, { action: { label: strings.common.undo, onClick: onDiscard() } });
}
