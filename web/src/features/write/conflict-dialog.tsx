import { optionalTexts } from '../../anecdote/fields.ts';
import { formatPoint } from '../../map/point.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Draft } from './draft.ts';
import styles from './entry-form.module.css';
import { writeStrings } from './strings.ts';

type ConflictDialogProps = {
  ownDraft: Draft;
  /** The version that was saved in the meantime; the dialog is open while there is one. */
  savedDraft: Draft | null;
  onKeepOwn: () => void;
  onTakeSaved: () => void;
  onClose: () => void;
};

/** Shows both versions of an anecdote that was changed elsewhere and lets the person choose. */
export function ConflictDialog({ ownDraft, savedDraft, onKeepOwn, onTakeSaved, onClose }: ConflictDialogProps) {
  return (
    <Dialog open={savedDraft !== null} onClose={onClose} title={writeStrings.conflictTitle}>
      <p>{writeStrings.conflictText}</p>
      <div className={styles.versions}>
        <Version name={writeStrings.mine} draft={ownDraft} />
        {savedDraft && <Version name={writeStrings.theirs} draft={savedDraft} />}
      </div>
      <div className="answers">
        <Button onClick={onTakeSaved}>{writeStrings.takeTheirs}</Button>
        <Button variant="accent" onClick={onKeepOwn}>
          {writeStrings.keepMine}
        </Button>
      </div>
    </Dialog>
  );
}

function Version({ name, draft }: { name: string; draft: Draft }) {
  const { tags, coordinates } = draft;
  const point = coordinates && [coordinates.address, formatPoint(coordinates)];
  const details = [tags, ...optionalTexts.map((name) => draft[name]), ...(point ?? [])];
  return (
    <section className={styles.version}>
      <h3>{name}</h3>
      <p dir="auto">{draft.description}</p>
      <p>{details.filter(Boolean).join(' · ')}</p>
    </section>
  );
}
