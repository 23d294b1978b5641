import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page } from '@playwright/test';
import { expectAccessible, liveUpdateTimeout, openPage } from '../support/browser.ts';
import { cardOf, message, saveWithTags } from '../support/dashboard-page.ts';
import { type MockApp, startMockApp } from '../support/mock-app.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const QUIET = 'mock_delay=0&mock_errors=0';
const problems: string[] = [];
let app: MockApp;
let page: Page;

test.beforeAll(async ({ browser }) => {
  app = await startMockApp();
  page = await newPage(browser);
});

test.afterAll(async () => {
  await app?.stop();
});

async function newPage(browser: Browser): Promise<Page> {
  const opened = await openPage(browser, problems);
  await opened.addInitScript(() => localStorage.setItem('analytics_cookies', 'declined'));
  return opened;
}

async function continueAsGuest(on: Page, wishes = QUIET): Promise<void> {
  await on.goto(`${app.address}/auth?${wishes}`);
  await on.getByRole('button', { name: 'Continue as Guest' }).click();
  await expect(on.getByRole('heading', { name: 'Your Anecdotes' })).toBeVisible();
}

test('the guest writes, filters by a tag and searches, without a service', async () => {
  await continueAsGuest(page);
  await expect(page).not.toHaveURL(/mock_/);
  await expect(page.getByText('shared guest account')).toBeVisible();
  await saveWithTags(page, 'The tram driver waited for the old man with the cello.', 'kindness, Morning');
  await saveWithTags(page, 'Rain all day. Fixed the hinge.', 'problem');
  await expect(page.getByText('Showing all 2 anecdotes')).toBeVisible();
  await cardOf(page, 'cello').getByTitle('Click to filter by kindness').click();
  await expect(page.getByText('Showing 1 of 2 anecdotes')).toBeVisible();
  await page.goBack();
  await page.goto(`${app.address}/dashboard?q=HING`);
  await expect(page.getByText('Showing 1 of 2 anecdotes')).toBeVisible();
  await page.goto(`${app.address}/dashboard`);
  await expect(page.getByText('Showing all 2 anecdotes')).toBeVisible();
});

