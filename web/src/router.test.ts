import { analyticsRoutes } from '@anecdotes/contracts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { openBrowserTab } from './lib/browser-stand-in.ts';

test('page views of every screen are counted under the path of that screen', async () => {
  openBrowserTab();
  const { createAppRouter } = await import('./router.ts');
  // Without a page the router has no history.
  vi.unstubAllGlobals();
  const { routesByPath } = createAppRouter(new QueryClient());
  const screens = Object.keys(routesByPath).map((path) => path.replace(/\$(\w+)/, '{$1}'));
  expect([...screens, 'other'].toSorted()).toEqual([...analyticsRoutes].sort());
});
