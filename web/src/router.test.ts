import { analyticsRoutes } from '@anecdotes/contracts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { openBrowserTab } from './lib/browser-stand-in.ts';

async function openRouter() {
  openBrowserTab();
  const { createAppRouter } = await import('./router.ts');
  // Without a page the router has no history.
  vi.unstubAllGlobals();
  return createAppRouter(new QueryClient());
}

test('page views of every screen are counted under the path of that screen, those of unknown addresses as other', async () => {
  const { routesByPath } = await openRouter();
  const { '/$': unknown, ...screens } = routesByPath;
  expect(unknown).toBeDefined();
  const names = Object.keys(screens).map((path) => path.replace(/\$(\w+)/, '{$1}'));
  expect([...names, 'other'].toSorted()).toEqual([...analyticsRoutes].sort());
});

test('text in place of an id in an address stays out of the paths of calls', async () => {
  const router = await openRouter();
  const idAt = (path: string) => (router.matchRoutes(path, {}).at(-1)?.params as { id?: string } | undefined)?.id;
  const id = '0197c000-0000-7000-8000-00000000000a';
  for (const screen of ['anecdotes', 'chain', 'timeline', 'visualization']) {
    expect(idAt(`/${screen}/${id}`)).toBe(id);
    for (const text of ['..%2Fauth%2Fme', 'x%2F..%2F..%2Fauth%2Fme', '..%5Ctags', 'tags%3Flimit=1', `${id}%2Fproof`]) {
      expect([text, idAt(`/${screen}/${text}`)]).toEqual([text, '00000000-0000-0000-0000-000000000000']);
    }
  }
});

test('an id in upper case in an address is the same id', async () => {
  const { matchRoutes } = await openRouter();
  const id = '0197c000-0000-7000-8000-00000000000a';
  expect(matchRoutes(`/anecdotes/${id.toUpperCase()}`, {}).at(-1)?.params).toEqual({ id });
  expect(matchRoutes('/entry', { edit: id.toUpperCase() }).at(-1)?.search).toMatchObject({ edit: id });
});

test('an address with an invalid as_of shows the present journal', async () => {
  const { options, matchRoutes } = await openRouter();
  const instantAt = (path: string, as_of: string) =>
    (matchRoutes(path, options.parseSearch(`?as_of=${as_of}`)).at(-1)?.search as { as_of?: string } | undefined)?.as_of;
  for (const path of ['/dashboard', '/tags', '/anecdotes/0197c000-0000-7000-8000-00000000000a']) {
    for (const text of ['2026-11-27', 'yesterday', '-1']) {
      expect([path, text, instantAt(path, text)]).toEqual([path, text, undefined]);
    }
    expect(instantAt(path, '2026-11-27T08:00:00Z')).toBe('2026-11-27T08:00:00.000Z');
  }
});
