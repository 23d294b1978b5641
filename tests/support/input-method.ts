import type { Page } from '@playwright/test';

const CTRL = 2;

/** Composes `text` in the focused field as an input method does, and presses a key that belongs to the input method. */
export async function pressWhileComposing(page: Page, text: string, key: 'Escape' | 'Control+Enter'): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  const [name, modifiers] = key === 'Escape' ? [key, 0] : ['Enter', CTRL];
  const pressed = { key: name, code: name, windowsVirtualKeyCode: 229, modifiers };
  await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...pressed });
  await devTools.detach();
}

/** Discards what is being composed. */
export async function discardComposition(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
  await devTools.detach();
}
