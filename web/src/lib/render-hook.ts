import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

function Screen({ useHook }: { useHook: () => void }) {
  useHook();
  return null;
}

/** Returns the result of the first render of `useHook` with the cache `queries`; effects do not run. For tests. */
export function renderHookOnce<Result>(queries: QueryClient, useHook: () => Result): Result {
  const results: Result[] = [];
  const screen = createElement(Screen, { useHook: () => void results.push(useHook()) });
  renderToStaticMarkup(createElement(QueryClientProvider, { client: queries }, screen));
  return results.at(-1) as Result;
}
