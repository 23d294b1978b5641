import type { QueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { anecdoteQuery } from '../anecdote/queries.ts';
import { Entry } from '../features/write/entry.tsx';
import { sharedText } from '../features/write/shared-text.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { useReturnToLastView } from './last-view.ts';
import { seedAnecdote } from './seed-anecdote.ts';
import { waitBeforeShowing } from './wait-before-showing.ts';

const SampleData = lazyComponent(() => import('../features/sample/sample-data.tsx'), 'SampleData');

const route = getRouteApi('/signed-in/entry');

/** Loads the anecdote `id`, which is edited or continued. */
export async function loadEntry(queries: QueryClient, id: string): Promise<void> {
  // A list may contain an older revision than the present one, such as that before a Same Here.
  seedAnecdote(queries, id, { isStale: true });
  const loading = queries.prefetchQuery(anecdoteQuery(id));
  if (queries.getQueryData(anecdoteQuery(id).queryKey) === undefined) await waitBeforeShowing(loading);
}

export function EntryScreen() {
  const { edit, link, ...shared } = route.useSearch();
  const done = useReturnToLastView();
  return (
    <>
      <Entry key={edit ?? link} edit={edit} link={link} shared={sharedText(shared)} onDone={done} />
      {edit === undefined && <SampleData />}
    </>
  );
}
