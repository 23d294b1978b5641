import { getRouteApi, useCanGoBack, useRouter } from '@tanstack/react-router';
import { Connections } from '../features/connections/connections.tsx';

const route = getRouteApi('/signed-in/visualization/$id');

export function VisualizationScreen() {
  const { id } = route.useParams();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const goBack = () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: '/dashboard' });
  };
  return <Connections id={id} onBack={goBack} />;
}
