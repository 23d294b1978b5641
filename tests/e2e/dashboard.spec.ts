import { expect, type Page } from '@playwright/test';
import { choose, expectAccessible } from '../support/browser.ts';
import { cardOf, composer, holdReads, message } from '../support/dashboard-page.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { answerWith, nameOf, success, wordless } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const DAY = 86_400_000;
const MINUTE = 60_000;

let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  await page.setViewportSize({ width: 1280, height: 620 });
});

test.afterAll(() => journal?.close());

function ago(milliseconds: number): { timestamp: string } {
  return { timestamp: new Date(Date.now() - milliseconds).toISOString() };
}

function button(name: string) {
  return page.getByRole('button', { name, exact: true });
}

function view(name: 'Timeline' | 'Grid') {
  return page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name });
}

function day(end: 'From' | 'To') {
  return page.getByRole('textbox', { name: end, exact: true });
}

async function openAll(address = '/dashboard'): Promise<void> {
  await journal.go(address);
  await expect(page.getByText('Showing all 7 anecdotes')).toBeVisible();
}

test.describe('an empty journal', () => {
  test('offers two ways to begin', async () => {
    await journal.go('/dashboard');
    await expect(page).toHaveTitle('Your Anecdotes · Anecdotes');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Anecdotes');
    await expect(page.getByRole('heading', { name: 'Nothing written down yet' })).toBeVisible();
    await expect(button('Import Sample Anecdotes')).toBeVisible();
    await page.getByRole('link', { name: 'Create Your First Anecdote' }).click();
    await expect(page).toHaveURL(/\/entry$/);
    await page.goBack();
  });

  test('is not shown from the cache when the anecdotes failed to load', async () => {
    const empty = page.getByRole('heading', { name: 'Nothing written down yet' });
    await expect(empty).toBeVisible();
    await answerWith(page, /^GET \/anecdotes\?/, wordless, async () => {
      await page.reload();
      await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Failed to load anecdotes');
      await expect(empty).toHaveCount(0);
    });
    await button('Try again').click();
    await expect(empty).toBeVisible();
  });

  test('shows no Top Tags before there are tags', async () => {
    await journal.write('Just before midnight.', { timestamp: '2024-03-03T22:59:30.000Z' });
    await expect(page.getByRole('definition')).toHaveText(['1', '0', '0']);
    await expect(page.getByRole('heading', { name: 'Top Tags' })).toHaveCount(0);
  });
});

