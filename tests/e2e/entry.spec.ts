import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page, type Request } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { cardOf, composer, message } from '../support/dashboard-page.ts';
import { discardComposition, pressWhileComposing } from '../support/input-method.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { answerWith, holdCalls, refusal, wordless } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const NOW = '2026-03-18T08:30:00.000Z';
const CREATE = /^POST \/anecdotes$/;
const long = 'The tram driver waited for the old man with the cello, and nobody minded.';

let journal: Journal;
let page: Page;
let tram: AnecdoteView;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  tram = await journal.write(long, { tags: ['elderflower', 'kindness'] });
});

test.afterAll(() => journal?.close());

function choice(name: string) {
  return page.getByRole('radio', { name, exact: true });
}

function button(name: string) {
  return page.getByRole('button', { name, exact: true });
}

function tags() {
  return page.getByRole('combobox', { name: 'Tags' });
}

function chooser() {
  return page.getByRole('combobox', { name: 'Connect to Another Anecdote (Optional)' });
}

async function openEntry(search = ''): Promise<void> {
  await journal.go(`/entry${search}`);
  await expect(composer(page)).toBeVisible();
}

/** The body that Save sends; the call is refused, so that the form keeps its values. */
async function sent(): Promise<Record<string, unknown>> {
  const asked = page.waitForRequest((request) => request.method() === 'POST' && /anecdotes$/.test(request.url()));
  await answerWith(page, CREATE, wordless, async () => {
    await button('Save').click();
    await asked;
    await expect(button('Save')).toBeEnabled();
    await expect(message(page, 'Failed to create anecdote')).toBeVisible();
  });
  return (await asked).postDataJSON();
}

