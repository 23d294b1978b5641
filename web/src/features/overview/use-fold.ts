import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../lib/stored-value.ts';

const KEY = 'overview';

/**
 * Whether the overview is open and how to change that: as it was left on this device, at first open where there is
 * room. A search folds it, so that what was found comes first; opening it then counts for that search only.
 */
export function useFold(searching: boolean): [isOpen: boolean, toggle: () => void] {
  const [kept, keep] = useState(() => readStored(KEY) ?? (matchMedia('(width > 45rem)').matches ? 'open' : 'folded'));
  const [asked, ask] = useState(false);
  useEffect(() => {
    if (!searching) ask(false);
  }, [searching]);
  const isOpen = searching ? asked : kept === 'open';
  const toggle = () => {
    if (searching) return ask(!asked);
    const next = isOpen ? 'folded' : 'open';
    writeStored(KEY, next);
    keep(next);
  };
  return [isOpen, toggle];
}
