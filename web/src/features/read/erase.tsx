import type { AnecdoteView } from '@anecdotes/contracts';
import { useState } from 'react';
import { eraseStrings } from '../../anecdote/erase-strings.ts';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const EraseDialog = lazyComponent(() => import('../../anecdote/erase-dialog.tsx'), 'EraseDialog');

type EraseProps = Pick<AnecdoteView, 'id'> & { onErased: () => Promise<void> };

/** Erases an anecdote for good, after a question that takes a word to answer. */
export function Erase({ id, onErased }: EraseProps) {
  /** Undefined until it was opened: then its code is loaded, and it stays to give the focus back. */
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
