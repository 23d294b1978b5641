import { shortcutStrings } from '../../lib/shortcut-strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SingleKeysSwitch } from '../../ui/single-keys-switch.tsx';
import styles from './shortcuts-dialog.module.css';

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={shortcutStrings.title}>
      <SingleKeysSwitch />
      {Object.entries(shortcutStrings.groups).map(([context, shortcuts]) => (
        <section key={context} className={styles.group}>
          <h3 className={styles.place}>{context}</h3>
          <dl>
            {Object.entries(shortcuts).map(([keys, text]) => (
              <div key={keys} className={styles.shortcut}>
                <dt className={styles.keys}>
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
