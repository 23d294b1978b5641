import type { Verification } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';

/** Verifies an address by the token of a mail, once however often the screen asks. */
export function verificationQuery(token: string) {
  return queryOptions({
    queryKey: ['verification', token],
    queryFn: () => send<Verification>('POST', '/auth/verify-email', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
