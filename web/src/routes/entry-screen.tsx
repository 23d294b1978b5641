import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Entry } from '../features/write/entry.tsx';
import { optionalPart } from '../ui/optional-part.ts';
import { useReturnToLastView } from './last-view.ts';

const SampleData = optionalPart(async () => (await import('../features/sample/sample-data.tsx')).SampleData);

const route = getRouteApi('/signed-in/entry');

export function EntryScreen() {
  const { edit, link } = route.useSearch();
  const done = useReturnToLastView();
  return (
    <>
      <Entry edit={edit} link={link} onDone={done} />
      {edit === undefined && (
        <Suspense fallback={null}>
          <SampleData />
        </Suspense>
      )}
    </>
  );
}
