import { getRouteApi } from '@tanstack/react-router';
import { Entry } from '../features/write/entry.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { useReturnToLastView } from './last-view.ts';

const SampleData = lazyComponent(() => import('../features/sample/sample-data.tsx'), 'SampleData');

const route = getRouteApi('/signed-in/entry');

export function EntryScreen() {
  const { edit, link } = route.useSearch();
  const done = useReturnToLastView();
  return (
    <>
      <Entry key={edit ?? link} edit={edit} link={link} onDone={done} />
      {edit === undefined && <SampleData />}
    </>
  );
}