test('an anecdote is connected to another, and both are shown as a chain', async () => {
  await cardOf(page, 'cello').getByRole('link', { name: 'Continue this' }).click();
  await expect(page.getByRole('heading', { name: 'Add New Anecdote' })).toBeVisible();
  await page.getByRole('textbox', { name: 'What happened?' }).fill('He plays in the station on Fridays.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await cardOf(page, 'on Fridays').getByRole('link', { name: 'View timeline' }).click();
  await expect(page.getByRole('article')).toHaveText([/cello/, /on Fridays/]);
  await page.getByText('Back to All Anecdotes').click();
  await expect(page.getByText('Showing all 3 anecdotes')).toBeVisible();
});

test('an anecdote is edited, gets Same Here, is deleted and restored', async () => {
  await cardOf(page, 'Fixed the hinge').getByRole('link', { name: 'Edit' }).click();
  const text = page.getByRole('textbox', { name: 'What happened?' });
  await expect(text).toHaveValue('Rain all day. Fixed the hinge.');
  await text.fill('Rain all day. Fixed the hinge in four minutes.');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  const changed = cardOf(page, 'in four minutes');
  const sameHere = changed.getByRole('button', { name: /Same Here/ });
  await sameHere.click();
  await expect(sameHere).toHaveAttribute('aria-pressed', 'true');
  await changed.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Showing all 2 anecdotes')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cardOf(page, 'in four minutes').locator('p').getByTitle('Same Here')).toContainText('1');
});

test('a second tab shows a change without a reload', async () => {
  const second = await page.context().newPage();
  await second.goto(`${app.address}/dashboard`);
  await expect(second.getByText('Showing all 3 anecdotes')).toBeVisible();
  await saveWithTags(page, 'Seen from the other side of the room.', 'window');
  await expect(cardOf(second, 'other side of the room')).toBeVisible(liveUpdateTimeout);
  await second.close();
});

test('all anecdotes are kept after a reload, and logging out ends the session', async () => {
  await page.reload();
  await expect(page.getByText('Showing all 4 anecdotes')).toBeVisible();
  await page.getByRole('button', { name: /account and settings/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/auth/);
  await page.goto(`${app.address}/dashboard`);
  await expect(page).toHaveURL(/\/auth/);
});

test('a person registers, opens the link of the mail, logs in and sees their own, empty journal', async () => {
  await page.getByRole('tab', { name: 'Sign In', exact: true }).click();
  await page.getByRole('button', { name: /Register/ }).click();
  await page.getByLabel('Username').fill('ann');
  await page.getByLabel('Email').fill('ann@example.org');
  await page.getByLabel('Password').fill('quiet river 12');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await expect(message(page, 'Email to ann@example.org: Verify your email address')).toBeVisible();
  await page.getByRole('button', { name: 'Open link' }).click();
  await expect(page.getByText('Email verified successfully! You can now log in.').first()).toBeVisible();
  await page.goto(`${app.address}/auth`);
  await page.getByRole('tab', { name: 'Sign In', exact: true }).click();
  await page.getByLabel('Username').fill('ann');
  await page.getByLabel('Password').fill('quiet river 12');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Create Your First Anecdote' })).toBeVisible();
});

test('the empty dashboard imports 20 samples, and the entry screen adds more or resets them', async () => {
  await page.getByRole('button', { name: 'Import Sample Anecdotes' }).click();
  await expect(page.getByText('Showing all 20 anecdotes')).toBeVisible();
  await page.goto(`${app.address}/entry`);
  await page.getByRole('heading', { name: 'Sample data' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add 10 sample anecdotes' }).click();
  await expect(message(page, '10 sample anecdotes imported')).toBeVisible();
  await page.getByRole('button', { name: 'Reset sample' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset the sample?' });
  await expect(dialog).toContainText('30 sample anecdotes, including any you edited');
  await dialog.getByRole('button', { name: 'Reset sample' }).click();
  await expect(message(page, '100 sample anecdotes imported')).toBeVisible();
  await page.goto(`${app.address}/dashboard`);
  await expect(page.getByText('Showing all 100 anecdotes')).toBeVisible();
});

test('a sample import that fails resumes where it stopped and adds each anecdote once', async () => {
  await page.goto(`${app.address}/entry?mock_errors=1`);
  await page.getByRole('heading', { name: 'Sample data' }).click();
  await page.getByRole('button', { name: 'Add 1,000 sample anecdotes' }).click();
  // The app asks for confirmation, because the number of own anecdotes cannot be loaded.
  await page.getByRole('button', { name: 'Add them' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Simulated network error. 0 of 1,000' })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('mock_conditions', '{"delay":[0,0],"errorRate":0}'));
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(message(page, '1,000 sample anecdotes imported')).toBeVisible();
  await page.goto(`${app.address}/dashboard`);
  await expect(page.getByText('Showing all 1,100 anecdotes')).toBeVisible();
});

test('a large sample import shows its progress and can be stopped', async () => {
  await page.goto(`${app.address}/entry?mock_delay=200`);
  await page.getByRole('heading', { name: 'Sample data' }).click();
  await expect(page.getByText('1,100 sample anecdotes are in your journal.')).toBeVisible();
  await page.getByRole('button', { name: 'Add 10,000 sample anecdotes' }).click();
  await expect(page.getByRole('progressbar', { name: 'Sample data' })).toBeVisible();
  await expect(page.getByText('500 of 10,000 added')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  await expect(message(page, /sample anecdotes imported/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove all samples' }).click();
  await page.getByRole('button', { name: 'Remove them' }).click();
  await expect(message(page, /sample anecdotes removed/)).toBeVisible();
  await page.getByRole('button', { name: 'Restore them' }).click();
  await expect(message(page, /sample anecdotes restored/)).toBeVisible();
});

test('a save that finds no storage shows an error, and the text stays in the form', async () => {
  await page.evaluate(() => {
    const room = 'x'.repeat(1024);
    for (let size = 5 * 1024; size >= 1; size = Math.floor(size / 2)) {
      for (let full = false; !full; ) {
        try {
          localStorage.setItem('filler', (localStorage.getItem('filler') ?? '') + room.repeat(size));
        } catch {
          full = true;
        }
      }
    }
  });
  await page.goto(`${app.address}/entry`);
  const text = page.getByRole('textbox', { name: 'What happened?' });
  await text.fill('x'.repeat(3_000));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Failed to save data').first()).toBeVisible();
  await expect(text).toHaveValue(/x{3000}/);
  await page.evaluate(() => localStorage.removeItem('filler'));
});

test('when every call fails, the simulated error is shown', async ({ browser }) => {
  const unlucky = await newPage(browser);
  await continueAsGuest(unlucky, `${QUIET}&mock_dataset=50`);
  await expect(unlucky.getByText('Showing all 50 anecdotes')).toBeVisible();
  await unlucky.goto(`${app.address}/dashboard?mock_errors=1&q=new`);
  await expect(unlucky.getByText('Simulated network error').first()).toBeVisible();
  await unlucky.context().close();
});

test('calls are delayed by default', async ({ browser }) => {
  const patient = await newPage(browser);
  await patient.goto(`${app.address}/auth`);
  await expect(patient.getByRole('heading', { level: 1 })).toBeVisible();
  const [least, most] = await patient.evaluate(async () => {
    const times: number[] = [];
    for (let call = 0; call < 5; call += 1) {
      const start = performance.now();
      await fetch('/api/config');
      times.push(performance.now() - start);
    }
    return [Math.min(...times), Math.max(...times)] as const;
  });
  expect(least).toBeGreaterThan(95);
  if (process.env.QUIET) expect(most).toBeLessThan(1_500);
  await patient.context().close();
});

test('no call has left the page, and no page has thrown an error', () => {
  expect(app.calls).toEqual([]);
  expect(problems).toEqual([]);
});

test('the production build contains nothing of the mock data service, while the tested build does', () => {
  const traces =
    /Simulated network error|mock_(?:accounts|position|conditions|errors)|\bmswjs?\b|\[MSW\]|SameHereWithdrawn/;
  const isTrace = (folder: string) => (file: string) => traces.test(readFileSync(join(folder, file), 'utf8'));
  const product = fileURLToPath(new URL('../../web/dist', import.meta.url));
  expect(filesIn(app.folder).some(isTrace(app.folder))).toBe(true);
  expect(filesIn(product).length).toBeGreaterThan(5);
  expect(filesIn(product).filter(isTrace(product))).toEqual([]);
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:js|html|css|map)$/.test(file),
  );
}
