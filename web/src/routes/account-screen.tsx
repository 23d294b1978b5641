import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Account } from '../features/account/account.tsx';
import { meQuery } from '../features/sign-in/queries.ts';

const route = getRouteApi('/signed-in/account');

export function AccountScreen() {
  const { data: user } = useQuery(meQuery());
  return <Account user={user} exported={route.useSearch()} />;
}
