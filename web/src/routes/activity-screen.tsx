import { getRouteApi } from '@tanstack/react-router';
import { Activity } from '../features/history/activity.tsx';

const route = getRouteApi('/signed-in/activity');

export function ActivityScreen() {
  const navigate = route.useNavigate();
  return <Activity filter={route.useSearch()} onFilter={(search) => void navigate({ search })} />;
}
