import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';
import { Entry } from '../features/write/entry.tsx';
import { optionalPart } from '../ui/optional-part.ts';

const SampleData = optionalPart(async () => (await import('../features/sample/sample-data.tsx')).SampleData);

const route = getRouteApi('/inside/entry');

export function EntryScreen() {
  const { edit, link } = route.useSearch();
  const navigate = route.useNavigate();
  const done = useCallback(() => void navigate({ to: '/dashboard' }), [navigate]);
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
