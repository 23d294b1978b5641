import { shortcutStrings } from '../lib/shortcut-strings.ts';
import { useSingleKeys } from '../lib/shortcuts.ts';
import { Switch } from './switch.tsx';

/** A switch that turns single-key shortcuts on and off. */
export function SingleKeysSwitch() {
  const [isOn, turn] = useSingleKeys();
  return (
    <Switch label={shortcutStrings.singleKeys} help={shortcutStrings.singleKeysHelp} isOn={isOn} onChange={turn} />
  );
}
