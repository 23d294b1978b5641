import { useStore } from '../lib/use-store.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { chooser } from './open-chooser.ts';

const ConnectDialog = lazyComponent(() => import('./connect-dialog.tsx'), 'ConnectDialog');

/** The dialog to choose what an anecdote continues, once it was opened; it stays mounted while it closes. */
export function ConnectOverlay() {
  const current = useStore(chooser);
  if (current === undefined) return null;
  const { id, isOpen } = current;
  return <ConnectDialog id={id} open={isOpen} onClose={() => chooser.set({ id, isOpen: false })} />;
}
