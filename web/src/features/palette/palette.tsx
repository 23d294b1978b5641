import { strings } from '../../lib/strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Finder } from './finder.tsx';
import type { Calls } from './use-actions.ts';

export type PaletteProps = Calls & {
  open: boolean;
  /** What was typed before the code of the palette was loaded. */
  typed: string;
  /** True when Enter was pressed after that text. */
  isEntered: boolean;
  onClose: () => void;
};

/** A field over the page that finds every command and every anecdote. */
export function Palette({ open, onClose, ...calls }: PaletteProps) {
  return (
    <Dialog open={open} onClose={onClose} title={strings.common.palette} bare>
      <Finder onClose={onClose} {...calls} />
    </Dialog>
  );
}
