import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page, type Request } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { cardOf, composer, message } from '../support/dashboard-page.ts';
import { type Journal, openJournal } from '../support/journal-page.ts';
import { answerWith, holdCalls, loseFirstAnswer, wordless } from '../support/made-up-answers.ts';
import { test } from '../support/shared-product.ts';

test.describe.configure({ mode: 'serial' });

const MISSING = '01890000-0000-7000-8000-000000000000';

let journal: Journal;
let page: Page;
let bench: AnecdoteView;

test.beforeAll(async ({ browser, product }) => {
  journal = await openJournal(browser, product.address);
  page = journal.page;
  const parent = await journal.write('The tram waited.');
  bench = await journal.write('A bench in the sun.', {
    tags: ['sun', 'rest'],
    location: 'The lake',
    connected_to: parent.id,
  });
});

test.afterAll(() => journal?.close());

function button(name: string) {
  return page.getByRole('button', { name, exact: true });
}

/** Expects that the service stores `description` as the text of the bench anecdote. */
async function expectStored(description: string): Promise<void> {
  const stored = async () => (await journal.client.call('GET', `/api/anecdotes/${bench.id}`)).body.data.description;
  await expect.poll(stored).toBe(description);
}

async function openEdit(): Promise<void> {
  await journal.go(`/entry?edit=${bench.id}`);
  await expect(composer(page)).toBeVisible();
}

