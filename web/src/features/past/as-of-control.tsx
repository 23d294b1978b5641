import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EarlierIcon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { pastStrings as strings } from './strings.ts';

const AsOfDialog = lazyComponent(() => import('./as-of-dialog.tsx'), 'AsOfDialog');

/** The button that opens the dialog for choosing an instant, and that dialog. */
export function AsOfControl() {
  /** Undefined until the dialog is opened the first time. */
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <EarlierIcon />
        <span className="beside-icon">{strings.control}</span>
      </Button>
      {isOpen !== undefined && <AsOfDialog open={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
