// Inspects the browser when it is loaded, so it is imported before the stand-in, which has less of a browser.
import '@base-ui/react/popover';
import type { AnecdoteContent } from '@anecdotes/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowserTab, tokenOf } from '../../lib/browser-stand-in.ts';

const content: AnecdoteContent = {
  description: 'A cello on the tram',
  tags: ['music'],
  timestamp: '2026-11-20T07:42:00.000Z',
  time_zone: 'Asia/Kathmandu',
  location: 'Line 4',
  coordinates: { lat: 47.12, lng: 8.5, address: 'Central Station' },
};

const id = '0197c000-0000-7000-8000-00000000000a';

/** The text by which each field is recognized on the screen. */
const shown: Record<keyof AnecdoteContent, string> = {
  description: 'A cello on the tram',
  tags: 'music',
  timestamp: '2026-11-20T07:42:00.000Z',
  time_zone: 'Kathmandu',
  location: 'Line 4',
  coordinates: 'Central Station',
};

// Created before the stand-in for a browser is installed, which it would treat as a complete browser.
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
const inThePast = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: [`/anecdotes/${id}?as_of=2026-01-01T00:00:00.000Z`] }),
});

beforeEach(() => openBrowserTab({ localData: new Map([['auth_token', tokenOf('ann')]]) }));
afterEach(() => void vi.unstubAllGlobals());

test('an anecdote that was deleted more than 30 days ago can be erased, but not restored, and neither in a past journal', async () => {
  const { deletionQuery } = await import('../../anecdote/deletion.ts');
  const { ApiError } = await import('../../lib/api.ts');
  const { NotShown } = await import('./not-shown.tsx');
  const queries = new QueryClient();
  const last = { ...content, connected_to: null, id, revision: 0 };
  const markupAt = (restorableUntil: number, on = router) => {
    queries.setQueryData(deletionQuery(id).queryKey, { restorableUntil, last });
    return renderToStaticMarkup(
      <QueryClientProvider client={queries}>
        <RouterContextProvider router={on}>
          <NotShown id={id} error={new ApiError('ANECDOTE_NOT_FOUND', '')} onRetry={() => {}}>
            Erase for good…
          </NotShown>
        </RouterContextProvider>
      </QueryClientProvider>,
    );
  };
  expect(markupAt(Date.now() - 1)).toMatch(/Anecdote deleted.*cannot be restored.*Erase for good…/);
  expect(markupAt(Date.now() - 1)).not.toContain('>Restore<');
  expect(markupAt(Date.now() - 1, inThePast)).toMatch(/Anecdote not found(?!.*Erase for good…)/);
  expect(markupAt(Date.now() + 60_000)).toMatch(/Anecdote deleted.*can be restored until .*>Restore<.*Erase for good…/);
});

async function markupOf(shownContent: AnecdoteContent): Promise<string> {
  const { anecdoteQuery } = await import('../../anecdote/queries.ts');
  const { Read } = await import('./read.tsx');
  const queries = new QueryClient();
  queries.setQueryData(anecdoteQuery(id).queryKey, {
    ...{ id, ...shownContent, connected_to: null, revision: 0 },
    ...{ reaction_count: 0, user_reacted: false, created_at: content.timestamp, updated_at: content.timestamp },
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <RouterContextProvider router={router}>
        <Read id={id} onTag={() => {}} changes={null} />
      </RouterContextProvider>
    </QueryClientProvider>,
  );
}

test.each(Object.entries(shown))('the screen of an anecdote shows the %s', async (field, text) => {
  expect(await markupOf(content), `show ${field} in read.tsx`).toContain(text);
});

test('a place on the map is beside the text of an anecdote, and a place in words alone below its time', async () => {
  const wordsBelowTime = /<header(?:(?!<\/header>).)*Line 4/;
  expect(await markupOf(content)).not.toMatch(wordsBelowTime);
  expect(await markupOf({ ...content, coordinates: null })).toMatch(wordsBelowTime);
});
