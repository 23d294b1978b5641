import { useId } from 'react';
import { shortcutStrings } from '../lib/shortcut-strings.ts';
import { useSingleKeys } from '../lib/shortcuts.ts';
import styles from './single-keys-switch.module.css';

/** Switches the shortcuts of one key on and off. */
export function SingleKeysSwitch() {
  const [isOn, turn] = useSingleKeys();
  const help = useId();
  return (
    <div className={styles.switch}>
      <label>
        <input type="checkbox" checked={isOn} aria-describedby={help} onChange={({ target }) => turn(target.checked)} />
        {shortcutStrings.singleKeys}
      </label>
      <p id={help} className="secondary">
        {shortcutStrings.singleKeysHelp}
      </p>
    </div>
  );
}
