import type { AnecdoteView } from '@anecdotes/contracts';
import { expect, type Page } from '@playwright/test';
import { choose, expectAccessible, openPage, withAbortedCalls } from '../support/browser.ts';
import { cardOf, composer, enter } from '../support/dashboard-page.ts';
import { hostileTexts, MARK } from '../support/hostile-texts.ts';
import { type Journal, writeMany } from '../support/journal-page.ts';
import { type MapPage, openMapPage } from '../support/map-page.ts';
import { type MapServer, station } from '../support/map-server.ts';
import { test } from '../support/shared-product.ts';
import { expectOnMap } from './on-map.ts';
import { restingScroll, swipeUp } from './touch.ts';

test.describe.configure({ mode: 'serial' });

let opened: MapPage;
let maps: MapServer;
let journal: Journal;
let page: Page;
let bench: AnecdoteView;

test.beforeAll(async ({ browser }) => {
  opened = await openMapPage(browser);
  ({ maps, journal } = opened);
  page = journal.page;
  await page.exposeFunction(MARK, () => journal.problems.push('a hostile text ran'));
});

test.afterAll(() => opened?.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const map = () => page.getByRole('application');
const marker = () => map().getByRole('button', { name: /^An anecdote/ });
const cluster = (count: number | RegExp) =>
  map().getByRole('button', { name: count instanceof RegExp ? count : `${count} anecdotes`, exact: true });
const mapList = () => page.getByRole('region', { name: /in this part of the map$/ });
const popup = () => page.getByRole('dialog', { name: 'Anecdote on the map' });

/** Opens the map, at `viewport` if one is given, and waits for its tiles. */
async function openMap(viewport = '', more = ''): Promise<void> {
  await journal.go(`/dashboard?view=geo${viewport && `&map=${viewport}`}${more}`);
  await expect(page.getByRole('heading', { name: 'Anecdotes Map' })).toBeVisible();
  await expect(map().locator('.leaflet-tile-loaded').first()).toBeAttached();
}

test('an empty journal offers the first steps instead of a map, and requests nothing from the map server', async () => {
  await journal.go('/dashboard?view=geo');
  await expect(page.getByRole('link', { name: 'Create Your First Anecdote' })).toBeVisible();
  expect(maps.asked).toEqual([]);
});

test('without places the map shows the middle of the United States, and anecdotes without a location are listed', async () => {
  await journal.write('Rain at home.', { location: 'The kitchen', tags: ['rain'] });
  await openMap();
  await expect(page.getByText('0 locations', { exact: true })).toBeVisible();
  await expect(page.getByText('1 total anecdote', { exact: true })).toBeVisible();
  await expect(page.getByText('None of these anecdotes is on the map yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Anecdotes without Location (1)' })).toBeVisible();
  await expect(button('Fit All')).toBeDisabled();
  // Zoom 4 around 39.83, -98.58.
  expect(maps.asked.every((path) => path.startsWith('/tiles/4/'))).toBe(true);
  expect(maps.asked).toContain('/tiles/4/3/6.png');
});

test('one place is shown at zoom 13, with a marker in the colour of its first tag', async () => {
  bench = await journal.write('The tram driver waited.', {
    tags: ['kindness', 'tram'],
    location: 'On platform 7',
    coordinates: station,
  });
  await openMap();
  await expect(marker()).toHaveCount(1);
  await expect.poll(() => maps.asked.some((path) => path.startsWith('/tiles/13/4290/2868'))).toBe(true);
  const { width, height } = (await marker().boundingBox()) ?? {};
  expect([width, height]).toEqual([20, 20]);
  // The sum of the character codes of "kindness" modulo 12 is 11.
  await expect(marker()).toHaveCSS('background-color', 'rgb(184, 50, 128)');
  const legend = page.getByRole('region', { name: 'Tags', exact: true });
  await expect(legend.getByRole('button')).toHaveText([/kindness\s*1/]);
});

