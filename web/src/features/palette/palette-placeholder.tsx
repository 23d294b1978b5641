import { useEffectEvent, useLayoutEffect } from 'react';
import dialog from '../../ui/dialog.module.css';
import { SearchIcon } from '../../ui/icons.tsx';
import searchHead from '../../ui/search-head.module.css';
import styles from './palette.module.css';

type PalettePlaceholderProps = {
  typed: string;
  /** `hasPressedEnter` is true once Enter was pressed; keys after it are ignored. */
  onType: (typed: string, hasPressedEnter: boolean) => void;
  onClose: () => void;
};

/**
 * Shown in place of the palette while its code is loading. It collects what is typed, for the palette, and keeps the
 * keys from acting as shortcuts of the page below.
 */
export function PalettePlaceholder({ typed: shown, onType, onClose }: PalettePlaceholderProps) {
  const close = useEffectEvent(onClose);
  const type = useEffectEvent(onType);
  useLayoutEffect(() => {
    let typed = '';
    let hasPressedEnter = false;
    const captureKey = (event: KeyboardEvent) => {
      event.stopImmediatePropagation();
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (event.key === 'Escape') close();
      if (hasPressedEnter) return;
      if (event.key === 'Enter') hasPressedEnter = true;
      if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('');
      else if ([...event.key].length === 1) typed += event.key;
      type(typed, hasPressedEnter);
    };
    window.addEventListener('keydown', captureKey, { capture: true });
    return () => window.removeEventListener('keydown', captureKey, { capture: true });
  }, []);
  return (
    <>
      <div className={dialog.shade} />
      <div className={`${dialog.dialog} ${dialog.bare} sheet`} aria-hidden="true">
        <div className={searchHead.head}>
          <SearchIcon />
          <span className={`${searchHead.input} ${styles.typedAhead}`}>{shown}</span>
        </div>
      </div>
    </>
  );
}
