import { expect, type Page } from '@playwright/test';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
});

test.afterAll(() => journal?.close());

async function printedPages(): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

test('long anecdotes are printed one after the other, not each on a page of its own', async () => {
  const longerThanOnePage = 'It rained, and the tram was late again. '.repeat(130);
  for (let number = 0; number < 3; number++) await journal.write(longerThanOnePage);
  await journal.go('/dashboard');
  await expect(page.getByRole('article')).toHaveCount(3);
  const pages = await printedPages();
  expect(pages).toBeGreaterThan(3);
  expect(pages).toBeLessThan(6);
});
