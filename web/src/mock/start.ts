import { notify } from '../lib/messages.ts';
import type { MockMailContent } from './context.ts';
import { addDataset } from './dataset.ts';
import { createMock } from './mock.ts';
import { keepWishes, keptConditions, withoutWishes } from './settings.ts';
import { mockStrings as strings } from './strings.ts';
import { POSITION_KEY } from './tables.ts';

const MAIL_MS = 10 * 60_000;

/**
 * From here on every call to /api is answered in this page, out of local storage. The calls never reach the network, so
 * no service worker is needed that would compete with the app's own.
 */
export async function startMock(): Promise<void> {
  const address = new URL(location.href);
  keepWishes(localStorage, address.searchParams);
  const conditions = () => keptConditions(localStorage);
  const mock = await createMock({ keep: localStorage, conditions, clock: () => new Date(), deliver });
  addDataset(mock, Number(address.searchParams.get('mock_dataset')));
  const rest = withoutWishes(address);
  if (rest.href !== address.href) history.replaceState(history.state, '', rest);

  const network = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    return isApi(request.url) ? mock.answer(request) : network(input, init);
  };
  const beacon = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (url, data) => isApi(new URL(url, location.href).href) || beacon(url, data);
  window.addEventListener('storage', ({ key }) => {
    if (key === POSITION_KEY || key === null) mock.changed();
  });
}

function isApi(url: string): boolean {
  const { origin, pathname } = new URL(url);
  return origin === location.origin && pathname.startsWith('/api/');
}

function deliver({ to, subject, link }: MockMailContent): void {
  const action = { label: strings.open, onClick: () => location.assign(link) };
  notify(strings.mail(to, subject), { action, milliseconds: MAIL_MS });
}
