import { useState } from 'react';
import { readStored, writeStored } from '../../lib/stored-value.ts';

const KEY = 'overview';

/**
 * Whether the overview is open, and a function that toggles it. The state is stored on this device; it begins open
 * except on a narrow screen. A search folds it, so that the results come first; toggling it then is not stored.
 */
export function useOverviewOpen(searching: boolean): [isOpen: boolean, toggle: () => void] {
  const [stored, setStored] = useState(
    () => readStored(KEY) ?? (matchMedia('(width > 45rem)').matches ? 'open' : 'folded'),
  );
  const [openForSearch, setOpenForSearch] = useState(false);
  if (!searching && openForSearch) setOpenForSearch(false);
  const isOpen = searching ? openForSearch : stored === 'open';
  const toggle = () => {
    if (searching) return setOpenForSearch(!openForSearch);
    const next = isOpen ? 'folded' : 'open';
    writeStored(KEY, next);
    setStored(next);
  };
  return [isOpen, toggle];
}
