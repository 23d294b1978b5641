import { openInvitations } from '@anecdotes/command-service/account/invitations';
import type { ReadSystem } from './system.ts';

/** An account, or an open invitation to one. Fields that the views do not have yet are null. */
export type ListedAccount = {
  readonly id: string;
  readonly status: 'active' | 'unverified' | 'disabled' | 'invited';
  readonly role: 'guest' | 'member';
  readonly username: string | null;
  readonly email: string | null;
  readonly anecdotes: number;
  readonly created_at: Date | null;
  readonly last_login: Date | null;
  /** When an invitation expires. */
  readonly expires_at: Date | null;
};

/** Every account, the oldest first, then open invitations. */
export async function listAccounts(deps: ReadSystem['deps']): Promise<readonly ListedAccount[]> {
  const { rows } = await deps.vault.query<Omit<ListedAccount, 'expires_at'>>(
    `select c.account as id, c.role, username, email, coalesce(j.count, 0)::int as anecdotes, a.created_at,
            case when disabled_at is not null then 'disabled' when unverified_since is not null then 'unverified'
                 else 'active' end as status,
            (select max(s.created_at) from vault.session s where s.account = c.account) as last_login
     from vault.credential c
       left join views.account a on a.id = c.account
       left join views.journal j on j.owner = c.account
     order by c.account`,
  );
  const invited = (await openInvitations(deps)).map(({ account, email, expiresAt }) => ({
    ...{ id: account, status: 'invited', role: 'member', username: null, email, anecdotes: 0 },
    ...{ created_at: null, last_login: null, expires_at: expiresAt },
  }));
  return [...rows.map((row) => ({ ...row, expires_at: null })), ...(invited as ListedAccount[])];
}

/** A table for the terminal: a header line, then one line per account. */
export function describeAccounts(accounts: readonly ListedAccount[]): string[] {
  const lines = accounts.map(({ id, status, role, username, email, anecdotes, last_login, expires_at }) => [
    username ?? '-',
    email ?? '-',
    role === 'guest' ? `guest, ${status}` : status,
    String(anecdotes),
    expires_at ? `until ${dayOf(expires_at)}` : last_login ? dayOf(last_login) : 'never',
    id,
  ]);
  const table = [['username', 'email', 'status', 'anecdotes', 'last login', 'id'], ...lines];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  return table.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