test.describe('editing', () => {
  test('shows the saved fields, and an empty title and duration', async () => {
    await openEdit();
    await expect(page).toHaveTitle('Edit Anecdote · Anecdotes');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Anecdote');
    await expect(composer(page)).toHaveValue('A bench in the sun.');
    await expect(page.getByRole('combobox', { name: 'Tags' })).toHaveValue('sun, rest');
    await expect(page.getByRole('radio', { name: 'Enhanced Entry' })).toBeChecked();
    await expect(page.getByLabel('Location')).toHaveValue('The lake');
    await expect(page.getByLabel('Title')).toHaveValue('');
    await expect(page.getByLabel('Duration')).toHaveValue('');
    await expect(page.getByRole('combobox', { name: /^Connect to/ })).toHaveValue('The tram waited.');
    await expect(page.getByRole('region', { name: 'Sample data' })).toHaveCount(0);
  });

  test('requires a description', async () => {
    await composer(page).fill('');
    await expect(button('Update')).toBeDisabled();
    await composer(page).fill('A bench in the shade.');
  });

  test('shows an error when the update fails, and keeps the text', async () => {
    await answerWith(page, /^PUT /, wordless, async () => {
      await button('Update').click();
      await expect(message(page, 'Failed to update anecdote')).toBeVisible();
    });
    await expect(composer(page)).toHaveValue('A bench in the shade.');
  });

  test('restores the draft after a reload until it is discarded', async () => {
    await page.reload();
    await expect(page.getByText('Your unsaved draft was restored.')).toBeVisible();
    await expect(composer(page)).toHaveValue('A bench in the shade.');
    await button('Discard').click();
    await expect(composer(page)).toHaveValue('A bench in the sun.');
    await expect(page.getByText('Your unsaved draft was restored.')).toHaveCount(0);
  });

  test('disables the form while it is saved, then shows a message and returns to the journal', async () => {
    await composer(page).fill('A bench in the rain.');
    const release = await holdCalls(page, /^PUT /);
    await composer(page).press('Control+Enter');
    await expect(button('Saving…')).toBeDisabled();
    await expect(composer(page)).toBeDisabled();
    await expect(page.getByLabel('Location')).toBeDisabled();
    expect(await release()).toBe(1);
    await expect(message(page, 'Anecdote updated successfully!')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectStored('A bench in the rain.');
  });

  test('changes nothing when it is cancelled, and keeps the draft, which can be discarded and restored', async () => {
    await openEdit();
    await composer(page).fill('Nothing of this.');
    await button('Cancel').click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(message(page, 'Your draft was kept.')).toBeVisible();
    await expectStored('A bench in the rain.');
    await openEdit();
    await expect(composer(page)).toHaveValue('Nothing of this.');
    await button('Discard').click();
    await expect(composer(page)).toHaveValue('A bench in the rain.');
    await button('Undo').click();
    await expect(composer(page)).toHaveValue('Nothing of this.');
    await button('Cancel').click();
    await button('Discard').click();
    await expect(message(page, 'Draft discarded')).toBeVisible();
    await openEdit();
    await expect(composer(page)).toHaveValue('A bench in the rain.');
  });

  test('shows a change by another client as long as nothing is typed', async () => {
    await page.getByLabel('Location').focus();
    await journal.client.call('PUT', `/api/anecdotes/${bench.id}`, { description: 'A bench in the fog.' });
    await expect(composer(page)).toHaveValue('A bench in the fog.');
    await expect(page.getByLabel('Location')).toBeFocused();
    await composer(page).fill('A bench in the mist.');
    await button('Update').click();
    await expect(message(page, 'Anecdote updated successfully!')).toBeVisible();
    await expect(composer(page)).toHaveValue('A bench in the mist.');
    await expect(page).toHaveURL(/\/dashboard$/);
    await openEdit();
  });
});

test.describe('editing a place', () => {
  const station = { lat: 47.37818, lng: 8.54019, address: 'Central Station, 8001 Zurich' };
  let id: string;
  const stored = async () => {
    const { location, coordinates } = (await journal.client.call('GET', `/api/anecdotes/${id}`)).body.data;
    return { location, coordinates };
  };
  const save = async () => {
    await button('Update').click();
    await expect(page).toHaveURL(/\/dashboard$/);
  };

  test('shows the typed location and, separately, the address, as the card does', async () => {
    ({ id } = await journal.write('He waited there.', { location: 'On platform 7', coordinates: station }));
    await journal.go('/dashboard');
    await expect(cardOf(page, 'He waited there.')).toContainText(/On platform 7.*, Central Station, 8001 Zurich/);
    await journal.go(`/entry?edit=${id}`);
    await expect(page.getByLabel('Location')).toHaveValue('On platform 7');
    await expect(page.getByLabel('Address')).toHaveValue(station.address);
    await expect(page.getByText('47.3782, 8.5402', { exact: true })).toBeVisible();
  });

  test('without a location shows the address, which can be removed too', async () => {
    await page.getByLabel('Location').fill('');
    await save();
    expect(await stored()).toEqual({ location: null, coordinates: station });
    await expect(cardOf(page, 'He waited there.')).toContainText(station.address);
    await journal.go(`/entry?edit=${id}`);
    await page.getByLabel('Address').fill(' ');
    await save();
    expect(await stored()).toEqual({ location: null, coordinates: { ...station, address: null } });
    await expect(cardOf(page, 'He waited there.')).toContainText('Custom location');
  });

  test('with Clear Location removes the coordinates and keeps the typed location', async () => {
    await journal.go(`/entry?edit=${id}`);
    await page.getByLabel('Location').fill('Platform 9');
    await button('Clear Location').press('Enter');
    await expect(page.getByLabel('Address')).toHaveCount(0);
    await expect(button('Map')).toBeFocused();
    await save();
    expect(await stored()).toEqual({ location: 'Platform 9', coordinates: null });
  });
});

test('an edit that changes only the connection sends only the connection', async () => {
  const { id } = await journal.write('A bench by the bridge.', { tags: ['rest'] });
  const path = `/api/anecdotes/${id}/parent`;
  const isLink = (method: string) => (request: Request) => request.method() === method && request.url().endsWith(path);
  const connection = page.getByRole('combobox', { name: /^Connect to/ });
  const parentOf = async () => (await journal.client.call('GET', `/api/anecdotes/${id}`)).body.data.connected_to;

  await journal.go(`/entry?edit=${id}`);
  await connection.fill('tram');
  await page.getByRole('option', { name: /The tram waited/ }).click();
  const linking = page.waitForRequest(isLink('PUT'));
  await button('Update').click();
  expect(Object.keys((await linking).postDataJSON())).toEqual(['parent']);
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await parentOf()).toBe(bench.connected_to);

  await journal.go(`/entry?edit=${id}`);
  await expect(connection).toHaveValue('The tram waited.');
  await button('Remove connection').click();
  const unlinking = page.waitForRequest(isLink('DELETE'));
  await button('Update').click();
  await unlinking;
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await parentOf()).toBe(null);
  await openEdit();
});