test.describe('the form for a new anecdote', () => {
  test('has a heading, and sample data folded below', async () => {
    await openEntry();
    await expect(page).toHaveTitle('Add New Anecdote · Anecdotes');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add New Anecdote');
    await expect(page.getByRole('region', { name: 'Sample data' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add 10 sample anecdotes' })).toBeHidden();
  });

  test('begins as a quick entry, which Enhanced Entry extends with more fields', async () => {
    const more = [page.getByLabel('Title'), page.getByLabel('Location'), page.getByLabel('Duration')];
    await expect(choice('Quick Entry')).toBeChecked();
    for (const field of more) await expect(field).toHaveCount(0);
    await choice('Enhanced Entry').check();
    for (const field of more) await expect(field).toBeVisible();
  });

  test('cannot be saved without a description, and marks the field only after something was typed', async () => {
    await expect(button('Save')).toBeDisabled();
    await composer(page).blur();
    await page.getByLabel('Title').fill('Kettle');
    await expect(page.locator('[aria-invalid]')).toHaveCount(0);
    await composer(page).fill(' \u200b ');
    await composer(page).blur();
    await expect(composer(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Please describe what happened')).toBeVisible();
    await expect(button('Save')).toBeDisabled();
    await composer(page).press('Control+Enter');
    await expect(message(page, 'Please enter a description')).toBeVisible();
    await composer(page).fill('A kettle sang.');
    await expect(page.getByText('Please describe what happened')).toHaveCount(0);
    await expect(button('Save')).toBeEnabled();
  });

  test('sends no title and no duration, and sends tags split, trimmed and in lower case', async () => {
    await page.getByLabel('Title').fill('Kettle');
    await page.getByLabel('Duration').fill('5 minutes');
    await page.getByLabel('Location').fill('  The kitchen ');
    await tags().fill(' Morning, ,TEA,morning,');
    const { timestamp, ...body } = await sent();
    expect(Date.parse(String(timestamp))).not.toBeNaN();
    expect(body).toEqual({
      description: 'A kettle sang.',
      tags: ['morning', 'tea'],
      location: 'The kitchen',
      time_zone: 'Europe/Zurich',
    });
    await page.getByLabel('Location').fill('  ');
    expect(await sent()).not.toHaveProperty('location');
  });

  test('says that title and duration are not saved', async () => {
    for (const field of [page.getByLabel('Title'), page.getByLabel('Duration')]) {
      await expect(field).toHaveAccessibleDescription('Only for you while writing. Not saved with the anecdote.');
    }
  });

  test('shows near the limit how many characters are left, and above it how many are too many', async () => {
    await composer(page).fill('𝄞'.repeat(18_900));
    await expect(composer(page)).not.toHaveAccessibleDescription(/./);
    await composer(page).fill(`  ${'𝄞'.repeat(19_999)}  `);
    await expect(composer(page)).toHaveAccessibleDescription('1 character left');
    await expect(button('Save')).toBeEnabled();
    await composer(page).fill('𝄞'.repeat(20_001));
    const tooLong = '1 character over the limit of 20,000.';
    await expect(composer(page)).toHaveAccessibleDescription(tooLong);
    await expect(composer(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(button('Save')).toBeDisabled();
    await composer(page).press('Control+Enter');
    await expect(message(page, tooLong)).toBeVisible();
    await composer(page).fill('A kettle sang.');
    await expect(composer(page)).not.toHaveAttribute('aria-invalid');
  });

  for (const [how, answer, text] of [
    ['without a reason', wordless, 'Failed to create anecdote'],
    ['with a reason', refusal('Too much for today', 'RULE_REFUSED'), 'Too much for today'],
  ] as const) {
    test(`shows the error and keeps what was typed when the call is refused ${how}`, async () => {
      await answerWith(page, CREATE, answer, async () => {
        await composer(page).press('ControlOrMeta+Enter');
        await expect(message(page, text)).toBeVisible();
      });
      await expect(composer(page)).toHaveValue('A kettle sang.');
    });
  }

  test('focuses the field that the server refused', async () => {
    const { json } = refusal('Some fields are not valid');
    const error = { ...(json as { error: object }).error, fields: { location: 'Must be a place' } };
    await answerWith(page, CREATE, { status: 422, json: { ...(json as object), error } }, async () => {
      await composer(page).press('ControlOrMeta+Enter');
      await expect(page.getByLabel('Location')).toHaveAccessibleDescription('Must be a place');
      await expect(page.getByLabel('Location')).toBeFocused();
    });
  });

  test('is disabled while it is being saved', async () => {
    const release = await holdCalls(page, CREATE);
    await page.clock.install();
    await composer(page).press('Meta+Enter');
    await expect(button('Saving…')).toBeDisabled();
    const fields = [composer(page), tags(), chooser(), button('Cancel'), page.getByRole('radio').first()];
    for (const field of [...fields, choice('Quick Entry'), page.getByLabel('Title'), page.getByLabel('Location')]) {
      await expect(field).toBeDisabled();
    }
    await page.clock.pauseAt(Date.now() + 60_000);
    expect(await release()).toBe(1);
  });

  test('shows a message after saving and opens the journal 1.5 s later', async () => {
    const isSaid = async () => {
      await page.clock.runFor(20);
      return page.getByText('Anecdote saved successfully!').isVisible();
    };
    await expect.poll(isSaid, { intervals: [20] }).toBe(true);
    await page.clock.runFor(1_300);
    await expect(page).toHaveURL(/\/entry$/);
    await expect(button('Saved')).toBeDisabled();
    await page.clock.runFor(200);
    await page.clock.resume();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(cardOf(page, 'A kettle sang.')).toBeVisible();
    await openEntry();
    await expect(composer(page)).toHaveValue('');
    await expect(choice('Quick Entry')).toBeChecked();
  });

  test('leaves no draft when it is left while it is being saved', async () => {
    await composer(page).fill('Left too early.');
    const release = await holdCalls(page, CREATE);
    await composer(page).press('Control+Enter');
    await page.getByRole('link', { name: 'Anecdotes: go to your journal' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Anecdotes');
    expect(await release()).toBe(1);
    await expect(cardOf(page, 'Left too early.')).toBeVisible();
    await expect(composer(page)).toHaveValue('');
    await openEntry();
  });

  test('calls a draft from the dashboard restored only after a reload', async () => {
    await journal.go('/dashboard');
    await composer(page).fill('More to say.');
    await page.getByRole('link', { name: 'More fields' }).click();
    await expect(page).toHaveURL(/\/entry$/);
    await expect(composer(page)).toHaveValue('More to say.');
    await expect(page.getByText('Your unsaved draft was restored.')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('Your unsaved draft was restored.')).toBeVisible();
    await button('Discard').click();
    await expect(composer(page)).toHaveValue('');
  });

  test('does not call a draft restored if only the kind of entry was chosen before', async () => {
    await choice('Enhanced Entry').check();
    await journal.go('/dashboard');
    await composer(page).fill('New words.');
    await expect(page.getByRole('link', { name: 'More fields' })).toBeVisible();
    await expect(page.getByText('Your unsaved draft was restored.')).toHaveCount(0);
    await composer(page).fill('');
    await openEntry();
  });

  test('keeps two changes that are made at the same time', async () => {
    await choice('Enhanced Entry').check();
    await page.getByLabel('Title').evaluate((title: HTMLInputElement) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      const fields = [title, document.querySelector('input[placeholder="Where was it?"]')];
      for (const field of fields) {
        set?.call(field, 'At once');
        field?.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    await expect(page.getByLabel('Title')).toHaveValue('At once');
    await expect(page.getByLabel('Location')).toHaveValue('At once');
  });

  test('is not sent by a key of an input method', async () => {
    const bodies: unknown[] = [];
    page.on('request', (request) => request.method() === 'POST' && bodies.push(request.postDataJSON()));
    await composer(page).fill('Rain');
    await pressWhileComposing(page, 'に', 'Control+Enter');
    await discardComposition(page);
    expect(await sent()).toMatchObject({ description: 'Rain' });
    expect(bodies).toHaveLength(1);
  });

  test('sends nothing after a logout in another tab', async () => {
    await composer(page).fill('Too late.');
    let calls = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && /anecdotes$/.test(request.url())) calls += 1;
    });
    await page.evaluate(() => {
      const token = localStorage.getItem('auth_token');
      localStorage.removeItem('auth_token');
      window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token', oldValue: token }));
      document.querySelector('form')?.requestSubmit();
    });
    await expect(message(page, 'User not authenticated')).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
    expect(calls).toBe(0);
    await openEntry();
    await button('Discard').click();
  });
});

test.describe('tag suggestions', () => {
  const offered = () => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

  test('match the last tag that is typed, at most 6, own tags first', async () => {
    await tags().fill('e');
    await expect(offered().first()).toHaveText('elderflower');
    await expect(offered()).toHaveCount(6);
    for (const tag of await offered().allTextContents()) expect(tag).toContain('e');
    await tags().fill('elderflower, work, ENER');
    await expect(offered()).toHaveText(['energy', 'energized']);
  });

  test('leave out tags that are entered already, and a chosen tag replaces what was typed of it until Ctrl+Z', async () => {
    await tags().fill('energy, ener');
    await expect(offered()).toHaveText(['energized']);
    await offered().click();
    await expect(tags()).toHaveValue('energy, energized, ');
    await expect(offered()).toHaveCount(0);
    await tags().press('Control+z');
    await expect(tags()).toHaveValue('energy, ener');
  });

  test('include common tags that were never used', async () => {
    const common =
      'energy mood exercise food work health sleep car product problem solution morning afternoon evening positive ' +
      'negative tired energized stress';
    for (const tag of common.split(' ')) {
      await tags().fill(tag.slice(0, -1));
      await expect(offered().getByText(tag, { exact: true })).toBeVisible();
    }
    await tags().fill('');
  });
});

test('a tag that is too long is refused in the field, and is part of no call', async () => {
  const longCalls: string[] = [];
  const note = (request: Request) => request.url().length > 10_000 && longCalls.push(request.url().slice(0, 80));
  page.on('request', note);
  await tags().fill(`tram, ${'x'.repeat(200_000)}`);
  await expect(tags()).toHaveAccessibleDescription('A tag must be at most 64 characters');
  const related = page.waitForResponse(/\/anecdotes\/related\?/);
  await chooser().focus();
  expect(new URL((await related).url()).searchParams.get('tags')).toBe('tram');
  await tags().fill('');
  await expect(tags()).toHaveAccessibleDescription('Separate tags with commas.');
  page.off('request', note);
  expect(longCalls).toEqual([]);
});

test.describe('the connection field', () => {
  const found = () => page.getByRole('listbox', { name: 'Found anecdotes' }).getByRole('option');

  test('searches the anecdotes, and shows them with their tags', async () => {
    await expect(chooser()).toHaveAttribute('placeholder', 'Search your anecdotes to connect to...');
    await expect(page.getByText('Link this to a related event to create a timeline')).toBeVisible();
    const release = await holdCalls(page, /^GET \/anecdotes\/search/);
    await chooser().fill('  cello ');
    await expect(page.getByText('Searching...')).toBeVisible();
    expect(await release()).toBeLessThan(2);
    await expect(found()).toHaveText([new RegExp(`^${long}.*elderflower *kindness$`)]);
    await expect(page.getByText('Searching...')).toHaveCount(0);
  });

  test('is filled by the chosen anecdote, whose connection can be removed', async () => {
    await found().click();
    await expect(chooser()).toHaveValue(long);
    await expect(found()).toHaveCount(0);
    await composer(page).fill('He plays on Fridays.');
    expect(await sent()).toMatchObject({ connected_to: tram.id });
    await page.getByTitle('Remove connection').press('Enter');
    await expect(chooser()).toHaveValue('');
    await expect(chooser()).toBeFocused();
    await expect(found()).toHaveCount(0);
    await expect(page.getByTitle('Remove connection')).toHaveCount(0);
    expect(await sent()).not.toHaveProperty('connected_to');
  });

  test('offers related anecdotes with the reason as soon as it has the focus', async () => {
    const related = () => page.getByRole('listbox', { name: 'Looks related' }).getByRole('option');
    await composer(page).fill('More of the elderflower.');
    await tags().fill('kindness');
    await expect(related()).toHaveCount(0);
    await chooser().focus();
    await expect(related().first()).toContainText(long);
    await expect(related().first()).toContainText('both tagged kindness');
    await expectAccessible(page);
    await chooser().press('Escape');
    await expect(related()).toHaveCount(0);
    await chooser().press('ArrowDown');
    await related().first().click();
    await expect(chooser()).toHaveValue(long);
    await expect(related()).toHaveCount(0);
    await page.getByTitle('Remove connection').click();
    await tags().fill('');
  });

  test('says when nothing is found or the search fails, and searches for the start of a long text but not for blanks', async () => {
    await chooser().fill('zeppelin');
    await expect(page.getByText('No anecdotes found')).toBeVisible();
    await answerWith(page, /^GET \/anecdotes\/search/, wordless, async () => {
      await chooser().fill('zither');
      await expect(page.getByText('Searching...')).toBeVisible();
      await expect(page.getByText('No anecdotes found')).toBeVisible();
    });
    await chooser().fill('cello '.repeat(20_000));
    await expect(found()).toHaveCount(1);
    await chooser().fill('   ');
    await expect(page.getByText('No anecdotes found')).toBeHidden();
    await chooser().fill('');
  });

  test('never offers the anecdote itself or one that continues it, and its panel is at most 300 px high', async () => {
    await journal.write('A cello again.', { connected_to: tram.id });
    for (let place = 1; place < 8; place += 1) await journal.write(`Another cello ${place}.`);
    await openEntry(`?edit=${tram.id}`);
    await chooser().focus();
    const related = page.getByRole('listbox', { name: 'Looks related' }).getByRole('option');
    await expect(related.filter({ hasText: 'Another cello' }).first()).toBeVisible();
    await expect(related.filter({ hasText: /again|tram driver/ })).toHaveCount(0);
    await chooser().fill('cello');
    await expect(found()).toHaveCount(7);
    await expect(found().filter({ hasText: /again|tram driver/ })).toHaveCount(0);
    const panel = page.getByRole('listbox', { name: 'Found anecdotes' }).locator('..');
    expect((await panel.boundingBox())?.height).toBeLessThanOrEqual(300);
    expect(await panel.evaluate((element) => element.scrollHeight)).toBeGreaterThan(300);
    await chooser().fill('');
  });

  test('is prefilled when an anecdote is continued, whose first 50 characters are shown', async () => {
    await openEntry(`?link=${tram.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add New Anecdote');
    const text = page.getByText(`Creating new anecdote linked to: "${long.slice(0, 50)}..."`, { exact: true });
    await expect(text).toBeVisible();
    await expect(chooser()).toHaveValue(long);
    await page.getByTitle('Remove connection').click();
    await expect(text).toHaveCount(0);
  });
});

test.describe('the time field', () => {
  test.beforeAll(async () => {
    await page.clock.setFixedTime(NOW);
    await openEntry();
    await composer(page).fill('At some time.');
  });

  test('has four choices, with Just now as the default', async () => {
    const group = page.getByRole('group', { name: 'When did this happen?' });
    await expect(group.locator('label')).toHaveText(['Just now', 'Earlier today', 'Yesterday', 'Custom date/time']);
    await expect(page.getByRole('radio', { name: 'Just now' })).toBeChecked();
    expect(await sent()).toMatchObject({ timestamp: NOW });
  });

  for (const [answer, timestamp] of [
    ['Earlier today', '2026-03-18T08:15:00.000Z'],
    ['Yesterday', '2026-03-17T11:00:00.000Z'],
  ] as const) {
    test(`sets 12:00 local time for ${answer}, or shortly before now if 12:00 is later, and shows it`, async () => {
      await page.getByText(answer, { exact: true }).click();
      const shown = page.getByRole('group', { name: 'When did this happen?' }).getByRole('time');
      await expect(shown).toHaveAttribute('datetime', timestamp);
      expect(await sent()).toMatchObject({ timestamp });
    });
  }

  test('saves the day that it shows also after midnight', async () => {
    await page.getByText('Yesterday', { exact: true }).click();
    await page.clock.setFixedTime('2026-03-19T00:05:00+01:00');
    await composer(page).fill('At some time, written until midnight.');
    const shown = page.getByRole('group', { name: 'When did this happen?' }).getByRole('time');
    await expect(shown).toHaveAttribute('datetime', '2026-03-17T11:00:00.000Z');
    expect(await sent()).toMatchObject({ timestamp: '2026-03-17T11:00:00.000Z' });
    await page.clock.setFixedTime(NOW);
    await composer(page).fill('At some time.');
  });

  test('sets 12:00 for a date alone, the exact time for a date and a time, and now for no date', async () => {
    await page.getByText('Custom date/time', { exact: true }).click();
    expect(await sent()).toMatchObject({ timestamp: NOW });
    await page.getByLabel('Date', { exact: true }).fill('2026-02-03');
    expect(await sent()).toMatchObject({ timestamp: '2026-02-03T11:00:00.000Z' });
    await page.getByLabel('Time', { exact: true }).fill('08:05');
    expect(await sent()).toMatchObject({ timestamp: '2026-02-03T07:05:00.000Z' });
    await button('Cancel').click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(message(page, 'Your draft was kept.')).toBeVisible();
    await expect(composer(page)).toHaveValue('At some time.');
    await page.getByRole('link', { name: 'More fields' }).click();
    await expect(page.getByLabel('Date', { exact: true })).toHaveValue('2026-02-03');
    await button('Cancel').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Anecdotes');
    await expect(composer(page)).toHaveValue('At some time.');
  });

  test('lets the message of the save show an anecdote of an earlier time, also if it loads slowly', async () => {
    await openEntry();
    await composer(page).fill('Long ago.');
    await page.getByText('Yesterday', { exact: true }).click();
    await button('Save').click();
    await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
    const release = await holdCalls(page, /^GET \/anecdotes\/[-\w]{36}$/);
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/\/anecdotes\//);
    await page.clock.runFor(1_500);
    await release();
    await expect(page).toHaveURL(/\/anecdotes\//);
    await expect(page.getByRole('main')).toContainText('Long ago.');
  });

  for (const [timestamp, answer] of [
    ['2026-03-18T06:05:00.000Z', 'Earlier today'],
    ['2026-03-17T22:59:00.000Z', 'Yesterday'],
    ['2026-02-03T07:05:00.000Z', 'Custom date/time'],
  ] as const) {
    test(`selects ${answer} when an anecdote of that time is edited`, async () => {
      const { id } = await journal.write('At a known time.', { timestamp });
      await openEntry(`?edit=${id}`);
      await expect(page.getByRole('radio', { name: answer })).toBeChecked();
      await expect(page.locator(`time[datetime="${timestamp}"]`)).toBeVisible();
      if (answer !== 'Custom date/time') return;
      await expect(page.getByLabel('Date', { exact: true })).toHaveValue('2026-02-03');
      await expect(page.getByLabel('Time', { exact: true })).toHaveValue('08:05');
    });
  }
});
