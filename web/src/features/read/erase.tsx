import type { AnecdoteView } from '@anecdotes/contracts';
import { useState } from 'react';
import { eraseStrings } from '../../anecdote/erase-strings.ts';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const EraseDialog = lazyComponent(() => import('../../anecdote/erase-dialog.tsx'), 'EraseDialog');

type EraseProps = Pick<AnecdoteView, 'id'> & { onErased: () => Promise<void> };

/** A button that erases an anecdote for good, after a dialog in which a word must be typed. */
export function Erase({ id, onErased }: EraseProps) {
  /** Undefined until the dialog is opened, which loads its code. It then stays mounted to return the focus. */
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <div className="unprinted">
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {eraseStrings.button}
      </Button>
      {isOpen !== undefined && <EraseDialog open={isOpen} id={id} onErased={onErased} onClose={() => setOpen(false)} />}
    </div>
  );
}
