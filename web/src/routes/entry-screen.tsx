import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Entry } from '../features/write/entry.tsx';

const route = getRouteApi('/inside/entry');

export function EntryScreen() {
  const { edit, link } = route.useSearch();
  const navigate = route.useNavigate();
  const done = useCallback(() => void navigate({ to: '/dashboard' }), [navigate]);
  return <Entry edit={edit} link={link} onDone={done} />;
}
