import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, openPage } from '../support/browser.ts';
import { cardOf, message } from '../support/dashboard-page.ts';
import { type Journal, keepLoggedIn, openJournal } from '../support/journal-page.ts';
import { answerWith, wordless } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';
import { misfits, motions } from './misfits.ts';

test.describe.configure({ mode: 'serial' });

type Screen = {
  name: string;
  path: () => string;
  /** Steps to reach the state to check. */
  reach?: (page: Page) => Promise<void>;
  /** True if another test checks it with axe. */
  isChecked?: boolean;
};

const word = 'Donaudampfschifffahrtsgesellschaftskapitänswitwe';
const tag = word.repeat(2).slice(0, 64).toLowerCase();

let address: string;
let journal: Journal;
let visitor: Page;
let first: AnecdoteView;

test.beforeAll(async ({ browser, product }) => {
  address = product.address;
  journal = await openJournal(browser, address);
  visitor = await openPage(browser, journal.problems);
  await visitor.addInitScript(() => localStorage.setItem('analytics_cookies', 'declined'));
  first = await journal.write(`${word} waited for the tram. https://example.org/${'long/'.repeat(20)}`, {
    tags: [tag, 'kindness', 'morning', 'work', 'rain', 'tea'],
    location: 'On the platform',
    coordinates: { lat: 47.37818, lng: 8.54019, address: `Central Station, ${word.repeat(2)}, 8001 Zurich` },
  });
  await journal.write('The second of a chain. '.repeat(60), { connected_to: first.id, tags: ['work'] });
  await journal.write('Rain.', { location: word.repeat(2), tags: ['rain'] });
  await journal.client.call('POST', '/api/api-keys', { name: `A key for the ${word}` });
});

test.afterAll(() => journal?.close());

const click = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

const publicScreens: Screen[] = [
  { name: 'the landing page', path: () => '/', isChecked: true },
  { name: 'the sign-in screen', path: () => '/auth', isChecked: true },
  {
    name: 'registering',
    path: () => '/auth',
    isChecked: true,
    reach: async (page) => {
      await page.getByRole('tab', { name: 'Sign In', exact: true }).click();
      await page.getByRole('button', { name: /Register/ }).click();
      await expect(page.getByLabel('Email')).toBeVisible();
    },
  },
  {
    name: 'a forgotten password',
    path: () => '/auth',
    isChecked: true,
    reach: async (page) => {
      await page.getByRole('tab', { name: 'Sign In', exact: true }).click();
      await page.getByRole('button', { name: 'Forgot your password?' }).click();
      await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
    },
  },
  { name: 'a reset link without a token', path: () => '/reset-password', isChecked: true },
  { name: 'a verification link without a token', path: () => '/verify-email', isChecked: true },
  { name: 'the test page of API keys', path: () => '/api-keys-test', isChecked: true },
  { name: 'an address that does not exist', path: () => '/nowhere' },
];

