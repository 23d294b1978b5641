import { strings } from '../../lib/strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Finder } from './finder.tsx';
import type { ActionContext } from './use-actions.ts';

export type PaletteProps = ActionContext & {
  open: boolean;
  /** What was typed before the code of the palette was loaded. */
  initialText: string;
  /** True when Enter was pressed after that text. */
  hasPressedEnter: boolean;
  onClose: () => void;
};

/** A field over the page that finds every command and every anecdote. */
export function Palette({ open, onClose, ...finderProps }: PaletteProps) {
  return (
    <Dialog open={open} onClose={onClose} title={strings.common.palette} bare>
      <Finder onClose={onClose} {...finderProps} />
    </Dialog>
  );
}
