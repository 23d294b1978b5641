import { delay } from '../lib/delay.ts';

const PATIENCE_MS = 150;

/**
 * Waits for the data of a screen that shows by itself that it is loading. An empty page, as after a reload, waits no
 * longer than 150 ms, so that on a slow network the frame of the app appears before the data.
 */
export async function waitBeforeShowing(loading: Promise<unknown>): Promise<void> {
  const isPageEmpty = document.getElementById('root')?.childElementCount === 0;
  await (isPageEmpty ? Promise.race([loading, delay(PATIENCE_MS)]) : loading);
}
