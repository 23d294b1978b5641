import { useQuery } from '@tanstack/react-query';
import { Account } from '../features/account/account.tsx';
import { meQuery } from '../features/sign-in/queries.ts';

export function AccountScreen() {
  const { data: user } = useQuery(meQuery());
  return <Account user={user} />;
}
