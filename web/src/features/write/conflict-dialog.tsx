import { fields, optionalTexts } from '../../anecdote/fields.ts';
import { format } from '../../lib/format.ts';
import { truncate } from '../../lib/truncate.ts';
import { formatPoint } from '../../map/point.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useDescription } from './connection-field.tsx';
import type { Draft } from './draft.ts';
import styles from './entry-form.module.css';
import { formStrings } from './form-strings.ts';

/** The length of the text that shows which anecdote a version continues. */
const LETTERS = 60;

/** What a version contains, and its time. */
type ShownVersion = { draft: Draft; instant: Date };

type ConflictDialogProps = {
  own: ShownVersion;
  /** The version that was saved in the meantime; the dialog is open while there is one. */
  saved: ShownVersion | null;
  onKeepOwn: () => void;
  onTakeSaved: () => void;
  onClose: () => void;
};

/** Shows both versions of an anecdote that was changed elsewhere and lets the person choose. */
export function ConflictDialog({ own, saved, onKeepOwn, onTakeSaved, onClose }: ConflictDialogProps) {
  return (
    <Dialog open={saved !== null} onClose={onClose} title={formStrings.conflictTitle}>
      <p>{formStrings.conflictText}</p>
      <div className={styles.versions}>
        <Version name={formStrings.mine} {...own} />
        {saved && <Version name={formStrings.theirs} {...saved} />}
      </div>
      <div className="answers">
        <Button onClick={onTakeSaved}>{formStrings.takeTheirs}</Button>
        <Button variant="accent" onClick={onKeepOwn}>
          {formStrings.keepMine}
        </Button>
      </div>
    </Dialog>
  );
}

function Version({ name, draft, instant }: { name: string } & ShownVersion) {
  const { tags, coordinates, connection } = draft;
  const continued = useDescription(connection);
  const point = coordinates && [coordinates.address, formatPoint(coordinates)];
  const details = [
    format.full(instant),
    tags,
    ...optionalTexts.map((name) => draft[name]),
    ...(point ?? []),
    continued && `${fields.connected_to.heading} “${truncate(continued, LETTERS)}”`,
  ];
  return (
    <section className={styles.version}>
      <h3>{name}</h3>
      <p dir="auto">{draft.description}</p>
      <p>{details.filter(Boolean).join(' · ')}</p>
    </section>
  );
}