test('a marker opens a popup with place, text, time, coordinates and tags, also by keyboard', async () => {
  await marker().focus();
  await page.keyboard.press('Enter');
  await expect(popup()).toBeVisible();
  await expect(popup().getByRole('heading')).toHaveText('On platform 7');
  for (const text of [station.address, 'The tram driver waited.', '47.3782, 8.5402', 'kindness', 'tram']) {
    await expect(popup().getByText(text, { exact: true })).toBeVisible();
  }
  expect((await popup().boundingBox())?.width).toBeLessThanOrEqual(300);
  const link = popup().getByRole('link', { name: 'Open in Maps' });
  await expect(link).toHaveAttribute('href', /#map=15\/47\.37818\/8\.54019$/);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(popup()).toHaveCount(0);
  await expect(marker()).toBeFocused();
});

test('Edit in a popup opens that anecdote in the form', async () => {
  await marker().click();
  await popup().getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(new RegExp(`/entry\\?edit=${bench.id}`));
  await expect(composer(page)).toHaveValue('The tram driver waited.');
  await button('Cancel').click();
  await expect(page.getByRole('heading', { name: 'Anecdotes Map' })).toBeVisible();
});

test('the map fits several places, and a click on a cluster of near ones zooms in until they are separate', async () => {
  await journal.write('Along the lake.', { tags: ['walk'], coordinates: { lat: 47.36, lng: 8.54, address: null } });
  await journal.write('Far south.', { coordinates: { lat: -33.5, lng: 18.25, address: null } });
  await openMap();
  await expect(page.getByText('3 locations', { exact: true })).toBeVisible();
  await expect(cluster(2)).toBeVisible();
  await expect(marker()).toHaveCount(1);
  await expect(mapList().getByRole('article')).toHaveCount(3);
  await expect(page).toHaveURL(/\/dashboard\?view=geo$/);
  await cluster(2).click();
  await expect(marker()).toHaveCount(2);
  await expect(mapList().getByRole('article')).toHaveCount(2);
  await expect(page).toHaveURL(/map=\d+/);
});

test('the viewport is kept in the address and after a reload, and Reset and Fit All show all places again', async () => {
  await page.reload();
  await expect(marker()).toHaveCount(2);
  await expect(mapList().getByRole('heading')).toHaveText('2 in this part of the map');
  await button('Fit All').click();
  await expect(mapList().getByRole('heading')).toHaveText('3 in this part of the map');
  await button('Reset').click();
  await expect(page).toHaveURL(/\/dashboard\?view=geo$/);
  await expect(cluster(2)).toBeVisible();
});

for (const width of [1280, 390]) {
  test(`at a width of ${width} pixels, no marker of a map that fits its places is under a button`, async () => {
    await page.setViewportSize({ width, height: 844 });
    await openMap();
    // Four places that need the whole map at zoom 6, with its margin of a tenth.
    const size = await map().evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]);
    const ids: string[] = [];
    const [across = 0, up = 0] = size.map((pixels) => (pixels / 2 / 1.21) * (360 / (256 * 2 ** 6)));
    for (const [east, north] of [
      [-1, -1],
      [-1, 1],
      [1, -1],
      [1, 1],
    ] as const) {
      const coordinates = { lat: north * up, lng: 20 + east * across, address: null };
      ids.push((await journal.write('In a corner.', { tags: [`corner-${width}`], coordinates })).id);
    }
    await openMap('', `&tags=corner-${width}`);
    await expect(marker()).toHaveCount(4);
    await map().evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const areCovered = await marker().evaluateAll((all) =>
      all.map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) !== each;
      }),
    );
    expect(areCovered).toEqual([false, false, false, false]);
    await journal.client.call('POST', '/api/anecdotes/batch/delete', { ids });
    await page.setViewportSize({ width: 1280, height: 720 });
  });
}

