import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { cardOf, message } from '../support/dashboard-page.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { answerWith, holdCalls, refusal, success, wordless } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const point = { lat: 47.37818, lng: 8.54019 };

let journal: Journal;
let page: Page;
let first: AnecdoteView;
let third: AnecdoteView;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  await journal.write('By address.', { coordinates: { ...point, address: 'Central Station' } });
  await journal.write('By location.', { location: 'the hall', coordinates: { ...point, address: 'Central Station' } });
  await journal.write('By words alone.', { location: 'the kitchen' });
  await journal.write('By a bare point.', { coordinates: { ...point, address: null } });
  first = await journal.write('The first of a chain.', { tags: ['work', 'rain'] });
  await journal.write('The second of a chain.', { connected_to: first.id });
  third = await journal.write('The third of a chain.', { connected_to: first.id });
  await journal.go('/dashboard');
  await expect(page.getByText('Showing all 7 anecdotes')).toBeVisible();
});

test.afterAll(() => journal?.close());

function sameHere(text: string) {
  return cardOf(page, text).getByRole('button', { name: /Same Here/ });
}

/** The number of Same Here reactions on a card. */
function sameHereCount(text: string) {
  return cardOf(page, text).locator('p').getByTitle('Same Here', { exact: true });
}

test.describe('a card', () => {
  for (const [text, place] of [
    ['By address.', 'Central Station'],
    ['By location.', 'the hall'],
    ['By words alone.', 'the kitchen'],
    ['By a bare point.', 'Custom location'],
  ] as const) {
    test(`shows the place "${place}" when it is given ${text.toLowerCase()}`, async () => {
      await expect(cardOf(page, text).getByText(place, { exact: text === 'By words alone.' })).toBeVisible();
    });
  }

  for (const [how, options] of [
    ['clicked with Ctrl', { modifiers: ['Control' as const] }],
    ['clicked with the middle button', { button: 'middle' as const }],
  ] satisfies [string, object][]) {
    test(`opens in a new tab when its text is ${how}`, async () => {
      const opened = page.context().waitForEvent('page', { timeout: 10_000 });
      await cardOf(page, 'The first of a chain.').getByText('The first of a chain.').click(options);
      const tab = await opened;
      await expect(tab).toHaveURL(new RegExp(`/anecdotes/${first.id}$`));
      await expect(page).toHaveURL(/dashboard/);
      await tab.close();
    });
  }

  test('is copied without the words that only screen readers say', async () => {
    await cardOf(page, 'By words alone.').evaluate((card) => getSelection()?.selectAllChildren(card));
    await page.keyboard.press('Control+C');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('By words alone.');
    expect(copied).not.toContain('Open the anecdote');
  });

  test('offers six actions', async () => {
    const card = cardOf(page, 'The second of a chain.');
    for (const title of ['Continue this', 'Connect to…', 'Same Here', 'View timeline', 'Edit', 'Delete']) {
      await expect(card.getByTitle(title, { exact: true })).toBeEnabled();
    }
    await expect(card.getByTitle('Edit').locator('..').locator(':scope > *').first()).toHaveText('Continue this');
  });

  test('shows its actions on hover, on keyboard focus and on touch devices', async () => {
    const card = cardOf(page, 'The second of a chain.');
    const edit = card.getByTitle('Edit', { exact: true });
    await expect(edit).toHaveCSS('opacity', '0');
    await card.hover();
    await expect(edit).toHaveCSS('opacity', '1');
    await page.mouse.move(0, 0);
    await expect(edit).toHaveCSS('opacity', '0');
    await edit.focus();
    await expect(edit).toHaveCSS('opacity', '1');
    await edit.blur();
    const finger = await page.context().newCDPSession(page);
    await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await expect(edit).toHaveCSS('opacity', '1');
    expect((await edit.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await finger.detach();
  });

  test('needs no room for its hidden actions in the timeline', async () => {
    await journal.go('/dashboard?view=timeline');
    const card = cardOf(page, 'The first of a chain.');
    const [{ y, height } = { y: 0, height: 0 }, remove] = [
      (await card.boundingBox()) ?? undefined,
      await card.getByTitle('Delete', { exact: true }).boundingBox(),
    ];
    expect(remove?.y).toBeGreaterThanOrEqual(y + height);
    await journal.go('/dashboard');
  });

  test('without a connection has a disabled timeline button', async () => {
    const card = cardOf(page, 'By address.');
    await expect(card.getByTitle('No connected anecdote')).toBeDisabled();
    await expect(card.getByTitle('View timeline')).toHaveCount(0);
  });

  test('filters by a tag when it is clicked', async () => {
    await cardOf(page, 'The first of a chain.').getByTitle('Click to filter by rain').click();
    await expect(page).toHaveURL(/\/dashboard\?tags=rain$/);
    await expect(page.getByText('Showing 1 of 7 anecdotes')).toBeVisible();
    await page.goBack();
  });
});

test.describe('Same Here', () => {
  test('shows a spinner while the call runs and ignores further clicks', async () => {
    const button = sameHere('By address.');
    await expect(button.locator('animate, [class*=spinner]')).toHaveCount(0);
    const release = await holdCalls(page, /^POST .*\/react$/);
    await button.click();
    await expect(button).toBeDisabled();
    await expect(button.locator('[class*=spinner]')).toBeVisible();
    await button.click({ force: true });
    await button.dispatchEvent('click');
    expect(await release()).toBe(1);
    await expect(button).toBeEnabled();
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(sameHereCount('By address.')).toHaveText('Same Here 1');
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await expect(sameHereCount('By address.')).toHaveCount(0);
    await expect(button).toBeEnabled();
  });

  for (const [how, answer] of [
    ['is refused', refusal('Not now', 'RATE_LIMITED', 409)],
    ['fails', wordless],
    ['is answered without success', success({ data: { success: false, count: 9, user_reacted: true } })],
  ] as const) {
    test(`changes nothing and shows no message when the call ${how}`, async () => {
      const button = sameHere('By location.');
      await answerWith(page, /^POST .*\/react$/, answer, async () => {
        await button.click();
        await expect(button).toBeEnabled();
        await expect(button).toHaveAttribute('aria-pressed', 'false');
      });
      await expect(button).toHaveText('Same Here');
      await expect(page.getByRole('region', { name: 'Messages' }).getByRole('dialog')).toHaveCount(0);
    });
  }

  test('undoes only the reaction when the call fails, not an edit in between', async () => {
    await page.route('**/react', async (route) => {
      await expect(cardOf(page, 'Edited meanwhile.')).toBeVisible();
      await route.fulfill(wordless);
    });
    const answered = page.waitForResponse('**/react');
    await sameHere('The third of a chain.').click();
    await journal.client.call('PUT', `/api/anecdotes/${third.id}`, { description: 'Edited meanwhile.' });
    await answered;
    await expect(sameHere('Edited meanwhile.')).toBeEnabled();
    await expect(sameHere('Edited meanwhile.')).toHaveAttribute('aria-pressed', 'false');
    await page.unroute('**/react');
    await journal.client.call('PUT', `/api/anecdotes/${third.id}`, { description: third.description });
    await expect(cardOf(page, third.description)).toBeVisible();
  });

  test('never counts below 0', async () => {
    const { body } = await journal.client.call<{ anecdote: AnecdoteView }[]>(
      'GET',
      '/api/anecdotes/search?query=alone',
    );
    const reacted = { user_reacted: true, reaction_count: 0 };
    const data = body.data.map((hit) => ({ ...hit, anecdote: { ...hit.anecdote, ...reacted } }));
    await answerWith(page, /^GET \/anecdotes\/search\?/, success({ ...body, data }), () =>
      journal.go('/dashboard?q=alone').then(() => expect(sameHere('alone')).toHaveAttribute('aria-pressed', 'true')),
    );
    const release = await holdCalls(page, /^DELETE .*\/react$/);
    await sameHere('alone').click();
    await expect(sameHere('alone')).toHaveAttribute('aria-pressed', 'false');
    await expect(sameHereCount('alone')).toHaveCount(0);
    await release();
    await expect(sameHere('alone')).toBeEnabled();
    await expect(sameHereCount('alone')).toHaveCount(0);
  });
});

test.describe('the timeline of connected anecdotes', () => {
  test('shows the parent and all anecdotes that continue it, oldest first, and says how many', async () => {
    await journal.go('/dashboard');
    await cardOf(page, 'The first of a chain.').getByTitle('View timeline').click();
    await expect(page).toHaveURL(new RegExp(`/timeline/${first.id}$`));
    await expect(page).toHaveTitle('Connected Anecdotes Timeline · Anecdotes');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connected Anecdotes Timeline');
    await expect(page.getByText('3 connected anecdotes', { exact: true })).toBeVisible();
    await expect(message(page, 'Showing timeline for 3 connected anecdotes')).toBeVisible();
    await expect(page.getByRole('article')).toHaveText([/The first/, /The second/, /The third/]);
  });

  test('of an anecdote that continues another starts with the parent', async () => {
    await cardOf(page, 'The second of a chain.').getByTitle('View timeline').click();
    await expect(message(page, 'Showing timeline for 2 connected anecdotes')).toBeVisible();
    await expect(page.getByRole('article')).toHaveText([/The first/, /The second/]);
  });

  test('leads back by a tag or by Back to All Anecdotes', async () => {
    await cardOf(page, 'The first of a chain.').getByTitle('Click to filter by work').click();
    await expect(page).toHaveURL(/\/dashboard\?tags=work$/);
    await page.goBack();
    await page.getByRole('link', { name: 'Back to All Anecdotes' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText('Showing all 7 anecdotes')).toBeVisible();
  });
});

test.describe('deleting', () => {
  test('offers Undo for 8 s, and shows a message for 5 s after the restore', async () => {
    await page.clock.install();
    await journal.go('/dashboard');
    await cardOf(page, 'By a bare point.').getByTitle('Delete').click();
    await expect(cardOf(page, 'By a bare point.')).toHaveCount(0);
    await expect(message(page, 'Anecdote deleted')).toBeVisible();
    await expect(page.getByText('Showing all 6 anecdotes')).toBeVisible();
    // The time stands still, so that a slow machine can press the button.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_500);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.clock.resume();
    // A message stays while the pointer is over it.
    await page.mouse.move(5, 5);
    await expect(cardOf(page, 'By a bare point.')).toBeVisible();
    await expect(message(page, 'Anecdote restored')).toBeVisible();
    await page.clock.fastForward(5_000);
    await expect(page.getByText('Anecdote restored')).toHaveCount(0);
  });

  test('and a double click on Undo does not press what is below the message', async () => {
    await cardOf(page, 'By a bare point.').getByTitle('Delete').click();
    const undo = page.getByRole('button', { name: 'Undo' });
    const letThrough = await holdCalls(page, /^POST .*\/restore$/);
    await undo.click();
    await expect(undo).toHaveCount(0);
    // The second click of the double click; the tag stands for what is below the message.
    await cardOf(page, 'The first of a chain.').getByTitle('Click to filter by work').hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await letThrough();
    await expect(message(page, 'Anecdote restored')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('another anecdote while the message is shown lets one Undo restore both', async () => {
    await cardOf(page, 'By a bare point.').getByTitle('Delete').click();
    await expect(message(page, 'Anecdote deleted')).toBeVisible();
    const other = page.getByRole('article').first();
    await other.getByTitle('Delete').click();
    await expect(message(page, '2 anecdotes deleted')).toBeVisible();
    await expect(page.getByText('Showing all 5 anecdotes')).toBeVisible();
    // The previous message may still be fading out.
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(message(page, '2 anecdotes restored')).toBeVisible();
    await expect(page.getByText('Showing all 7 anecdotes')).toBeVisible();

    await cardOf(page, 'By a bare point.').getByTitle('Delete').click();
    await expect(message(page, 'Anecdote deleted')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(message(page, 'Anecdote restored')).toBeVisible();
  });

  for (const how of ['a pointer', 'the keyboard']) {
    test(`moves the focus to the restored anecdote after Undo was pressed with ${how}`, async () => {
      const card = cardOf(page, 'By a bare point.');
      const undo = page.getByRole('button', { name: 'Undo' });
      for (const button of [card.getByTitle('Delete'), undo])
        await (how === 'a pointer' ? button.click() : button.press('Enter'));
      await expect(message(page, 'Anecdote restored')).toBeVisible();
      await expect(card).toBeFocused();
    });
  }

  test('that fails shows an error until it is dismissed, and the anecdote appears again', async () => {
    await answerWith(page, /^DELETE \/anecdotes\/[^/]+$/, refusal('Not now', 'INTERNAL', 500), async () => {
      await cardOf(page, 'By a bare point.').getByTitle('Delete').click();
      await expect(message(page, 'Failed to delete anecdote')).toBeVisible();
      await expect(cardOf(page, 'By a bare point.')).toBeVisible();
    });
    await page.clock.fastForward(20_000);
    await expect(message(page, 'Failed to delete anecdote')).toBeVisible();
    await page.getByLabel('Dismiss').click();
    await expect(page.getByText('Failed to delete anecdote')).toHaveCount(0);
  });

  test('two anecdotes, of which Undo can restore only one, leaves only the other one deleted', async () => {
    await cardOf(page, 'By a bare point.').getByTitle('Delete').click();
    await expect(message(page, 'Anecdote deleted')).toBeVisible();
    await cardOf(page, 'The third of a chain.').getByTitle('Delete').click();
    await expect(message(page, '2 anecdotes deleted')).toBeVisible();
    const path = new RegExp(`^POST /anecdotes/${third.id}/restore$`);
    await answerWith(page, path, refusal('Not now', 'INTERNAL', 500), async () => {
      await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(message(page, 'Not now')).toBeVisible();
    });
    await cardOf(page, 'By a bare point.').press('Enter');
    await expect(page).toHaveURL(/\/anecdotes\//);
    await expect(page.getByRole('article')).toHaveText([/By a bare point\./]);
    const { status } = await journal.client.call('POST', `/api/anecdotes/${third.id}/restore`);
    expect(status).toBe(200);
  });
});

test.describe('a list longer than the window', () => {
  test.beforeAll(async () => {
    const anecdotes = Array.from({ length: 120 }, (_, place) => ({
      description: `Entry ${String(place).padStart(3, '0')} of a long list.`,
      timestamp: new Date(Date.UTC(2025, 0, 1) + place * 3_600_000).toISOString(),
    }));
    const { status } = await journal.client.call('POST', '/api/anecdotes/batch', { anecdotes });
    expect(status).toBe(200);
    await journal.go('/dashboard');
    await expect(page.getByText('Showing all 127 anecdotes')).toBeVisible();
  });

  test('loads more as it is scrolled, until the first anecdote', async () => {
    await expect(cardOf(page, 'Entry 000')).toHaveCount(0);
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        return cardOf(page, 'Entry 000').isVisible();
      })
      .toBe(true);
    await expect(page.getByText("You've reached the end.")).toBeVisible();
  });

  test('keeps the anecdotes that j and k move to in sight, clear of the bar and the heading', async () => {
    await journal.go('/dashboard?view=timeline');
    await expect(page.getByText('Showing all 127 anecdotes')).toBeVisible();
    const isWholeInSight = () =>
      page.evaluate(() => {
        const card = document.activeElement;
        if (!card?.matches('[data-anecdote]')) return false;
        const { left, top, bottom } = card.getBoundingClientRect();
        return [top + 2, bottom - 2].every((y) => card.contains(document.elementFromPoint(left + 20, y)));
      });
    for (const key of 'jjjjjjjjjjjjkkkkkkkkkk') {
      await page.keyboard.press(key);
      await expect.poll(isWholeInSight).toBe(true);
    }
  });

  test('does not move the focus back to an anecdote that scrolls into view again', async () => {
    await journal.go('/dashboard');
    await expect(page.getByText('Showing all 127 anecdotes')).toBeVisible();
    await page.keyboard.press('j');
    const walkedTo = page.locator(
      `[data-anecdote="${await page.locator('[data-anecdote]:focus').getAttribute('data-anecdote')}"]`,
    );
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(walkedTo).toHaveCount(0);
    await page.keyboard.press('/');
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(walkedTo).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Search your anecdotes' })).toBeFocused();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  for (const [way, open, leave] of [
    ['an edit', 'Edit', () => button('Update').click()],
    ['a cancelled edit', 'Edit', () => button('Cancel').click()],
    ['a cancelled continuation', 'Continue this', () => button('Cancel').click()],
    ['the back button', 'Edit', () => page.goBack()],
  ] as const) {
    test(`keeps its filter and its scroll position after ${way}`, async () => {
      await journal.go('/dashboard?view=timeline&q=long');
      await expect(page.getByText('Showing 120 of 127 anecdotes')).toBeVisible();
      await page.evaluate(() => window.scrollTo(0, 3_000));
      await expect.poll(wholeInView).not.toBeNull();
      const shown = page.locator(`[data-anecdote="${await wholeInView()}"]`);
      await shown.hover();
      const place = async () => (await shown.boundingBox())?.y ?? Number.NaN;
      const before = await place();
      await shown.getByTitle(open).click();
      await expect(page.getByRole('textbox', { name: 'What happened?' })).toBeVisible();
      await leave();
      await expect(page).toHaveURL(/\/dashboard\?view=timeline&q=long$/);
      await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(40);
    });
  }
});

/** The first anecdote that is completely in view; null if there is none. */
function wholeInView(): Promise<string | null> {
  return page.evaluate(() => {
    const anecdotes = [...document.querySelectorAll<HTMLElement>('[data-anecdote]')];
    const isWhole = ({ top, bottom }: DOMRect) => top > 100 && bottom < window.innerHeight - 20;
    return anecdotes.find((each) => isWhole(each.getBoundingClientRect()))?.dataset.anecdote ?? null;
  });
}

test('a right-to-left text has that direction in every view and in every field', async () => {
  const text = 'اشتريت 3 تفاحات (حمراء).';
  const { id } = await journal.write(text, { connected_to: first.id });
  for (const path of ['/dashboard', '/dashboard?view=timeline', '/dashboard?view=geo', `/visualization/${id}`]) {
    await journal.go(path);
    await expect(page.locator('p', { hasText: text }).first()).toHaveCSS('direction', 'rtl');
  }
  await journal.go(`/entry?edit=${id}`);
  await expect(page.getByRole('textbox', { name: 'What happened?' })).toHaveCSS('direction', 'rtl');
  await page.getByRole('radio', { name: 'Enhanced Entry' }).check();
  for (const name of ['Location', 'Tags', /^Connect to/, 'Search your anecdotes']) {
    const field = page.getByLabel(name, { exact: true });
    await field.fill('شاي');
    await expect(field).toHaveCSS('direction', 'rtl');
  }
});

test('an Arabic place and its Arabic address are beside each other, and the icon covers neither', async () => {
  const address = 'القاهرة, شارع ٢٦ يوليو';
  await journal.write('In Cairo.', { location: 'القاهرة', coordinates: { ...point, address } });
  await journal.go('/dashboard');
  const place = cardOf(page, 'In Cairo.').getByTitle('Open in maps');
  const [link, icon, after] = await Promise.all(
    [place, place.locator('svg'), page.getByTitle(address)].map((part) => part.boundingBox()),
  );
  if (!link || !icon || !after) throw new Error('the place is not shown');
  expect(icon.x).toBeGreaterThan(link.x + 20);
  expect(after.x).toBeGreaterThanOrEqual(icon.x + icon.width);
});

test('an anecdote that takes the place of a deleted, unfolded one is folded', async () => {
  for (const text of ['Longer. ', 'Longest. ']) await journal.write(text.repeat(100));
  await journal.go('/dashboard');
  await cardOf(page, 'Longest.').getByRole('button', { name: 'Read more' }).click();
  await expect(cardOf(page, 'Longest.').getByRole('button', { name: 'Read less' })).toBeVisible();
  await cardOf(page, 'Longest.').getByTitle('Delete').click();
  await expect(cardOf(page, 'Longest.')).toHaveCount(0);
  await expect(cardOf(page, 'Longer.').getByRole('button', { name: 'Read more' })).toBeVisible();
});

test('a card says Yesterday instead of Today once midnight has passed', async () => {
  const midnight = await page.evaluate(() => new Date().setHours(0, 0, 0, 0));
  await journal.write('Late in the evening.', { timestamp: new Date(midnight - 60_000).toISOString() });
  await page.clock.setFixedTime(midnight - 30_000);
  await journal.go('/dashboard');
  const time = cardOf(page, 'Late in the evening.').locator('time');
  await expect(time).toContainText('Today');
  await page.clock.setFixedTime(midnight + 30_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(time).toContainText('Yesterday');
});

test('the heat strip ends with the new day once midnight has passed', async () => {
  const midnight = await page.evaluate(() => new Date().setHours(0, 0, 0, 0));
  const newest = page.getByRole('slider', { name: 'Open a day in the past year' });
  const expectNewest = async (at: number) => {
    const day = await page.evaluate(
      (at) => new Date(at).toLocaleDateString([], { day: 'numeric', month: 'short' }),
      at,
    );
    await expect(newest).toHaveAttribute('aria-valuetext', new RegExp(`\\b${day}\\b`));
  };
  await page.clock.setFixedTime(midnight - 30_000);
  await journal.go('/dashboard');
  await expectNewest(midnight - 30_000);
  await page.clock.setFixedTime(midnight + 30_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expectNewest(midnight + 30_000);
});

test('a message ends with the page that shows it, and its Undo with it', async ({ product }) => {
  const timestamp = new Date().toISOString();
  for (const text of ['Deleted before.', 'Deleted after.']) await journal.write(text, { timestamp });
  await journal.go('/');
  await page.locator('a[href="/dashboard"]:visible').first().click();
  await expect(cardOf(page, 'Deleted after')).toBeVisible();
  await cardOf(page, 'Deleted before').getByTitle('Delete').click();
  await expect(message(page, 'Anecdote deleted')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${product.address}/`);
  await expect(page.getByRole('region', { name: 'Messages' })).toHaveCount(0);
  await page.goForward();
  await cardOf(page, 'Deleted after').getByTitle('Delete').click();
  await expect(message(page, 'Anecdote deleted')).toBeVisible();
});
