import { beginEarlyRead } from './lib/early-reads.ts';
import { enforceTrustedTypes } from './lib/trusted-types.ts';

/*
 * Inlined in the head of every page and runs before the first paint and all other code: restricts what scripts may
 * write as markup, applies the theme and whether somebody is logged in, and starts to load what the screen at this
 * address needs while the code of the app is still loading.
 */

/** By the first path segment: the files of its screen, inserted by the build; undefined in development. */
declare const __SCREENS__: Readonly<Record<string, readonly string[]>> | undefined;

const root = document.documentElement;
const token = stored(() => localStorage.getItem('auth_token'));

function stored(read: () => string | null): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function showTheme(chosen: string | null): void {
  const theme = chosen === 'light' || chosen === 'dark' ? chosen : undefined;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { shade } = bar.dataset;
    if (theme) bar.media = theme === shade ? 'all' : 'not all';
    else bar.media = `(prefers-color-scheme: ${shade})`;
  }
}

/** Without the script of the app, the page would stay empty. */
function offerReload({ target }: Event): void {
  const notice = document.querySelector<HTMLElement>('.not-loaded');
  if (!notice || !(target instanceof HTMLScriptElement)) return;
  notice.hidden = false;
  notice.querySelector('button')?.addEventListener('click', () => location.reload());
}

/** Fetches the code of the screen in parallel with that of the app, not after it. */
function preload(file: string): void {
  const link = document.createElement('link');
  link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
  if (file.endsWith('.css')) link.as = 'style';
  // As for the style sheets of the build; otherwise the browser requests the file again.
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
}

/** Reads what the dashboard shows first; the same calls as in `routes/load-dashboard.ts`. */
function readDashboard(bearer: string): void {
  const changed = stored(() => localStorage.getItem('cache_since'))?.split(' ')[1] ?? '';
  const known = stored(() => sessionStorage.getItem('log_position')) ?? '';
  const position = [changed, known].filter((text) => /^\d+$/.test(text)).map(BigInt);
  const highest = position.sort((a, b) => Number(a - b)).at(-1) ?? 0n;
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const day = new URLSearchParams({ date: date.join('-'), time_zone: zone === 'Etc/Unknown' ? 'UTC' : zone });
  for (const path of ['/anecdotes?page=1&page_size=50', '/statistics', `/anecdotes/memories?${day}`, '/auth/me']) {
    beginEarlyRead(path, bearer, highest);
  }
}

addEventListener('error', offerReload, true);
enforceTrustedTypes();
showTheme(stored(() => localStorage.getItem('theme')));
addEventListener('theme', (event) => showTheme((event as CustomEvent<string>).detail));
// The theme was chosen in another tab.
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'theme' || key === null) showTheme(newValue);
});
root.toggleAttribute('data-signed-in', token !== null);
root.toggleAttribute('data-undecided', stored(() => localStorage.getItem('analytics_cookies')) === null);

const { pathname, search } = location;
const screen = pathname.split('/')[1] ?? '';
if (typeof __SCREENS__ !== 'undefined') {
  const isOpen = token !== null || screen === 'auth';
  for (const file of (isOpen && __SCREENS__[screen]) || []) preload(file);
}
// Calls to the mock data service must not reach the network.
if (import.meta.env.VITE_MOCK_API !== 'true' && pathname === '/dashboard' && search === '' && token !== null) {
  readDashboard(token);
}
