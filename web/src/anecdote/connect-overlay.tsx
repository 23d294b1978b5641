import { useOnLeave } from '../lib/use-on-leave.ts';
import { useStore } from '../lib/use-store.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { chooser, closeConnect } from './open-chooser.ts';

const ConnectDialog = lazyComponent(() => import('./connect-dialog.tsx'), 'ConnectDialog');

/** The dialog to choose what an anecdote continues, once it was opened; it stays mounted while it closes. */
export function ConnectOverlay() {
  const current = useStore(chooser);
  useOnLeave(closeConnect);
  if (current === undefined) return null;
  return <ConnectDialog id={current.id} open={current.isOpen} onClose={closeConnect} />;
}
