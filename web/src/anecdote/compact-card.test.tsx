import type { AnecdoteContent } from '@anecdotes/contracts';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CompactCard } from './compact-card.tsx';

const content: AnecdoteContent = {
  description: 'A cello on the tram',
  tags: ['music'],
  timestamp: '2026-11-20T07:42:00.000Z',
  time_zone: 'Europe/Zurich',
  location: 'Line 4',
  coordinates: { lat: 47.12, lng: 8.5, address: null },
};

/** The text by which the card shows each field; null for a field that is not shown. */
const shown: Record<keyof AnecdoteContent, string | null> = {
  description: 'A cello on the tram',
  tags: 'music',
  timestamp: '2026-11-20T07:42:00.000Z',
  time_zone: null,
  location: 'Line 4',
  coordinates: '47.12/8.5',
};

test.each(Object.entries(shown).filter(([, text]) => text !== null))('a card shows the field %s', (field, text) => {
  const anecdote = {
    ...{ id: '0197c000-0000-7000-8000-00000000000a', ...content, connected_to: null, revision: 0 },
    ...{ reaction_count: 0, user_reacted: false, created_at: content.timestamp, updated_at: content.timestamp },
  };
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const markup = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <CompactCard anecdote={anecdote} variant="card" />
    </RouterContextProvider>,
  );
  expect(markup, `show ${field} in details.tsx`).toContain(text);
});
