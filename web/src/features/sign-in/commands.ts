import type { LogIn, LogInAnswer } from '@anecdotes/contracts';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';
import { keepToken } from '../../lib/session.ts';

/** Logs in and keeps the token. */
export function useLogIn() {
  return useMutation({
    mutationFn: (credentials: LogIn) =>
      send<LogInAnswer>('POST', '/auth/login', {
        body: new URLSearchParams(credentials),
        key: crypto.randomUUID(),
      }),
    onSuccess: (answer) => keepToken(answer.access_token),
  });
}

/** Ends the session on the server; the caller ends it here in any case. */
export function logOut(): Promise<unknown> {
  return send('POST', '/auth/logout', { key: crypto.randomUUID() });
}
