import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import styles from './entry-form.module.css';

/** Says that an unsaved draft was found, and lets it go. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className={styles.restored} role="status">
      {strings.write.draftRestored}
      <Button look="quiet" onClick={onDiscard}>
        {strings.write.discardDraft}
      </Button>
    </p>
  );
}
