import type { VirtualItem } from '@tanstack/react-virtual';
import { parseStored, readTabStored, writeTabStored } from '../../lib/stored-value.ts';

/**
 * In pixels: where an element begins on the page, its width, the height of the bar over the top of the window, and how
 * much space what is focused keeps from the bottom of the window.
 */
export type ElementOffset = { top: number; width: number; bar: number; below: number };

/** Where a list was on the page, and the heights of its rows under the name they are cached by. */
type KeptLayout = { offset: ElementOffset; name: string; rows: Pick<VirtualItem, 'key' | 'size'>[] };

const KEY = 'list_layout';

/** The layout of the list that this tab showed last before the page was loaded. A reload shows the same rows again. */
export const keptLayout = parseStored(readTabStored(KEY)) as KeptLayout | null;
// The name contains the search; it must not be there for the next person who logs in here.
writeTabStored(KEY, null);

export function keepLayout(layout: KeptLayout): void {
  writeTabStored(KEY, JSON.stringify(layout));
}
