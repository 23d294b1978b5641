import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser.ts';
import { cardOf, composer, message } from '../support/dashboard-page.ts';
import type { Journal } from '../support/journal-page.ts';
import { type MapPage, openMapPage } from '../support/map-page.ts';
import { type MapServer, station } from '../support/map-server.ts';
import { test } from '../support/shared-product.ts';
import { misfits } from './misfits.ts';

test.describe.configure({ mode: 'serial' });

let opened: MapPage;
let maps: MapServer;
let journal: Journal;
let page: Page;

test.beforeAll(async ({ browser }) => {
  opened = await openMapPage(browser);
  ({ maps, journal } = opened);
  page = journal.page;
});

test.afterAll(() => opened?.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Choose Location' });
const map = () => dialog().getByRole('application');
const search = () => dialog().getByRole('textbox', { name: 'Search for a place' });
const chosen = () =>
  dialog()
    .getByRole('status')
    .filter({ hasText: /\d|Click/ });
const use = () => dialog().getByRole('button', { name: 'Use This Location', exact: true });

async function expectPin(): Promise<Locator> {
  const pin = dialog().getByRole('button', { name: /^Pin/ });
  await expect(pin).toBeVisible();
  return pin;
}

/** True if the top, the middle and the lower part of `element` can be clicked. */
function isUncovered(element: Element): boolean {
  const { left, width, top, height } = element.getBoundingClientRect();
  const inFront = (share: number) => document.elementFromPoint(left + width / 2, top + height * share);
  return [0.05, 0.5, 0.8].every((share) => element.contains(inFront(share)));
}

/** The place of the newest anecdote in the service. */
async function stored() {
  const newest = '/api/anecdotes?page_size=1&sort_by=created_at';
  const { body } = await journal.client.call<AnecdoteView[]>('GET', newest);
  return { location: body.data[0]?.location, coordinates: body.data[0]?.coordinates };
}

test('nothing is requested from the tile server and the geocoder before a map is opened', async () => {
  await journal.write('On the platform.', { coordinates: station });
  await journal.go('/dashboard');
  await expect(cardOf(page, 'On the platform.')).toBeVisible();
  await composer(page).fill('A kettle sang.');
  await expect(button('Choose Location')).toBeVisible();
  expect(maps.asked).toEqual([]);
  expect([...opened.hosts]).toEqual([]);
});

test('the composer opens the picker, which says so if the page may not read the position of the device', async () => {
  await button('Choose Location').click();
  await expect(dialog()).toBeVisible();
  await expect(use()).toBeDisabled();
  await expect(dialog().getByText('This page may not see where you are.', { exact: false })).toBeVisible();
  await expect(dialog().getByRole('link', { name: 'OpenStreetMap' })).toBeVisible();
  await expect.poll(() => maps.asked.some((path) => /^\/tiles\/13\/\d+\/\d+\.png$/.test(path))).toBe(true);
  await expectAccessible(page);
});

test('a search uses its first result, and blanks cannot be searched for', async () => {
  const go = dialog().getByRole('button', { name: 'Search', exact: true });
  await search().fill('   ');
  await expect(go).toBeDisabled();
  await search().fill('central station');
  await go.click();
  await expect(chosen()).toContainText(station.address);
  await expect(chosen()).toContainText('47.3782, 8.5402');
  await expectPin();
  expect(maps.asked.filter((path) => path.startsWith('/search'))).toEqual([
    '/search?format=jsonv2&limit=1&q=central+station',
  ]);
});

test('a search that finds nothing, fails or is refused shows an error', async () => {
  const wanted = async (text: string) => {
    await search().fill(text);
    await search().press('Enter');
  };
  const alert = dialog().getByRole('alert');
  await wanted('nowhere');
  await expect(alert).toHaveText('Location not found. Please try a different search term.');
  maps.geocoder({ status: 500, body: '' });
  await wanted('broken');
  await expect(alert).toHaveText('Failed to search for location. Please try again.');
  maps.geocoder({ status: 429, body: 'Too many requests' });
  await wanted('too much');
  await expect(alert).toContainText("doesn't answer at the moment");
  maps.geocoder();
  await wanted('central station');
  await expect(alert).toHaveCount(0);
  const questions = maps.asked.filter((path) => !path.startsWith('/tiles'));
  // A text that was searched for before is not sent again.
  expect(questions).toHaveLength(4);
});

test('the chosen place is kept with the draft after a reload, and saved', async () => {
  await use().click();
  await expect(dialog()).toHaveCount(0);
  await page.reload();
  await expect(composer(page)).toHaveValue('A kettle sang.');
  await expect(page.locator('form').getByText(station.address)).toBeVisible();
  await button('Save').click();
  await expect(cardOf(page, 'A kettle sang.')).toContainText(station.address);
  expect(await stored()).toEqual({ location: null, coordinates: station });
});

test('a click places a pin and looks up its address; arrow keys and dragging move it', async () => {
  await journal.go('/entry');
  await page.getByRole('radio', { name: 'Enhanced Entry' }).check();
  await composer(page).fill('By click.');
  await page.getByLabel('Location').fill('My bench');
  await expect(page.getByText('No location', { exact: true })).toBeVisible();
  await button('Map').click();
  await expect(map()).toBeVisible();
  await expect(map().locator('.leaflet-tile-loaded').first()).toBeVisible();
  const box = await map().boundingBox();
  if (!box) throw new Error('The map has no bounding box');
  await map().click({ position: { x: box.width / 2, y: box.height / 2 } });
  await expect(chosen()).toContainText('Near 40.71, -74.01');
  const pin = await expectPin();
  const textBefore = await chosen().textContent();
  await pin.focus();
  for (let press = 0; press < 20; press += 1) await pin.press('ArrowRight');
  await expect(chosen()).not.toHaveText(textBefore ?? '');
  await expect(chosen()).toContainText('Near 40.71, -73.97');
  const from = await pin.boundingBox();
  if (!from) throw new Error('The pin has no bounding box');
  await page.mouse.move(from.x + 8, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(from.x - 60, from.y - 40, { steps: 6 });
  await page.mouse.up();
  await expect(chosen()).not.toContainText('-73.97');
  await expect(chosen()).toContainText('Near 40.7');
  await use().click();
  await button('Save').click();
  await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
  const { location, coordinates } = await stored();
  expect(location).toBe('My bench');
  expect(coordinates?.address).toMatch(/^Near 40\.7/);
});

for (const [how, text, point] of [
  ['coordinates', '-33.5, 179.999', '-33.5000, 179.9990'],
  ['a geo address', 'geo:0,0', '0.0000, 0.0000'],
  ['a map link', 'https://www.openstreetmap.org/#map=15/47.36/8.54', '47.3600, 8.5400'],
] as const) {
  test(`${how} can be pasted`, async () => {
    await journal.go('/entry');
    await page.getByRole('radio', { name: 'Enhanced Entry' }).check();
    await button('Map').click();
    await search().fill(text);
    await search().press('Enter');
    await expect(chosen()).toContainText(point);
    await expectPin();
    await page.keyboard.press('Escape');
    await expect(dialog()).toHaveCount(0);
    await expect(button('Map')).toBeFocused();
  });
}

test('a pin can be placed in the middle of the map and used by keyboard alone', async () => {
  await composer(page).fill('By keyboard.');
  await button('Map').focus();
  await page.keyboard.press('Enter');
  await expect(map().locator('.leaflet-tile-loaded').first()).toBeVisible();
  await map().focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(chosen()).toContainText('Near 40.68, -74.01');
  await expectPin();
  await use().focus();
  await page.keyboard.press('Enter');
  await expect(dialog()).toHaveCount(0);
  await expect(page.getByLabel('Address')).toHaveValue(/^Near 40\./);
  await page.getByLabel('Address').press('Control+Enter');
  await expect(message(page, 'Anecdote saved successfully!')).toBeVisible();
  expect((await stored()).coordinates?.address).toMatch(/^Near 40\./);
});

test('without the geocoder a pin is named by its coordinates with 4 decimals', async () => {
  maps.geocoder({ status: 500, body: '' });
  await journal.go('/entry');
  await page.getByRole('radio', { name: 'Enhanced Entry' }).check();
  await button('Map').click();
  await search().fill('12.34567, -76.54321');
  await search().press('Enter');
  await expect(chosen()).toHaveText('12.3457, -76.5432');
  maps.geocoder();
});

test('places used before are offered, the nearest first, and Clear Location removes the place', async () => {
  await search().fill('47.37, 8.54');
  await search().press('Enter');
  const used = dialog().getByRole('region', { name: 'Places you have used' }).getByRole('button');
  await expect(used.first()).toHaveText(station.address);
  await used.first().click();
  await expect(chosen()).toContainText(station.address);
  await use().click();
  await expect(page.getByLabel('Address')).toHaveValue(station.address);
  await button('Map').click();
  await dialog().getByRole('button', { name: 'Clear Location', exact: true }).click();
  await expect(dialog()).toHaveCount(0);
  await expect(page.getByLabel('Address')).toHaveCount(0);
});

test('a browser without geolocation says so, and a point can still be chosen', async () => {
  await page.evaluate(() =>
    Object.defineProperty(Navigator.prototype, 'geolocation', { configurable: true, get: () => undefined }),
  );
  await button('Map').click();
  await expect(dialog().getByText("This browser can't tell where you are.", { exact: false })).toBeVisible();
  await dialog().getByRole('button', { name: 'My position' }).click();
  await expect(dialog().getByRole('alert')).toContainText("This browser can't tell where you are.");
  await map().click({ position: { x: 100, y: 100 } });
  await expectPin();
  await page.keyboard.press('Escape');
  await page.reload();
});

test('without a network the picker says so, and a point is named by its coordinates', async () => {
  await button('Map').click();
  await expect(map().locator('.leaflet-tile-loaded').first()).toBeVisible();
  await page.context().setOffline(true);
  await expect(dialog().getByText("You're offline. You can still choose a point on the map.")).toBeVisible();
  await search().fill('grand hotel');
  await search().press('Enter');
  await expect(dialog().getByRole('alert')).toHaveText('Failed to search for location. Please try again.');
  await search().fill('12.5, -76.5');
  await search().press('Enter');
  await expect(chosen()).toHaveText('12.5000, -76.5000');
  await use().click();
  await expect(page.getByLabel('Address')).toHaveValue('12.5000, -76.5000');
  await page.context().setOffline(false);
  await button('Clear Location').click();
});

test('the position of the device is used if it is allowed', async () => {
  await page.context().grantPermissions(['geolocation'], { origin: opened.product.address });
  await page.context().setGeolocation({ latitude: 46.5, longitude: 6.6 });
  await button('Map').click();
  await expect.poll(() => maps.asked.some((path) => path.startsWith('/tiles/15/'))).toBe(true);
  await expect(use()).toBeDisabled();
  await dialog().getByRole('button', { name: 'My position' }).click();
  await expect(chosen()).toContainText('46.5000, 6.6000');
  await page.context().clearPermissions();
  await page.keyboard.press('Escape');
});

test('a position of the device that arrives after another choice, or after the picker was closed, is not used', async () => {
  await page.evaluate(() => {
    navigator.geolocation.getCurrentPosition = (found) => {
      const coords = { latitude: 60, longitude: 10 } as GeolocationCoordinates;
      addEventListener('found', () => found({ coords } as GeolocationPosition), { once: true });
    };
  });
  const find = () => page.evaluate(() => dispatchEvent(new Event('found')));
  await button('Map').click();
  await find();
  await dialog().getByRole('button', { name: 'My position' }).click();
  await search().fill('12.5, -76.5');
  await search().press('Enter');
  await expect(chosen()).toContainText('12.5000, -76.5000');
  await find();
  await expect(chosen()).toContainText('12.5000, -76.5000');
  await dialog().getByRole('button', { name: 'My position' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  await find();
});

test('a point without an address is shown by its coordinates, not as if its address were being looked up', async () => {
  const { id } = await journal.write('In the fog.', { coordinates: { lat: 1, lng: 2, address: null } });
  await journal.go(`/entry?edit=${id}`);
  await button('Map').click();
  await expect(chosen()).toHaveText('1.0000, 2.0000');
  await dialog().getByRole('region', { name: 'Places you have used' }).getByRole('button', { name: '1.0000' }).click();
  await expect(chosen()).toHaveText('1.0000, 2.0000');
});

for (const [mode, what] of [
  ['errors', 'errors'],
  ['html', 'HTML'],
  ['silence', 'nothing'],
] as const) {
  test(`a tile server that answers ${what} leaves an outline of the world to choose from, and a message`, async () => {
    maps.tiles(mode);
    await journal.go('/entry');
    await page.getByRole('radio', { name: 'Enhanced Entry' }).check();
    await button('Map').click();
    await expect(dialog().getByText("The map couldn't be loaded.", { exact: false })).toBeVisible();
    await expect(dialog().locator('.map-land').first()).toBeAttached();
    // The map zooms out, because at a higher zoom the outline would show nothing.
    await expect.poll(() => maps.asked.some((path) => path.startsWith('/tiles/5/'))).toBe(true);
    await map().click({ position: { x: 100, y: 100 } });
    await expectPin();
    maps.tiles('tiles');
  });
}

test('on a phone the picker fits and is accessible', async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => misfits(page)).toEqual([]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('in a low window, such as one at 400 % zoom, the whole map can be seen and used', async () => {
  await page.setViewportSize({ width: 320, height: 256 });
  await journal.go('/entry');
  await page.getByText('Enhanced Entry').click();
  await button('Map').click();
  await expect(dialog().getByRole('link', { name: 'OpenStreetMap' })).toBeAttached();
  await map().focus();
  await expect.poll(() => map().evaluate(isUncovered)).toBe(true);
  await map().press('Enter');
  await expect(await expectPin()).toBeInViewport({ ratio: 1 });
  await use().focus();
  await expect(use()).toBeInViewport({ ratio: 1 });
  await use().press('Enter');
  await expect(page.getByLabel('Address')).not.toHaveValue('');
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('on a phone on its side the map is beside the rest of the picker', async () => {
  await page.setViewportSize({ width: 640, height: 360 });
  await journal.go('/entry');
  await page.getByText('Enhanced Entry').click();
  await button('Map').click();
  await expect(dialog().getByRole('link', { name: 'OpenStreetMap' })).toBeVisible();
  for (const part of [map(), search(), use()]) await expect(part).toBeInViewport({ ratio: 1 });
  await expect.poll(() => map().evaluate(isUncovered)).toBe(true);
  await expect.poll(() => misfits(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('once Show Maps is pressed, cards near the window show small maps, which dragging does not move', async () => {
  await journal.write('In Sydney.', { coordinates: { lat: -33.87, lng: 151.21, address: null } });
  for (let index = 0; index < 60; index += 1) await journal.write(`Above Sydney ${index}.`);
  await journal.write('At the station.', { coordinates: { ...station, address: null } });
  const before = maps.asked.length;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const view of ['?view=timeline', '']) {
    await journal.go(`/dashboard${view}`);
    await expect(cardOf(page, 'At the station.')).toBeVisible();
    if (view !== '') {
      expect(maps.asked).toHaveLength(before);
      await button('Show Maps').click();
    }
    const small = cardOf(page, 'At the station.').getByRole('button', { name: 'Show the coordinates: Location' });
    await small.scrollIntoViewIfNeeded();
    await expect(small.locator('..').locator('img').first()).toBeVisible();
    await expect(small.locator('..').getByRole('link', { name: 'OpenStreetMap' })).toBeVisible();
    await expectNotDraggable(small);
    await small.click();
    const popup = page.getByRole('dialog', { name: 'Location' });
    await expect(popup).toContainText('47.378180, 8.540190');
    // The text of the card behind it must not show through.
    await expect(popup).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await page.keyboard.press('Escape');
    await expect(small).toBeFocused();
  }
  const asked = maps.asked.slice(before);
  expect(asked.every((path) => /^\/tiles\/13\/\d+\/\d+\.png$/.test(path))).toBe(true);
  await expectAccessible(page);
  // The card in Sydney is far below the window.
  const isSydneyRequested = () => maps.asked.some((path) => path.startsWith('/tiles/13/753'));
  const scrollTo = (end: 'top' | 'bottom') =>
    page.evaluate((end) => window.scrollTo(0, end === 'top' ? 0 : document.body.scrollHeight), end);
  expect(isSydneyRequested()).toBe(false);
  await expect
    .poll(async () => {
      await scrollTo('bottom');
      return isSydneyRequested();
    })
    .toBe(true);
  await scrollTo('top');
});

/** Drags the small map under `cover` to the corner of the window and expects its tiles to stay where they are. */
async function expectNotDraggable(cover: Locator): Promise<void> {
  const offset = () =>
    cover.evaluate((element) => {
      const tile = element.parentElement?.querySelector('img')?.getBoundingClientRect();
      const { left, top } = element.getBoundingClientRect();
      return tile && [tile.left - left, tile.top - top];
    });
  const before = await offset();
  expect(before).toBeDefined();
  await cover.hover();
  await page.mouse.down();
  await page.mouse.move(1, 1, { steps: 6 });
  expect(await offset()).toEqual(before);
  await page.mouse.up();
}

test('the pin of a small map stays on its place when the width of the window changes', async () => {
  const { id } = await journal.write('On the platform.', { coordinates: { ...station, address: null } });
  await journal.go(`/anecdotes/${id}`);
  const map = page.getByRole('button', { name: /^Show the coordinates/ }).locator('..');
  await expect(map.locator('img').first()).toBeVisible();
  /** The longitude of the pin in pixels of the map of the world. */
  const pinned = () =>
    map.evaluate((element) => {
      const [tile, pin] = [element.querySelector('img'), element.querySelector('svg')?.getBoundingClientRect()];
      const [, column] = /(\d+)\/\d+\.png$/.exec(tile?.src ?? '') ?? [];
      return Number(column) * 256 + (pin ? pin.x + pin.width / 2 : 0) - (tile?.getBoundingClientRect().x ?? 0);
    });
  const before = await pinned();
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ ...size, width: 420 });
  await expect.poll(async () => Math.abs((await pinned()) - before)).toBeLessThan(2);
  await page.setViewportSize(size);
  await journal.go('/dashboard');
});

test('a small map whose tiles are missing shows a pin on a plain background', async () => {
  maps.tiles('errors');
  await page.reload();
  const small = cardOf(page, 'At the station.').getByRole('button', { name: /^Show the coordinates/ });
  await small.scrollIntoViewIfNeeded();
  await expect(small.locator('..').locator('svg')).toBeVisible();
  await expect(small.locator('..').locator('img:visible')).toHaveCount(0);
  maps.tiles('tiles');
  await button('Hide Maps').click();
  await expect(small).toHaveCount(0);
});

test('no request contained the text of an anecdote, and none was sent to an unexpected host', () => {
  expect([...opened.hosts]).toEqual([maps.settings.GEOCODER_URL]);
  const asked = maps.asked.map(decodeURIComponent).join('\n');
  expect(asked).not.toMatch(/kettle|bench|platform|click/i);
  expect(asked).not.toContain('lat=60.0000');
});
