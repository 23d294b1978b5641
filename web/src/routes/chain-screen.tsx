import type { QueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChainText } from '../features/chain-text/chain-text.tsx';
import { wholeChainQuery } from '../features/chain-text/queries.ts';
import { waitBeforeShowing } from './wait-before-showing.ts';

const route = getRouteApi('/signed-in/chain/$id');

/** Loads the whole chain before the screen is shown, unless the page is still empty. */
export async function loadChain(queries: QueryClient, id: string): Promise<void> {
  await waitBeforeShowing(queries.prefetchQuery(wholeChainQuery(id)));
}

export function ChainScreen() {
  return <ChainText id={route.useParams().id} />;
}
