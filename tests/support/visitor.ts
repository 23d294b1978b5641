import { AccountId, SessionId } from '@anecdotes/contracts';
import { type Authenticator, createAuthenticator } from '@anecdotes/contracts/server/auth/authentication';
import type { CommandSide } from './command-side.ts';
import type { Mailbox } from './mailbox.ts';

export const PASSWORD = 'quiet river 12';

/** Calls that need no account. */
export function visitorOf(side: Pick<CommandSide, 'app'>, headers: Record<string, string> = {}) {
  const post = (path: string, payload: object) =>
    side.app.inject({
      method: 'POST',
      url: `/api/auth/${path}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    });
  let count = 0;
  return {
    post,
    register: (username: string, email: string, password = PASSWORD) =>
      post('register', { username, email, password, full_name: 'Ann Example' }),
    logIn: (username: string, password = PASSWORD, extra: Record<string, string> = {}) =>
      side.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers, ...extra },
        payload: new URLSearchParams({ username, password }).toString(),
      }),
    /** Makes a member with a verified address; returns name, address and a token. */
    async newMember(mailbox: Mailbox) {
      count += 1;
      const name = `member${count}`;
      const email = `${name}@example.org`;
      const made = await this.register(name, email);
      if (made.statusCode !== 201) throw new Error(made.body);
      await post('verify-email', { token: await mailbox.token(email, 'verify-email') });
      const { access_token } = (await this.logIn(name)).json().data;
      return { name, email, token: access_token as string };
    },
  };
}
export type Visitor = ReturnType<typeof visitorOf>;

/** An answer without request id and timestamp, which differ between equal answers. */
export function comparableAnswer({ statusCode, body }: { statusCode: number; body: string }): string {
  return `${statusCode} ${body.replaceAll(/"(requestId|timestamp)":"[^"]*"/g, '')}`;
}

/** An authenticator with nothing cached, like that of another process; it does not verify the signature of a token. */
export function uncachedAuthenticator(side: Pick<CommandSide, 'vault'>): Authenticator {
  return createAuthenticator(async (token) => {
    const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    const { sub, sid, iat, exp } = JSON.parse(claims) as Record<'sub' | 'sid', string> & Record<'iat' | 'exp', number>;
    return { account: AccountId.parse(sub), session: SessionId.parse(sid), issuedAt: iat, expiresAt: exp };
  }, side.vault);
}
