import { createStore } from '../../lib/store.ts';
import { useStore } from '../../lib/use-store.ts';
import { Button } from '../../ui/button.tsx';
import { EarlierIcon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import styles from './past.module.css';
import { pastStrings as strings } from './strings.ts';

const AsOfDialog = lazyComponent(() => import('./as-of-dialog.tsx'), 'AsOfDialog');

const state = createStore<'unused' | 'open' | 'closed'>('unused');

/** The button that opens the dialog for choosing an instant, and that dialog. */
export function AsOfControl() {
  const current = useStore(state);
  return (
    <>
      <Button variant="quiet" className="unprinted" onClick={() => state.set('open')}>
        <EarlierIcon />
        <span className={styles.label}>{strings.control}</span>
      </Button>
      {current !== 'unused' && <AsOfDialog open={current === 'open'} onClose={() => state.set('closed')} />}
    </>
  );
}