test.describe('an edit conflict with another client', () => {
  const version = (name: string) =>
    page.getByRole('dialog', { name: 'This anecdote has changed' }).getByRole('heading', { name }).locator('..');

  test('shows both versions', async () => {
    await composer(page).fill('My bench.');
    await page.route('**/api/live', (route) => route.abort());
    await journal.client.call('PUT', `/api/anecdotes/${bench.id}`, { description: 'Their bench.', tags: ['snow'] });
    await button('Update').click();
    await expect(version('Your version')).toContainText('My bench.');
    await expect(version('Saved version')).toContainText('Their bench.');
    await expect(version('Saved version')).toContainText('snow');
    await expectAccessible(page);
  });

  test('is solved by Use the saved version, which discards the draft', async () => {
    await button('Use the saved version').click();
    await expect(composer(page)).toHaveValue('Their bench.');
    await expect(page.getByRole('combobox', { name: 'Tags' })).toHaveValue('snow');
    await expectStored('Their bench.');
    await page.reload();
    await expect(composer(page)).toHaveValue('Their bench.');
    await expect(page.getByText('Your unsaved draft was restored.')).toHaveCount(0);
  });

  test('is solved by Keep my version, which saves the draft', async () => {
    await composer(page).fill('My bench after all.');
    const second = { description: 'Their second bench.', tags: ['thaw'] };
    await journal.client.call('PUT', `/api/anecdotes/${bench.id}`, second);
    await button('Update').click();
    await button('Keep my version').click();
    await expect(message(page, 'Anecdote updated successfully!')).toBeVisible();
    await expectStored('My bench after all.');
    expect((await journal.client.call('GET', `/api/anecdotes/${bench.id}`)).body.data.tags).toEqual(['snow']);
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('shows the time and the connection of both versions', async () => {
    const [parent, next] = [await journal.write('The first snow.'), await journal.write('The second snow.')];
    const { id } = await journal.write('A sledge.', { timestamp: '2026-02-03T10:00:00Z', connected_to: parent.id });
    await journal.go(`/entry?edit=${id}`);
    await page.getByLabel('Date', { exact: true }).fill('2026-02-04');
    const theirs = { timestamp: '2026-02-05T17:30:00Z', connected_to: next.id };
    expect((await journal.client.call('PUT', `/api/anecdotes/${id}`, theirs)).status).toBe(200);
    await button('Update').click();
    await expect(version('Your version')).toContainText(/4 February 2026.*11:00.*Continues “The first snow\.”/);
    await expect(version('Saved version')).toContainText(/5 February 2026.*18:30.*Continues “The second snow\.”/);
    await button('Use the saved version').click();
    await page.unrouteAll();
  });
});

test('an edit that begins with a card starts from the newest version, also if the card shows an older one', async () => {
  await page.route('**/api/live', (route) => route.abort());
  const { id } = await journal.write('A kiosk by the gate.');
  await journal.go('/dashboard');
  await expect(cardOf(page, 'A kiosk by the gate.')).toBeVisible();
  await journal.client.call('PUT', `/api/anecdotes/${id}`, { description: 'A closed kiosk by the gate.' });
  await cardOf(page, 'A kiosk by the gate.').getByRole('link', { name: 'Edit' }).click();
  await expect(composer(page)).toHaveValue('A closed kiosk by the gate.');
  await composer(page).fill('An open kiosk by the gate.');
  await button('Update').click();
  await expect(message(page, 'Anecdote updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.unrouteAll();
});

test('a draft that is continued while its own save still runs is not a conflict with that save', async () => {
  await journal.go('/dashboard');
  await cardOf(page, 'My bench after all.').getByRole('link', { name: 'Edit' }).click();
  await composer(page).fill('A bench in the mist.');
  const letThrough = await holdCalls(page, /^PUT /);
  await button('Update').click();
  await expect(composer(page)).toBeDisabled();
  await page.goBack();
  await expect(composer(page)).toHaveValue('');
  await page.goForward();
  await expect(composer(page)).toHaveValue('A bench in the mist.');
  await composer(page).fill('A bench in the mist, and a heron.');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await letThrough();
  expect((await saved).status()).toBe(200);
  await button('Update').click();
  await expect(message(page, 'Anecdote updated successfully!')).toBeVisible();
  await expectStored('A bench in the mist, and a heron.');
});

test('a Same Here reaction during an edit is not a conflict', async () => {
  await openEdit();
  await composer(page).fill('My bench, once more.');
  expect((await journal.client.call('POST', `/api/anecdotes/${bench.id}/react`, {})).status).toBe(200);
  await button('Update').click();
  await expect(message(page, 'Anecdote updated successfully!')).toBeVisible();
  await expectStored('My bench, once more.');
  await expect(page).toHaveURL(/\/dashboard$/);
});

for (const [task, missing, failed] of [
  ['edit', 'Anecdote not found', 'Failed to load anecdote for editing'],
  ['link', 'Anecdote not found for linking', 'Failed to load anecdote for linking'],
] as const) {
  test(`the form to ${task} an anecdote that does not exist or cannot be loaded shows an error and a way back`, async () => {
    for (const id of ['nothing', MISSING]) {
      await journal.go(`/entry?${task}=${id}`);
      await expect(page.getByRole('alert').getByRole('heading')).toHaveText(missing);
      await expect(composer(page)).toHaveCount(0);
    }
    // The form would be filled from a cached list.
    await page.evaluate(() => sessionStorage.removeItem('cache'));
    await answerWith(page, /^GET \/anecdotes\/[0-9a-f-]+$/, wordless, async () => {
      await journal.go(`/entry?${task}=${bench.id}`);
      await expect(page.getByRole('alert').getByRole('heading')).toHaveText(failed);
    });
    await button('Back to your anecdotes').click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
}

test('an update that a reload interrupts is finished after it', async () => {
  const { id } = await journal.write('An early tram.');
  await journal.go(`/entry?edit=${id}`);
  await composer(page).fill('An empty tram.');
  const keys = await loseFirstAnswer(page, /^PUT /);
  await button('Update').click();
  const stored = async () => (await journal.client.call('GET', `/api/anecdotes/${id}`)).body.data;
  await expect.poll(stored).toMatchObject({ description: 'An empty tram.' });
  await page.reload();
  await expect(message(page, 'Anecdote updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(keys).toEqual([expect.any(String), keys[0]]);
  await page.unrouteAll();
  await journal.go(`/entry?edit=${id}`);
  await expect(composer(page)).toHaveValue('An empty tram.');
  await expect(button('Discard')).toHaveCount(0);
});

test('an unchanged time stays the same when the draft is continued the next day', async () => {
  const timestamp = new Date(Date.now() - 86_400_000).toISOString();
  const { id } = await journal.write('A late tram.', { timestamp });
  await page.clock.setFixedTime(timestamp);
  await journal.go(`/entry?edit=${id}`);
  await expect(page.getByRole('radio', { name: 'Earlier today' })).toBeChecked();
  await expect(page.getByRole('group', { name: 'When did this happen?' }).getByRole('time')).toHaveAttribute(
    'datetime',
    timestamp,
  );
  await composer(page).fill('A late tram home.');
  await page.clock.setFixedTime(new Date());
  await page.reload();
  await expect(composer(page)).toHaveValue('A late tram home.');
  await expect(page.getByRole('radio', { name: 'Yesterday' })).toBeChecked();
  await expect(page.getByRole('group', { name: 'When did this happen?' }).getByRole('time')).toHaveAttribute(
    'datetime',
    timestamp,
  );
  await button('Update').click();
  await expect(message(page, 'Anecdote updated successfully!')).toBeVisible();
  const stored = async () => (await journal.client.call('GET', `/api/anecdotes/${id}`)).body.data;
  await expect.poll(stored).toMatchObject({ description: 'A late tram home.', timestamp });
});

test('a chosen day stays that day when the draft is continued the next day', async () => {
  const timestamp = new Date(Date.now() - 86_400_000).toISOString();
  const { id } = await journal.write('A tram on the wrong day.', { timestamp });
  const shown = page.getByRole('group', { name: 'When did this happen?' }).getByRole('time');
  await page.clock.setFixedTime(timestamp);
  await journal.go(`/entry?edit=${id}`);
  await page.getByText('Yesterday', { exact: true }).click();
  const chosen = await shown.getAttribute('datetime');
  await page.clock.setFixedTime(new Date());
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Yesterday' })).toBeChecked();
  await expect(shown).toHaveAttribute('datetime', chosen ?? '');
  await button('Update').click();
  await expect(message(page, 'Anecdote updated successfully!')).toBeVisible();
  const stored = async () => (await journal.client.call('GET', `/api/anecdotes/${id}`)).body.data;
  await expect.poll(stored).toMatchObject({ timestamp: chosen });
});
