import { queryOptions } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';

/** Redeems the token of a verification mail, once however often the screen asks. */
export function verificationQuery(token: string) {
  return queryOptions({
    queryKey: ['verification', token],
    queryFn: () => send('POST', '/auth/verify-email', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