test.describe('the statistics', () => {
  test.beforeAll(async () => {
    await journal.write('On the stroke of midnight.', { timestamp: '2024-03-02T23:00:00.000Z' });
    await journal.write('Frost on the panes.', { tags: ['winter'], ...ago(7 * DAY + 10 * MINUTE) });
    await journal.write('A letter from Ada.', { tags: ['positive', 'work', 'morning'], ...ago(7 * DAY - 10 * MINUTE) });
    await journal.write('Glue instead.', { tags: ['issue', 'work'], ...ago(3 * DAY) });
    await journal.write('The hinge broke.', { tags: ['problem', 'work'], ...ago(DAY) });
    await journal.write('The tram waited.', { tags: ['energy', 'morning'], ...ago(0), time_zone: 'Europe/Zurich' });
  });

  test('show the total, the anecdotes of the last 7 times 24 hours and the number of tags', async () => {
    await expect(page.getByRole('term')).toHaveText(['Total Anecdotes', 'This Week', 'Unique Tags']);
    await expect(page.getByRole('definition')).toHaveText(['7', '4', '7']);
  });

  test('show the five most used tags', async () => {
    const tags = page.getByRole('heading', { name: 'Top Tags' }).locator('..').getByRole('listitem');
    await expect(tags).toHaveCount(5);
    await expect(tags.nth(0)).toHaveText('work3');
    await expect(tags.nth(1)).toHaveText('morning2');
  });

  test('replace all filters by a clicked tag, and the list scrolls into view', async () => {
    await journal.go('/dashboard?q=tram&tags=energy&period=week');
    await expect(page.getByText('Showing 1 of 7 anecdotes')).toBeVisible();
    await page.getByRole('button', { name: /^Statistics/ }).click();
    const top = page.getByRole('heading', { name: 'Top Tags' }).locator('..');
    await top.getByTitle('Click to filter by work').click();
    await expect(page).toHaveURL(/\/dashboard\?tags=work$/);
    await expect(page.getByText('Showing 3 of 7 anecdotes')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Search your anecdotes' })).toHaveValue('');
    await expect(page.locator('#list')).toBeInViewport({ ratio: 0.5 });
  });

  test('show how many anecdotes the focused day has, and open the day on Enter or click', async () => {
    await journal.go('/dashboard');
    const year = page.getByRole('slider', { name: 'Open a day in the past year' });
    await year.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    await expect(year).toHaveAttribute('aria-valuetext', /: 1$/);
    await expect(page.getByText(/^\w+ \d+ \w+: 1$/)).toBeVisible();
    await page.keyboard.press('Enter');
    const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Zurich' });
    await expect(page).toHaveURL(new RegExp(`period=custom&from=${today}&to=${today}`));
    await expect(page.getByText('Showing 1 of 7 anecdotes')).toBeVisible();
    await expect(cardOf(page, 'The tram waited.')).toBeVisible();
    const box = await year.boundingBox();
    if (!box) throw new Error('The chart of the year has no bounding box');
    // The Monday two weeks ago.
    await page.mouse.click(box.x + box.width - 28, box.y + 20);
    await expect(page.getByText('Showing 1 of 7 anecdotes')).toHaveCount(0);
    await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1/);
    await page.getByTitle(/^Remove filter \w+ \d+ \w+$/).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText('Showing all 7 anecdotes')).toBeVisible();
  });

  test('can be folded into one line, which is remembered on this device', async () => {
    await journal.go('/dashboard');
    const fold = page.getByRole('button', { name: /^Statistics/ });
    await expect(page.getByRole('definition')).toHaveCount(3);
    await fold.click();
    await expect(fold).toHaveText('Statistics7 anecdotes, 4 this week');
    await expect(page.getByRole('definition')).toHaveCount(0);
    await page.reload();
    await expect(fold).toHaveText('Statistics7 anecdotes, 4 this week');
    await fold.click();
    await expect(page.getByRole('definition')).toHaveCount(3);
  });

  test('are hidden while a search is active', async () => {
    await journal.go('/dashboard?q=tram');
    await expect(cardOf(page, 'The tram waited.')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('definition')).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Search your anecdotes' }).fill('');
    await expect(page.getByRole('definition')).toHaveCount(3);
  });

  test('that cannot be loaded show an error instead of an empty heat strip', async () => {
    await page.evaluate(() => sessionStorage.removeItem('cache'));
    await answerWith(page, /^GET \/statistics/, wordless, async () => {
      await journal.go('/dashboard');
      await expect(page.getByRole('alert')).toHaveText('Failed to get tag statistics');
      await expect(page.getByRole('slider')).toHaveCount(0);
    });
  });
});

