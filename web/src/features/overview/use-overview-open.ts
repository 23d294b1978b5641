import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../lib/stored-value.ts';

const KEY = 'overview';

/**
 * Whether the overview is open and how to change that: as it was left on this device, at first open where there is
 * room. A search folds it, so that what was found comes first; opening it then counts for that search only.
 */
export function useOverviewOpen(searching: boolean): [isOpen: boolean, toggle: () => void] {
  const [stored, setStored] = useState(
    () => readStored(KEY) ?? (matchMedia('(width > 45rem)').matches ? 'open' : 'folded'),
  );
  const [openForSearch, setOpenForSearch] = useState(false);
  useEffect(() => {
    if (!searching) setOpenForSearch(false);
  }, [searching]);
  const isOpen = searching ? openForSearch : stored === 'open';
  const toggle = () => {
    if (searching) return setOpenForSearch(!openForSearch);
    const next = isOpen ? 'folded' : 'open';
    writeStored(KEY, next);
    setStored(next);
  };
  return [isOpen, toggle];
}
