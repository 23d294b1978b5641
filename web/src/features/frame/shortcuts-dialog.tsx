import { strings } from '../../lib/strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './frame.module.css';

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={strings.shortcuts.title}>
      <dl className={styles.shortcuts}>
        {Object.entries(strings.shortcuts.keys).map(([keys, text]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