test.describe('the view', () => {
  test('is the grid by default, and the back button returns to it', async () => {
    await openAll();
    await expect(view('Grid')).toBeChecked();
    await choose(view('Timeline'));
    await expect(page).toHaveURL(/\/dashboard\?view=timeline$/);
    await expect(view('Timeline')).toBeChecked();
    await expect(view('Grid')).not.toBeChecked();
    await page.goBack();
    await expect(view('Grid')).toBeChecked();
  });

  test('is one of four radio buttons, chosen by the arrow keys', async () => {
    await expect(page.getByRole('radiogroup', { name: 'View' }).getByRole('radio')).toHaveCount(4);
    await view('Grid').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(view('Timeline')).toBeFocused();
    await expect(page).toHaveURL(/\/dashboard\?view=timeline$/);
    await page.keyboard.press('ArrowRight');
    await expect(view('Grid')).toBeChecked();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('is sorted newest first', async () => {
    await expect(page.getByRole('article').first()).toContainText('The tram waited.');
    await choose(view('Timeline'));
    await expect(page.getByRole('article')).toHaveText([
      /The tram waited/,
      /The hinge broke/,
      /Glue instead/,
      /A letter from Ada/,
      /Frost on the panes/,
      /Just before midnight/,
      /On the stroke of midnight/,
    ]);
  });

  test('of the timeline shows times, and how long ago they were for up to a week', async () => {
    const time = (text: string) => cardOf(page, text).getByRole('time');
    await expect(time('The tram waited.')).toHaveText(/^\d\d:\d\d · Today$/);
    await expect(time('The hinge broke.')).toHaveText(/^\d\d:\d\d · Yesterday$/);
    await expect(time('Glue instead.')).toHaveText(/^\d\d:\d\d · 3 days ago$/);
    await expect(time('Just before midnight.')).toHaveText('23:59');
  });
});

test.describe('the search', () => {
  test('starts once the person has paused for 300 ms', async () => {
    const asked: string[] = [];
    page.on('request', (request) => /\/search\?/.test(request.url()) && asked.push(nameOf(request)));
    await page.clock.install();
    await openAll();
    await page.clock.pauseAt(Date.now() + MINUTE);
    const field = page.getByRole('textbox', { name: 'Search your anecdotes' });
    await field.pressSequentially('HIN');
    await page.clock.runFor(250);
    await field.pressSequentially('GE');
    await page.clock.runFor(299);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.clock.runFor(1);
    await expect(page).toHaveURL(/\/dashboard\?q=HINGE$/);
    await page.clock.resume();
    await expect(page.getByText('Showing 1 of 7 anecdotes')).toBeVisible();
    expect(asked.length).toBeGreaterThan(0);
    for (const call of asked) expect(call).toContain('query=HINGE');
  });

  test('is cancelled when its screen is left', async () => {
    await openAll();
    await page.clock.pauseAt(Date.now() + 2 * MINUTE);
    const field = page.getByRole('textbox', { name: 'Search your anecdotes' });
    await field.fill('tram');
    await page.getByRole('link', { name: 'New Anecdote' }).click();
    await expect(page).toHaveURL(/\/entry$/);
    await page.clock.resume();
    await expect(field).toHaveValue('');
    await page.goBack();
    await expect(page.getByText('Showing all 7 anecdotes')).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('that finds nothing offers to clear all filters', async () => {
    await page.getByRole('textbox', { name: 'Search your anecdotes' }).fill('nobody ever wrote this');
    await expect(page.getByText('Showing 0 of 7 anecdotes')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    await button('Clear All Filters').press('Enter');
    await expect(page.getByText('Showing all 7 anecdotes')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test.describe('the filters', () => {
  test('are hidden behind Show Filters', async () => {
    await openAll();
    await expect(page.getByText('Time Period')).toHaveCount(0);
    await button('Show Filters').click();
    await expect(page.getByText('Time Period')).toBeVisible();
    await button('Hide Filters').click();
    await expect(page.getByText('Time Period')).toHaveCount(0);
    await button('Show Filters').click();
  });

  for (const [name, tags, count] of [
    ['Energy', 'energy', 1],
    ['Problems', 'problem,issue', 2],
    ['Positive', 'positive', 1],
  ] as const) {
    test(`${name} shows the anecdotes tagged ${tags.replace(',', ' or ')} and replaces all other filters`, async () => {
      await choose(page.getByRole('radio', { name: 'Last Month' }));
      await button(name).click();
      await expect(page).toHaveURL(new RegExp(`/dashboard\\?tags=${tags}$`));
      await expect(page.getByText(`Showing ${count} of 7 anecdotes`)).toBeVisible();
      await expect(page.getByRole('radio', { name: 'All Time' })).toBeChecked();
    });
  }

  test('are all removed by Clear All', async () => {
    await button('Clear All').click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText('Showing all 7 anecdotes')).toBeVisible();
  });

  test('offer four periods', async () => {
    const period = page.getByRole('group', { name: 'Time Period' });
    await expect(period.locator('label:has([type=radio])')).toHaveText([
      'All Time',
      'Last Week',
      'Last Month',
      'Custom Range',
    ]);
    await expect(page.getByRole('radio', { name: 'All Time' })).toBeChecked();
    await choose(page.getByRole('radio', { name: 'Last Week' }));
    await expect(page.getByText('Showing 4 of 7 anecdotes')).toBeVisible();
    await choose(page.getByRole('radio', { name: 'Last Month' }));
    await expect(page.getByText('Showing 5 of 7 anecdotes')).toBeVisible();
  });

  test('count the last week and the last month back from now, without future anecdotes', async () => {
    const planned = await journal.write('The dentist, next Tuesday.', ago(-5 * DAY));
    await expect(page.getByText('Showing 5 of 8 anecdotes')).toBeVisible();
    await choose(page.getByRole('radio', { name: 'Last Week' }));
    await expect(page.getByText('Showing 4 of 8 anecdotes')).toBeVisible();
    await choose(page.getByRole('radio', { name: 'All Time' }));
    await expect(cardOf(page, 'The dentist, next Tuesday.')).toBeVisible();
    await journal.client.call('DELETE', `/api/anecdotes/${planned.id}`);
    await expect(page.getByText('Showing all 7 anecdotes')).toBeVisible();
  });

  test('select Custom Range when a date is entered, and either end may be open', async () => {
    await day('From').fill('2024-03-04');
    await expect(page.getByRole('radio', { name: 'Custom Range' })).toBeChecked();
    await expect(page.getByText('Showing 5 of 7 anecdotes')).toBeVisible();
    await day('From').fill('');
    await day('To').fill('2024-03-02');
    await expect(page.getByText('Showing 0 of 7 anecdotes')).toBeVisible();
  });

  test('accept a typed date once its year is complete', async () => {
    await day('To').fill('');
    await day('From').focus();
    await page.keyboard.type('04042024', { delay: 60 });
    await expect(day('From')).toHaveValue('2024-04-04');
    await expect(page).toHaveURL(/from=2024-04-04/);
    await page.goBack();
    await expect(day('From')).toHaveValue('');
    await page.goForward();
  });

  test('include the first and the last second of a custom range', async () => {
    await day('From').fill('2024-03-03');
    await day('To').fill('2024-03-03');
    await expect(page.getByText('Showing 2 of 7 anecdotes')).toBeVisible();
    await expect(cardOf(page, 'Just before midnight.')).toBeVisible();
    await expect(cardOf(page, 'On the stroke of midnight.')).toBeVisible();
  });

  test('say that the first day of a custom range is after the last one', async () => {
    const backwards = page.getByRole('alert').filter({ hasText: 'The first day is after the last one.' });
    await expect(backwards).toHaveCount(0);
    await day('From').fill('2024-03-05');
    await expect(backwards).toBeVisible();
    await expect(day('From')).toHaveAttribute('aria-invalid', 'true');
    await expect(day('To')).toHaveAccessibleDescription('The first day is after the last one.');
    await expect(cardOf(page, 'Just before midnight.')).toHaveCount(0);
    await expectAccessible(page);
    await day('To').fill('2024-03-05');
    await expect(backwards).toHaveCount(0);
  });

  test('leave a custom range with one step back, however often its days were changed', async () => {
    await openAll();
    await button('Show Filters').click();
    await day('From').fill('2024-03-04');
    await day('To').fill('2024-03-02');
    await day('From').fill('2024-03-02');
    await expect(page).toHaveURL(/from=2024-03-02/);
    await page.goBack();
    await expect(page.getByText('Showing all 7 anecdotes')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goForward();
    await expect(day('From')).toHaveValue('2024-03-02');
  });

  test('clear the dates when another period is chosen', async () => {
    await choose(page.getByRole('radio', { name: 'Last Week' }));
    await expect(day('From')).toHaveValue('');
    await expect(day('To')).toHaveValue('');
    await expect(page).toHaveURL(/\/dashboard\?period=week$/);
    await button('Clear All').click();
  });

  test('combine tags with "or", and show all anecdotes without tags', async () => {
    const tags = page.getByRole('group', { name: 'Tags' });
    const tag = (name: string) => tags.getByRole('button', { name: new RegExp(`^${name}`) });
    await tag('energy').click();
    await expect(page.getByText('Showing 1 of 7 anecdotes')).toBeVisible();
    await tag('winter').click();
    await expect(page.getByText('Showing 2 of 7 anecdotes')).toBeVisible();
    await expect(tag('energy')).toHaveAttribute('aria-pressed', 'true');
    await tag('energy').click();
    await expect(tag('energy')).toHaveAttribute('aria-pressed', 'false');
    await tag('winter').click();
    await expect(page.getByText('Showing all 7 anecdotes')).toBeVisible();
  });

  test('are kept in the address with the view, survive a reload and go back one by one', async () => {
    await journal.go('/dashboard?view=timeline&tags=work');
    await expect(page.getByText('Showing 3 of 7 anecdotes')).toBeVisible();
    await button('Show Filters').click();
    await choose(page.getByRole('radio', { name: 'Last Week' }));
    await choose(view('Grid'));
    await expect(page).toHaveURL(/\/dashboard\?tags=work&period=week$/);
    await page.reload();
    await expect(page.getByText('Showing 3 of 7 anecdotes')).toBeVisible();
    await expect(page.getByTitle('Remove filter work')).toBeVisible();
    await page.getByTitle('Remove filter Last Week').press('Enter');
    await expect(page.getByTitle('Remove filter Last Week')).toHaveCount(0);
    await expect(button('Show Filters')).toBeFocused();
    await page.goBack();
    await expect(page.getByTitle('Remove filter Last Week')).toBeVisible();
    await page.goBack();
    await expect(view('Timeline')).toBeChecked();
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard\?(?:view=timeline&tags=work|tags=work&view=timeline)$/);
  });
});

test.describe('loading', () => {
  test('shows a message until the anecdotes are loaded', async () => {
    const release = await holdReads(page);
    await journal.go('/dashboard?q=letter');
    await expect(page.getByRole('status').filter({ hasText: 'Loading anecdotes…' })).toBeVisible();
    await release();
    await expect(cardOf(page, 'A letter from Ada.')).toBeVisible();
  });

  test('shows an error that names what failed, and can be repeated', async () => {
    await answerWith(page, /^GET \/anecdotes(?:\/search)?\?/, wordless, async () => {
      await journal.go('/dashboard?q=glue');
      await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Failed to load data');
    });
    await button('Try again').click();
    await expect(cardOf(page, 'Glue instead.')).toBeVisible();
    await answerWith(page, /^GET \/anecdotes(?:\/search)?\?/, wordless, async () => {
      await page.getByRole('textbox', { name: 'Search your anecdotes' }).fill('tram');
      await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Failed to load anecdotes');
      await expect(page.getByRole('article')).toHaveCount(0);
      await page.getByRole('button', { name: 'Show Filters' }).click();
      await page.getByRole('button', { name: 'Problems' }).click();
      await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Failed to fetch anecdotes');
    });
  });

  test('shows an error for an answer without data or with data that are not a list', async () => {
    const pagination = { currentPage: 1, pageSize: 50, totalItems: 1, totalPages: 1 };
    await answerWith(page, /^GET \/anecdotes\?/, success({ pagination }), async () => {
      await journal.go('/dashboard?period=custom&from=2021-01-01');
      await expect(page.getByRole('alert')).toContainText('Invalid response from server');
    });
    await answerWith(page, /^GET \/anecdotes\?/, success({ data: 'one', pagination }), async () => {
      await button('Try again').click();
      await expect(page.getByRole('alert')).toContainText('Invalid data format from server');
    });
  });

  test('skips anecdotes without an id or text', async () => {
    const whole = { ...(await journal.client.call<object[]>('GET', '/api/anecdotes?search=hinge')).body };
    const [hinge] = whole.data;
    const data = [{ ...hinge, id: undefined }, { ...hinge, id: 'without-a-text', description: '' }, hinge];
    const pagination = { ...whole.pagination, totalItems: 3 };
    await answerWith(page, /^GET \/anecdotes\?/, success({ ...whole, data, pagination }), async () => {
      await journal.go('/dashboard?period=custom&from=2022-01-01');
      await expect(page.getByText('Showing 1 of 7 anecdotes')).toBeVisible();
      await expect(page.getByRole('article')).toHaveCount(1);
    });
  });
});

test.describe('an anecdote written in the composer', () => {
  test('is first in the list and counted at once', async () => {
    await openAll();
    await composer(page).fill('Rain on the roof.');
    await composer(page).press('Control+Enter');
    await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
    await expect(page.getByRole('article').first()).toContainText('Rain on the roof.');
    await expect(page.getByRole('definition')).toHaveText(['8', '5', '7']);
  });

  test('stays in the composer when it cannot be saved', async () => {
    await answerWith(page, /^POST \/anecdotes$/, wordless, async () => {
      await composer(page).fill('Not yet.');
      await composer(page).press('Control+Enter');
      await expect(message(page, 'Failed to create anecdote')).toBeVisible();
    });
    await expect(composer(page)).toHaveValue('Not yet.');
    await composer(page).fill('');
  });

  test('has its #words offered as tags, and keeps them in its text', async () => {
    await composer(page).fill('#Tea with #Mara.');
    await page.getByTitle('Add tag tea').press('Enter');
    await expect(page.getByTitle('Add tag mara')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Tags' })).toHaveValue('tea, mara');
    await expect(page.getByTitle(/^Add tag/)).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue('#Tea with #Mara.');
    await composer(page).fill('');
  });
});