test('a printed map has its markers and its legend but no controls', async () => {
  await openMap();
  await page.emulateMedia({ media: 'print' });
  await expect(map()).toBeVisible();
  await expect(cluster(2)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tags', exact: true })).toBeVisible();
  for (const name of ['Zoom in', 'Fit All', 'Near here', 'Delete']) await expect(button(name).first()).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(button('Zoom in')).toBeVisible();
});

test('hovering a card highlights its marker, and hovering a marker highlights its card', async () => {
  const card = mapList().getByRole('listitem').filter({ hasText: 'Far south.' });
  await card.hover();
  await expect(marker()).toHaveCSS('outline-style', 'solid');
  await page.getByRole('heading', { name: 'Anecdotes Map' }).hover();
  await marker().hover();
  await expect(card).toHaveAttribute('data-highlighted', '');
});

test('the map shows the results of search and filters', async () => {
  await openMap('', '&tags=walk');
  await expect(page.getByText('1 location', { exact: true })).toBeVisible();
  await expect(page.getByText('1 total anecdote', { exact: true })).toBeVisible();
  await expect(mapList().getByRole('article')).toHaveCount(1);
  await openMap('', '&q=tram');
  await expect(mapList().getByRole('article')).toContainText(['The tram driver waited.']);
  await journal.go('/dashboard?view=geo&q=nothing-like-this');
  await expect(page.getByRole('heading', { name: 'No anecdotes to display' })).toBeVisible();
  await button('Clear All Filters').click();
  await expect(page.getByText('4 total anecdotes', { exact: true })).toBeVisible();
});

test('Near here filters by a circle, in every view, until the filter is removed', async () => {
  await openMap('12/47.37/8.54');
  await button('Near here').click();
  await expect(page).toHaveURL(/near=47\.3[67]\d*,8\.54\d*,[\d.]+/);
  await expect(page.getByText('2 total anecdotes', { exact: true })).toBeVisible();
  await expect(map().locator('path[class*="circle"]')).toBeAttached();
  await choose(page.getByRole('radio', { name: 'Grid' }));
  await expect(page.getByText('Showing 2 of 4 anecdotes')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByTitle(/^Remove filter Within/).click();
  await expect(page.getByRole('article')).toHaveCount(4);
});

test('a popup links to the anecdotes near its place', async () => {
  await openMap();
  await marker().click();
  await popup().getByRole('link', { name: 'Others near this place' }).click();
  await expect(page).toHaveURL(/near=-33\.5,18\.25,1/);
  await expect(page.getByText('1 total anecdote', { exact: true })).toBeVisible();
});

test('the map follows changes by another client', async () => {
  await openMap();
  const { id } = await journal.write('Just now, far east.', {
    coordinates: { lat: 35.68, lng: 139.76, address: null },
  });
  await expect(page.getByText('4 locations', { exact: true })).toBeVisible();
  await journal.client.call('DELETE', `/api/anecdotes/${id}`);
  await expect(page.getByText('3 locations', { exact: true })).toBeVisible();
});

test('an edit by another client updates marker, popup and list, and removing the place removes the marker', async () => {
  const { id } = await journal.write('Mended later.', {
    tags: ['mended'],
    location: 'First place',
    coordinates: { lat: 60, lng: 25, address: null },
  });
  const correct = (change: object) => journal.client.call('PUT', `/api/anecdotes/${id}`, change);
  await openMap('8/60/25', '&tags=mended');
  await marker().click();
  await expect(popup().getByRole('heading')).toHaveText('First place');
  const before = await marker().boundingBox();
  await correct({
    description: 'Mended now.',
    location: 'Second place',
    coordinates: { lat: 60, lng: 25.5, address: null },
  });
  await expect(popup().getByRole('heading')).toHaveText('Second place');
  await expect(popup().getByText('60.0000, 25.5000', { exact: true })).toBeVisible();
  await expect(cardOf(page, 'Mended now.')).toContainText('Second place');
  // Half a degree at zoom 8 is 91 pixels.
  const movedBy = async () => Math.round(((await marker().boundingBox())?.x ?? 0) - (before?.x ?? 0));
  await expect.poll(movedBy).toBe(91);
  await correct({ tags: ['mended', 'kindness'], coordinates: null });
  await expect(popup()).toHaveCount(0);
  await expect(marker()).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Anecdotes without Location (1)' })).toBeVisible();
  await journal.client.call('DELETE', `/api/anecdotes/${id}`);
});

test('markers on both sides of the date line are shown next to each other, also after the map is moved across it', async () => {
  for (const [lat, lng] of [
    [10, 178.5],
    [10, -178.5],
    [12, 179.99],
    [12, -179.99],
  ] as const) {
    await journal.write(`Near the line at ${lng}.`, { tags: ['line'], coordinates: { lat, lng, address: null } });
  }
  await openMap('7/11/179.9', '&tags=line');
  await expect(page.getByText('4 locations', { exact: true })).toBeVisible();
  const expectAll = async () => {
    await expect(mapList().getByRole('heading')).toHaveText('4 in this part of the map');
    await expect(marker()).toHaveCount(2);
    await expectOnMap(cluster(2));
    // Read at one instant, because the map may still be moving. A degree and a half at zoom 7 is 137 pixels.
    const fromCluster = await map()
      .getByRole('button', { name: /anecdote/i })
      .evaluateAll((all) => {
        const middles = all.map((each) => {
          const { x, width } = each.getBoundingClientRect();
          return { x: x + width / 2, isCluster: each.getAttribute('aria-label') === '2 anecdotes' };
        });
        const line = middles.find(({ isCluster }) => isCluster)?.x ?? 0;
        return middles.filter(({ isCluster }) => !isCluster).map(({ x }) => Math.round((x - line) / 10));
      });
    expect(fromCluster.sort()).toEqual([-14, 14]);
  };
  await expectAll();
  await map().focus();
  for (let press = 0; press < 3; press += 1) await map().press('ArrowRight');
  await expect(page).toHaveURL(/map=7\/[\d.]+\/-17\d/);
  await expectAll();
  await button('Fit All').click();
  await expect(mapList().getByRole('heading')).toHaveText('4 in this part of the map');
  await cluster(2).click();
  await expect(mapList().getByRole('heading')).toHaveText('2 in this part of the map');
  await expect(marker()).toHaveCount(2);
});

test('anecdotes at the poles, on the date line and at 0, 0 are shown and counted, also in a view across the date line', async () => {
  for (const [lat, lng] of [
    [90, 0],
    [-90, 0],
    [0, 180],
    [0, -180],
    [0, -179.9],
    [0, 0],
  ] as const) {
    await journal.write(`At ${lat} and ${lng}.`, { tags: ['edge'], coordinates: { lat, lng, address: null } });
  }
  await openMap('6/0/179.5', '&tags=edge');
  await expect(page.getByText('6 locations', { exact: true })).toBeVisible();
  await expect(mapList().getByRole('heading')).toHaveText('3 in this part of the map');
  await expectOnMap(cluster(3));
  await openMap('6/85/0', '&tags=edge');
  await expect(mapList().getByRole('article')).toContainText(['At 90 and 0.']);
  await expectOnMap(marker().first());
  await openMap('6/-85/0', '&tags=edge');
  await expect(mapList().getByRole('article')).toContainText(['At -90 and 0.']);
  await openMap('6/0/0', '&tags=edge');
  await expect(mapList().getByRole('article')).toContainText(['At 0 and 0.']);
  await button('Fit All').click();
  await expect(mapList().getByRole('heading')).toHaveText('6 in this part of the map');
});

test('script payloads in place, address and text do not run in markers, popups and lists', async () => {
  await writeMany(journal.client, 30, (index) => ({
    description: hostileTexts[index],
    location: hostileTexts[index]?.slice(0, 400),
    tags: ['hostile', (hostileTexts[index] ?? '').replaceAll(',', ';').slice(0, 60).trim()].filter(Boolean),
    coordinates: { lat: -60 + index, lng: 90, address: hostileTexts[index]?.slice(0, 400) },
  }));
  for (let index = 0; index < 6; index += 1) {
    await openMap(`12/${-60 + index}/90`);
    await marker().first().click();
    await expect(popup().getByRole('heading')).toBeVisible();
  }
  expect(journal.problems).toEqual([]);
});

for (const [mode, what] of [
  ['errors', 'errors'],
  ['html', 'HTML'],
  ['silence', 'nothing'],
] as const) {
  test(`a tile server that answers ${what} leaves an outline of the world that can be used, and a message`, async () => {
    maps.tiles(mode);
    await journal.go('/dashboard?view=geo&tags=edge');
    await expect(page.getByText("The map couldn't be loaded. You see an outline of the world instead.")).toBeVisible();
    await expect(map().locator('.map-land').first()).toBeAttached();
    await expect(mapList().getByRole('heading')).toHaveText('6 in this part of the map');
    if (mode === 'errors') await expectAccessible(page);
    maps.tiles('tiles');
  });
}

test('a map whose anecdotes cannot be loaded shows an error and can be loaded again', async () => {
  await withAbortedCalls(page, '/anecdotes/map**', async () => {
    await journal.go('/dashboard?view=geo');
    await expect(page.getByText("The map's anecdotes couldn't be loaded.")).toBeVisible();
  });
  await button('Try again').click();
  await expect(page.getByRole('heading', { name: 'Anecdotes Map' })).toBeVisible();
});

test('without a network the map stays and says what cannot be loaded', async () => {
  await openMap('', '&tags=edge');
  await page.context().setOffline(true);
  await map().focus();
  await map().press('+');
  await expect(mapList().getByRole('heading')).toHaveText('Anecdotes in this part of the map');
  await expect(mapList().getByRole('alert')).toHaveText("The map's anecdotes couldn't be loaded.");
  await expect(page.getByText("You're offline.", { exact: false })).toBeVisible();
  await expect(map().getByRole('button', { name: /anecdote/ })).not.toHaveCount(0);
  await page.context().setOffline(false);
  await expect(mapList().getByRole('heading')).toHaveText(/^\d+ in this part of the map$/);
});

test('a guest can use the map and the place picker', async ({ browser }) => {
  const guest = await openPage(browser, journal.problems);
  await guest.addInitScript(() => localStorage.setItem('analytics_cookies', 'declined'));
  await enter(guest, opened.product.address);
  await composer(guest).fill('The guest was here.');
  await guest.getByRole('button', { name: 'Choose Location', exact: true }).click();
  const dialog = guest.getByRole('dialog', { name: 'Choose Location' });
  await dialog.getByRole('textbox', { name: 'Search for a place' }).fill('46.5, 6.6');
  await guest.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Use This Location' }).click();
  await guest.getByRole('button', { name: 'Save', exact: true }).click();
  await choose(guest.getByRole('radio', { name: 'Geo' }));
  await expect(guest.getByText('1 location', { exact: true })).toBeVisible();
  await expect(guest.getByText('This is the shared guest account.', { exact: false })).toBeVisible();
  await expect(guest.getByRole('application').getByRole('button', { name: 'An anecdote', exact: true })).toBeVisible();
  await guest.context().close();
});

test('5,000 anecdotes at one point are one cluster, and the list beside the map can show all of them', async () => {
  await writeMany(journal.client, 5_000, () => ({ tags: ['spot'], coordinates: { lat: 10, lng: 20, address: null } }));
  await openMap('', '&tags=spot');
  await expect(page.getByText('5,000 locations', { exact: true })).toBeVisible();
  await cluster(/^5,000 anecdotes$/).click();
  await expect(mapList().getByRole('heading')).toHaveText('5,000 in this part of the map');
  await expect(mapList()).toBeFocused();
  await expect(page).toHaveURL(/map=18\/10\/20/);
  await expect(cluster(/^5,000 anecdotes$/)).toBeVisible();
  await expect(mapList().getByRole('article')).toHaveCount(30);
  await mapList().getByRole('button', { name: 'Show more' }).click();
  await expect(mapList().getByRole('article')).toHaveCount(60);

  await writeMany(journal.client, 40, () => ({ tags: ['forty'], coordinates: { lat: 10, lng: 20, address: null } }));
  await openMap('', '&tags=forty');
  await expect(mapList().getByRole('article')).toHaveCount(30);
  await mapList().getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(mapList().getByRole('article')).toHaveCount(40);
  await expect(mapList().getByRole('listitem').nth(30)).toBeFocused();
});

test('on a phone the list is below the map, and nothing is wider than the screen', async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openMap('', '&tags=edge');
  await expect(mapList().getByRole('article').first()).toBeAttached();
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(360);
  const [above, below] = [await map().boundingBox(), await mapList().boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('one finger on the map scrolls the page and shows a hint, and two fingers move the map', async () => {
  const screen = await page.context().newCDPSession(page);
  await screen.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.setViewportSize({ width: 360, height: 800 });
  await openMap('6/0/0', '&tags=edge');
  const viewport = page.url();
  // The hint is shown for a second only, and during a quick swipe the page does not get every move event.
  const isHinted = await page.locator('p', { hasText: 'Use two fingers to move the map' }).evaluateHandle((hint) => {
    const seen = { hint: false };
    const look = () => {
      seen.hint ||= hint.hasAttribute('data-shown');
    };
    new MutationObserver(look).observe(hint, { attributes: true });
    return seen;
  });
  await expect(async () => {
    await swipeUp(screen, map(), [0]);
    expect(await isHinted.evaluate((seen) => seen.hint)).toBe(true);
  }).toPass();
  const reached = await restingScroll(page);
  expect(reached).toBeGreaterThan(40);
  expect(page.url()).toBe(viewport);

  await swipeUp(screen, map(), [-40, 40]);
  // Degrees of latitude in 80 pixels at zoom 6.
  await expect.poll(() => Number(/map=6\/(-?[\d.]+)/.exec(page.url())?.[1])).toBeCloseTo(-1.76, 1);
  expect(await restingScroll(page)).toBe(reached);
  await screen.detach();
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('cards of the list can get Same Here and be deleted', async () => {
  await openMap('', '&tags=walk');
  const sameHere = cardOf(page, 'Along the lake.').getByRole('button', { name: /Same Here/ });
  await sameHere.click();
  await expect(sameHere).toHaveAttribute('aria-pressed', 'true');
  await cardOf(page, 'Along the lake.').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No anecdotes to display' })).toBeVisible();
  await button('Undo').click();
  await expect(cardOf(page, 'Along the lake.')).toBeVisible();
});

test('Back shows the part of the map that was shown before a filter was chosen', async () => {
  await openMap('9/46/8');
  await page.getByRole('region', { name: 'Tags', exact: true }).getByRole('button', { name: /^walk/ }).click();
  await expect(page).toHaveURL(/tags=walk/);
  await button('Zoom out').click();
  await expect(page).toHaveURL(/map=8\//);
  await page.goBack();
  await expect(page).toHaveURL(/map=9\/46\/8/);
  await expect(page).not.toHaveURL(/tags=walk/);
  await button('Zoom out').click();
  await expect(page).toHaveURL(/map=8\//);
});

test('no request contained the text of an anecdote, and none was sent to an unexpected host', () => {
  expect([...opened.hosts]).toEqual([maps.settings.GEOCODER_URL]);
  // The address of the guest's pin was looked up.
  const known = /^\/(?:tiles\/\d+\/\d+\/\d+\.png|reverse\?format=jsonv2&lat=46\.5\d*&lon=6\.6\d*)$/;
  expect(maps.asked.filter((path) => !known.test(path))).toEqual([]);
});
