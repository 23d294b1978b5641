import { expect, type Locator, type Page } from '@playwright/test';
import { holdCalls } from './made-up-answers.ts';

/** Logs in through the sign-in screen, by default as the guest, and waits for the dashboard. */
export async function enter(page: Page, address: string, username?: string, password = ''): Promise<void> {
  await page.goto(`${address}/auth`);
  if (username === undefined) await page.getByRole('button', { name: 'Continue as Guest' }).click();
  else await signIn(page, username, password);
  await expect(page.getByRole('heading', { name: 'Your Anecdotes' })).toBeVisible();
}

/** Fills in and sends the form of the sign-in screen. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('tab', { name: 'Sign In', exact: true }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
}

/** Logs out through the menu. */
export async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account and settings/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
}

/** The composer's text. */
export function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: 'What happened?' });
}

/** Writes `text` into the composer and presses the keys that save. */
export async function save(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Control+Enter');
}

/** Saves `text` with the comma-separated `tags`, and waits until it is shown. */
export async function saveWithTags(page: Page, text: string, tags: string): Promise<void> {
  await composer(page).fill(text);
  const field = page.getByRole('combobox', { name: 'Tags' });
  await field.fill(tags);
  await field.press('Control+Enter');
  await expect(cardOf(page, text)).toBeVisible();
}

/** The card of the anecdote whose text contains `text`. */
export function cardOf(page: Page, text: string | RegExp): Locator {
  return page.getByRole('article').filter({ hasText: text });
}

/** The newest message at the bottom. */
export function message(page: Page, text: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByText(text).last();
}

/** Holds back every read of the journal; the returned function lets through these and all later ones. */
export function holdReads(page: Page): Promise<() => Promise<number>> {
  return holdCalls(page, /^GET \/(?:anecdotes|tags|statistics)/);
}

/** What the cache of this tab holds, as text. */
export function cached(page: Page): Promise<string> {
  return page.evaluate(() => sessionStorage.getItem('cache') ?? '');
}
