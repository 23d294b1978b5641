import { expect } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { openJournal } from '../support/journal-page.ts';
import { answerWith, success } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test('of a long list of sessions the first ten are shown, and all when they are asked for', async ({
  browser,
  product,
}) => {
  const journal = await openJournal(browser, product.address);
  const { page } = journal;
  const data = Array.from({ length: 150 }, (_, index) => ({
    id: `019ac000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    created_at: new Date(Date.UTC(2026, 1, 28) - index * 3_600_000).toISOString(),
    expires_at: '2099-01-01T00:00:00.000Z',
    user_agent: null,
    is_current: index === 0,
  }));
  await answerWith(page, /^GET \/auth\/sessions$/, success({ data }), async () => {
    await journal.go('/account');
    const lines = page.locator('section').filter({ hasText: "Where you're signed in" }).getByRole('listitem');
    await expect(lines).toHaveCount(10);
    await expect(lines.first()).toContainText('This browser');
    await expect(lines.first()).toContainText('28 Feb 2026');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show all 150 sessions' }).press('Enter');
    await expect(lines).toHaveCount(150);
    await expect(lines.nth(10)).toBeFocused();
    await expect(page.getByRole('button', { name: /^Show all/ })).toHaveCount(0);
  });
  await journal.close();
});
