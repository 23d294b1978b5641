import { notify } from '../lib/messages.ts';
import { storeConditions, storedConditions } from './conditions.ts';
import { addDataset } from './dataset.ts';
import { createMock } from './mock.ts';
import { POSITION_KEY } from './tables.ts';

const MAIL_MS = 10 * 60_000;

/**
 * From now on, every call to /api is answered in this page from local storage. It replaces `fetch` and `sendBeacon`, so
 * that no second service worker is needed, which would compete with the app's own.
 */
export async function startMock(): Promise<void> {
  const address = new URL(location.href);
  storeConditions(localStorage, address.searchParams);
  const mock = await createMock({
    storage: localStorage,
    conditions: () => storedConditions(localStorage),
    onMail({ to, subject, link }) {
      const action = { label: 'Open link', onClick: () => location.assign(link) };
      notify(`Email to ${to}: ${subject}`, { action, milliseconds: MAIL_MS });
    },
  });
  addDataset(mock, Number(address.searchParams.get('mock_dataset')));
  for (const name of ['mock_delay', 'mock_errors', 'mock_dataset']) address.searchParams.delete(name);
  if (address.href !== location.href) history.replaceState(history.state, '', address);

  const network = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    return isApi(request.url) ? mock.answer(request) : network(input, init);
  };
  const beacon = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (url, data) => isApi(new URL(url, location.href).href) || beacon(url, data);
  window.addEventListener('storage', ({ key }) => {
    if (key === POSITION_KEY || key === null) mock.changes.dispatchEvent(new Event('change'));
  });
}

function isApi(url: string): boolean {
  const { origin, pathname } = new URL(url);
  return origin === location.origin && pathname.startsWith('/api/');
}
