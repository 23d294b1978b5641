import { expect, type Page } from '@playwright/test';
import { openPage } from '../support/browser.ts';
import { composer } from '../support/dashboard-page.ts';
import { openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';

/** Makes `page` treat a mouse like Safari on a Mac, which does not focus the buttons and links that are pressed. */
function pressWithoutFocus(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    window.addEventListener('mousedown', (event) => {
      const pressed = (event.target as Element).closest<HTMLElement>('button, a, input, textarea, [tabindex]');
      if (event.defaultPrevented || !pressed?.matches(':is(button, a):not([tabindex])')) return;
      event.preventDefault();
      const next = pressed.closest<HTMLElement>('[tabindex]');
      if (next) next.focus({ preventScroll: true });
      else (document.activeElement as HTMLElement | null)?.blur();
    });
  });
}

test('a browser that does not focus pressed buttons still opens the map of an empty composer', async ({
  browser,
  product,
}) => {
  const journal = await openJournal(browser, product.address);
  const { page } = journal;
  await pressWithoutFocus(page);
  await journal.go('/dashboard');
  await composer(page).click();
  await page.getByRole('button', { name: 'Choose Location' }).click({ delay: 100 });
  await expect(page.getByRole('dialog')).toBeVisible();
  await journal.close();
});

test('a browser that does not focus pressed buttons still repeats and forgets a recent search', async ({
  browser,
  product,
}) => {
  const journal = await openJournal(browser, product.address);
  const { page } = journal;
  await journal.write('The canal froze.');
  await pressWithoutFocus(page);
  await journal.go('/dashboard');
  const field = page.getByRole('textbox', { name: 'Search your anecdotes' });
  const recent = page.getByRole('region', { name: 'Recent searches on this device' });
  await field.fill('canal');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await recent.getByRole('button', { name: 'canal', exact: true }).click({ delay: 100 });
  await expect(page).toHaveURL(/\?q=canal$/);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await recent.getByRole('button', { name: 'Forget the search for “canal”' }).click({ delay: 100 });
  await expect(recent.getByRole('listitem')).toHaveCount(0);
  await expect(field).toBeFocused();
  await journal.close();
});

test('a browser that does not focus pressed buttons still sends a form whose edited field is wrong', async ({
  browser,
  product,
}) => {
  const problems: string[] = [];
  const page = await openPage(browser, problems);
  await pressWithoutFocus(page);
  await page.goto(`${product.address}/auth`);
  await page.getByRole('button', { name: 'Sign In with Your Account' }).click();
  await page.getByRole('button', { name: "Don't have an account? Register" }).click();
  await page.getByLabel('Email').fill('ines@');
  await page.getByRole('button', { name: 'Create Account' }).click({ delay: 100 });
  await expect(page.getByRole('alert').filter({ hasText: 'Please fill in all fields' })).toBeVisible();
  await page.context().close();
  expect(problems).toEqual([]);
});
