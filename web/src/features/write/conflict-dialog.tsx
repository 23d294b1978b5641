import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Draft, optionalTexts } from './draft.ts';
import styles from './entry-form.module.css';

type ConflictDialogProps = {
  mine: Draft;
  /** The version that was saved in the meantime; the dialog is open while there is one. */
  theirs: Draft | null;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
};

/** Shows both versions of an anecdote that was changed elsewhere and lets the person choose. */
export function ConflictDialog({ mine, theirs, onKeepMine, onTakeTheirs, onClose }: ConflictDialogProps) {
  return (
    <Dialog open={theirs !== null} onClose={onClose} title={strings.write.conflictTitle}>
      <p>{strings.write.conflictText}</p>
      <div className={styles.versions}>
        <Version name={strings.write.mine} draft={mine} />
        {theirs && <Version name={strings.write.theirs} draft={theirs} />}
      </div>
      <div className={styles.choices}>
        <Button onClick={onTakeTheirs}>{strings.write.takeTheirs}</Button>
        <Button variant="accent" onClick={onKeepMine}>
          {strings.write.keepMine}
        </Button>
      </div>
    </Dialog>
  );
}

function Version({ name, draft }: { name: string; draft: Draft }) {
  return (
    <section className={styles.version}>
      <h3>{name}</h3>
      <p dir="auto">{draft.description}</p>
      <p>{[draft.tags, ...optionalTexts.map((name) => draft[name])].filter(Boolean).join(' · ')}</p>
    </section>
  );
}