const signedInScreens: Screen[] = [
  { name: 'the dashboard as a grid', path: () => '/dashboard', isChecked: true },
  { name: 'the dashboard as a timeline', path: () => '/dashboard?view=timeline', isChecked: true },
  {
    name: 'the dashboard by place',
    path: () => '/dashboard?view=geo',
    isChecked: true,
    reach: (page) => expect(page.getByRole('region', { name: 'Tags' }).getByText(tag)).toBeVisible(),
  },
  { name: 'the open filters', path: () => '/dashboard?tags=work', reach: click('Show Filters') },
  { name: 'a search without results', path: () => '/dashboard?q=zeppelin' },
  {
    name: 'a search that fails',
    path: () => '/dashboard?q=zither',
    reach: async (page) => {
      await answerWith(page, /^GET \/anecdotes\/search\?/, wordless, async () => {
        await page.reload();
        await expect(page.getByRole('alert')).toBeVisible();
      });
    },
  },
  {
    name: 'an anecdote with a message below',
    path: () => '/dashboard?q=Rain.',
    reach: async (page) => {
      await cardOf(page, 'Rain.').getByTitle('Delete').focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    },
  },
  { name: 'the entry screen', path: () => '/entry', isChecked: true },
  {
    name: 'an enhanced entry with a time of its own',
    path: () => '/entry',
    reach: async (page) => {
      await page.getByRole('radio', { name: 'Enhanced Entry' }).check();
      await page.getByText('Custom date/time').click();
      await page.getByRole('textbox', { name: 'What happened?' }).fill(' ');
      await page.getByRole('textbox', { name: 'What happened?' }).blur();
      await expect(page.getByText('Please describe what happened')).toBeVisible();
    },
  },
  {
    name: 'the chooser of a connection',
    path: () => `/entry?link=${first.id}`,
    reach: async (page) => {
      await page.getByRole('combobox', { name: /^Connect to/ }).fill('chain');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  { name: 'an edit', path: () => `/entry?edit=${first.id}` },
  { name: 'the screen of an anecdote', path: () => `/anecdotes/${first.id}`, isChecked: true },
  { name: 'a chain as one text', path: () => `/chain/${first.id}`, isChecked: true },
  { name: 'the timeline of connected anecdotes', path: () => `/timeline/${first.id}` },
  {
    name: 'the timeline of an anecdote that does not exist',
    path: () => '/timeline/01890000-0000-7000-8000-000000000000',
    reach: (page) => expect(page.getByRole('heading', { name: 'Anecdote not found' })).toBeVisible(),
  },
  { name: 'the visualisation', path: () => `/visualization/${first.id}`, isChecked: true },
  { name: 'the graph of all connections', path: () => '/dashboard?view=graph', isChecked: true },
  { name: 'tags', path: () => '/tags' },
  { name: 'API keys', path: () => '/api-keys', isChecked: true },
  { name: 'the account', path: () => '/account', isChecked: true },
  { name: 'an import', path: () => '/import', isChecked: true },
  { name: 'e-mail statistics', path: () => '/email-stats', isChecked: true },
];

test('a page shows the mark of the product while its code is loading', async () => {
  const page = await journal.page.context().newPage();
  const release = Promise.withResolvers<void>();
  await page.route(/\/assets\/app-.*\.js$/, (route) => release.promise.then(() => route.continue()));
  await page.goto(`${address}/dashboard`, { waitUntil: 'commit' });
  const mark = page.locator('body > svg');
  await expect(mark).toBeInViewport({ ratio: 1 });
  release.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(mark).toBeHidden();
  await page.close();
});

test('on a phone no bar covers the focused field, its options or a message', async () => {
  const { page } = journal;
  // The account menu needs nearly all of this height.
  await page.setViewportSize({ width: 360, height: 800 });
  await journal.go('/entry');
  const chooser = page.getByRole('combobox', { name: /^Connect to/ });
  await chooser.focus();
  await expect(chooser).toBeInViewport({ ratio: 1 });
  const bottomOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
  const foot = page.getByRole('main').locator('footer');
  expect(await bottomOf(chooser)).toBeLessThanOrEqual(await topOf(foot));
  await chooser.fill('chain');
  const offered = page.getByRole('option').last();
  const bar = page.getByRole('link', { name: 'Journal', exact: true });
  await expect(offered).toBeVisible();
  await expect.poll(async () => (await bottomOf(offered)) <= (await topOf(bar))).toBe(true);
  await chooser.fill('');
  await page.getByRole('textbox', { name: 'What happened?' }).fill('Held back');
  await page.evaluate(() => window.scrollTo(0, 0));
  await answerWith(page, /^POST \/anecdotes$/, wordless, async () => {
    await page.getByRole('textbox', { name: 'What happened?' }).press('Control+Enter');
    const shown = message(page, /went wrong|Failed/);
    await expect(shown).toBeVisible();
    await expect.poll(async () => (await bottomOf(shown)) <= (await topOf(foot))).toBe(true);
    await expect
      .poll(async () => (await topOf(shown)) > (await bottomOf(page.getByRole('heading', { level: 1 }))))
      .toBe(true);
    const tags = page.getByRole('combobox', { name: 'Tags' });
    await tags.pressSequentially('mor');
    const suggestion = page.getByRole('option').first();
    await expect(suggestion).toBeVisible();
    await expect.poll(async () => (await bottomOf(shown)) <= (await topOf(suggestion))).toBe(true);
    await tags.fill('');
    await page.getByRole('button', { name: /^You, account/ }).click();
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    await expect(shown).toBeVisible();
    await expect.poll(async () => (await bottomOf(shown)) <= (await topOf(menu))).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await expect(palette).toBeVisible();
    await expect.poll(async () => (await bottomOf(shown)) <= (await topOf(palette))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
    const samples = page.getByRole('region', { name: 'Sample data' }).locator('summary');
    const place = await topOf(shown);
    await samples.focus();
    await samples.evaluate((element, at) => window.scrollBy(0, element.getBoundingClientRect().top - at), place);
    expect(Math.abs((await topOf(samples)) - place)).toBeLessThan(1);
    await expect.poll(async () => (await bottomOf(shown)) <= (await topOf(samples))).toBe(true);
  });
  const text = page.getByRole('textbox', { name: 'What happened?' });
  await text.fill('so many '.repeat(2_501));
  const problem = page.getByText(/over the limit of 20,000/);
  await text.press('Control+Home');
  await expect(problem).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await bottomOf(problem)) <= (await topOf(foot))).toBe(true);
  await text.fill('');
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('a form shows its focused field in a low window, such as a phone on its side or 400 % zoom', async () => {
  const { page } = journal;
  const text = page.getByRole('textbox', { name: 'What happened?' });
  const foot = page.getByRole('main').locator('footer');
  const firstLine = async () => ((await text.boundingBox())?.y ?? 0) + 40;
  for (const [width, height, path] of [
    [844, 390, `/entry?edit=${first.id}`],
    [320, 256, '/entry'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await journal.go(path);
    await expect(text).toBeFocused();
    await expect.poll(async () => (await firstLine()) < ((await foot.boundingBox())?.y ?? 0)).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('at 320 pixels the names of the views are on one line', async () => {
  const { page } = journal;
  await page.setViewportSize({ width: 320, height: 700 });
  await journal.go('/dashboard');
  const topOf = async (view: string) => (await page.getByText(view, { exact: true }).boundingBox())?.y;
  await expect(page.getByText('Graph', { exact: true })).toBeVisible();
  expect(await topOf('Graph')).toBe(await topOf('Timeline'));
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('a low window shows what the palette and the chooser of a connection offer', async () => {
  const { page } = journal;
  await page.setViewportSize({ width: 320, height: 256 });
  await journal.go(`/anecdotes/${first.id}`);
  await expect(page.getByRole('article')).toBeVisible();
  for (const key of ['Control+k', 'c']) {
    await page.keyboard.press(key);
    await expect(page.getByRole('option').first()).toBeAttached();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option').and(page.locator('[data-highlighted]'))).toBeInViewport({ ratio: 0.5 });
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-modal]')).toHaveCount(0);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('a popup of the map is not covered by the message that no map can be shown', async () => {
  const { page } = journal;
  await page.setViewportSize({ width: 375, height: 667 });
  await journal.go('/dashboard?view=geo');
  const notice = page.getByText('You see an outline of the world instead.');
  await expect(notice).toBeVisible();
  await page
    .getByRole('application')
    .getByRole('button', { name: /^An anecdote/ })
    .press('Enter');
  const popup = page.getByRole('dialog', { name: 'Anecdote on the map' });
  await expect(popup).toBeVisible();
  await expect(notice).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(notice).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('with text of twice the size the visualisation is no wider than a phone', async () => {
  const { page } = journal;
  await page.setViewportSize({ width: 390, height: 844 });
  await journal.go(`/visualization/${first.id}`);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const field = page.getByRole('textbox', { name: 'Find in picture' });
  await expect(field).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('with text of twice the size the sign-in screen is no wider than a narrow phone', async () => {
  await visitor.setViewportSize({ width: 320, height: 700 });
  await visitor.goto(`${address}/auth`);
  await visitor.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expect(visitor.getByRole('heading', { name: 'Quick Start' })).toBeVisible();
  await expectFits(visitor);
  await visitor.setViewportSize({ width: 1280, height: 720 });
});

test('with forced colours the chosen view and the chosen tag still look different from the others', async () => {
  const { page } = journal;
  const background = (element: Locator) => element.evaluate((box) => getComputedStyle(box).backgroundColor);
  await page.emulateMedia({ forcedColors: 'active' });
  await journal.go('/dashboard?tags=rain');
  const view = (name: string) => page.getByRole('radio', { name, exact: true }).locator('..');
  expect(await background(view('Grid'))).not.toBe(await background(view('Timeline')));
  const tag = (title: string) => page.getByTitle(title).first();
  const chosen = await background(tag('Remove filter rain'));
  expect(chosen).not.toBe(await background(tag('Click to filter by rain')));
  await page.emulateMedia({ forcedColors: 'none' });
});

test('with forced colours the dots and lines in the colours of tags keep them', async () => {
  const { page } = journal;
  /** How many parts of the page have the colour of their tag as background. */
  const countMarks = () =>
    page.locator('[style*="--tag:"]').evaluateAll((owners) => {
      const colourOf = (element: Element, part?: string) => getComputedStyle(element, part).backgroundColor;
      const probe = document.createElement('i');
      probe.style.cssText = 'background: var(--tag); forced-color-adjust: none';
      return owners.reduce((count, owner) => {
        const parts = [owner, ...owner.querySelectorAll('*')].flatMap((element) =>
          [undefined, '::before', '::after'].map((part) => colourOf(element, part)),
        );
        owner.append(probe);
        const expected = colourOf(probe);
        probe.remove();
        return count + parts.filter((colour) => colour === expected).length;
      }, 0);
    });
  for (const [path, mark] of [
    ['/dashboard?view=timeline', page.getByTitle('Click to filter by rain')],
    ['/dashboard?view=geo', page.getByRole('button', { name: /^An anecdote/ })],
    ['/dashboard?view=graph', page.locator('summary[style]')],
    ['/tags', page.getByRole('link', { name: 'kindness' })],
  ] as const) {
    await journal.go(path);
    await expect(mark.first()).toBeVisible();
    // Repeated, because more parts may appear between the two counts.
    await expect(async () => {
      await page.emulateMedia({ forcedColors: 'none' });
      const count = await countMarks();
      expect(count, path).toBeGreaterThan(0);
      await page.emulateMedia({ forcedColors: 'active' });
      expect(await countMarks(), path).toBe(count);
    }).toPass({ timeout: 20_000 });
    await page.emulateMedia({ forcedColors: 'none' });
  }
});

test('with forced colours the line below the chosen tab of the sign-in screen differs from the background', async () => {
  await visitor.emulateMedia({ forcedColors: 'active' });
  await visitor.goto(`${address}/auth`);
  const tab = visitor.getByRole('tab', { selected: true });
  const [line, background] = await tab.evaluate((element) =>
    [getComputedStyle(element, '::after'), getComputedStyle(document.body)].map((style) => style.backgroundColor),
  );
  expect(line).not.toBe(background);
  await visitor.emulateMedia({ forcedColors: 'none' });
});

test('with forced colours the highlighted command of the palette and a progress bar are visible', async () => {
  const { page } = journal;
  await page.emulateMedia({ forcedColors: 'active' });
  await journal.go('/dashboard');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  const outline = (name: string) =>
    page.getByRole('option', { name, exact: true }).evaluate((option) => getComputedStyle(option).outlineStyle);
  await expect.poll(() => outline('New Anecdote')).toBe('solid');
  expect(await outline('Tags')).toBe('none');
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.querySelector('main')?.prepend(document.createElement('progress')));
  const progress = page.getByRole('progressbar');
  const pictureAt = async (value: number) => {
    await progress.evaluate((bar, at) => bar.setAttribute('value', String(at)), value);
    await expect.poll(() => motions(page)).toEqual([]);
    return (await progress.screenshot()).toString('base64');
  };
  expect(await pictureAt(0.9)).not.toBe(await pictureAt(0.1));
  await page.emulateMedia({ forcedColors: 'none' });
});

test('on touch screens the actions of an anecdote fit one line, fields show their whole hint, and no shortcuts are shown', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  phone.on('pageerror', (error) => journal.problems.push(String(error)));
  await keepLoggedIn(phone, journal.client);
  const expectNoKeys = async () => {
    await expect(phone.locator('kbd').filter({ visible: true })).toHaveCount(0);
    await expect(phone.getByText(/Ctrl|⌘/).filter({ visible: true })).toHaveCount(0);
  };

  await phone.goto(`${address}/dashboard?view=timeline`);
  await expect(phone.getByRole('article')).toHaveCount(3);
  for (const shown of await phone.getByRole('article').all()) {
    const actions = [shown.getByTitle('Continue this'), shown.getByTitle('Edit'), shown.getByTitle('Delete')];
    const boxes = await Promise.all(actions.map((action) => action.boundingBox()));
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    for (const box of boxes) expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await phone.getByRole('textbox', { name: 'What happened?' }).tap();
  await expectNoKeys();

  await phone.route('**/assets/*.js', (route) => route.abort());
  await phone.getByRole('button', { name: /^You, account/ }).tap();
  const reload = phone.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Reload' });
  await expect(reload).toBeVisible();
  expect((await reload.boundingBox())?.height).toBeLessThan(50);
  await phone.unrouteAll();
  await reload.tap();
  await phone.getByRole('button', { name: /^You, account/ }).tap();
  await expect(phone.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
  await expectNoKeys();
  await phone.goto(`${address}/entry`);
  await expect(phone.getByRole('button', { name: 'Save' })).toBeVisible();
  await expectNoKeys();

  for (const width of [360, 820]) {
    await phone.setViewportSize({ width, height: 1180 });
    await phone.goto(`${address}/visualization/${first.id}`);
    await expect(phone.getByRole('textbox', { name: 'Find in picture' })).toBeVisible();
    await expectFits(phone);
  }
  for (const width of [320, 360, 412]) {
    await phone.setViewportSize({ width, height: 800 });
    await phone.goto(`${address}/anecdotes/${first.id}`);
    await expect(phone.getByRole('article')).toBeVisible();
    await phone.keyboard.press('c');
    await expect(phone.getByPlaceholder('Search your anecdotes to connect to...')).toBeFocused();
    await expectFits(phone);
  }
  await context.close();
});

test('a line never ends inside a time of day', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 800 }, locale: 'en-US' });
  const phone = await context.newPage();
  await keepLoggedIn(phone, journal.client);
  await phone.goto(`${address}/dashboard`);
  const times = phone.getByRole('article').locator('time > bdi').filter({ hasText: /[AP]M/ });
  await expect(times).toHaveCount(3);
  for (const time of await times.all()) {
    expect(await time.evaluate((element) => element.getClientRects().length)).toBe(1);
  }
  await context.close();
});

async function expectFits(page: Page): Promise<void> {
  await expect.poll(() => misfits(page)).toEqual([]);
}

/** Checks the screen at 320 pixels, from right to left, and with text of twice the size. */
async function expectFlexibleLayout(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/Anecdotes$/);
  await expect.poll(() => motions(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectFits(page);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectFits(page);
  await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expectFits(page);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

for (const [session, screens] of [
  ['signed out', publicScreens],
  ['signed in', signedInScreens],
] as const) {
  for (const { name, path, reach, isChecked } of screens) {
    test(`${name} fits 320 pixels, text of twice the size and both directions, without motion`, async () => {
      const page = session === 'signed in' ? journal.page : visitor;
      await page.goto(`${address}${path()}`);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await reach?.(page);
      await expectFlexibleLayout(page);
      if (!isChecked) await expectAccessible(page);
    });
  }
}

test('on a page at 400 % zoom the buttons of the entry form do not cover its field', async () => {
  const page = await journal.page.context().newPage();
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`${address}/entry`);
  await expect(page.getByRole('textbox', { name: 'What happened?' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Save' })).not.toBeInViewport();
  await page.close();
});
