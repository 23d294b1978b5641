import { getRouteApi } from '@tanstack/react-router';
import { ChainText } from '../features/chain-text/chain-text.tsx';

const route = getRouteApi('/signed-in/chain/$id');

export function ChainScreen() {
  return <ChainText id={route.useParams().id} />;
}
