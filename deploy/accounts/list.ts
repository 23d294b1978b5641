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
  readonly createdAt: Date | null;
  readonly lastLogin: Date | null;
  /** When an invitation expires. */
  readonly expiresAt: Date | null;
};

/** Every account, the oldest first, then open invitations. */
export async function listAccounts(deps: ReadSystem['deps']): Promise<readonly ListedAccount[]> {
  const { rows } = await deps.vault.query<Omit<ListedAccount, 'expiresAt'>>(
    `select c.account as id, c.role, username, email, coalesce(j.count, 0)::int as anecdotes,
            a.created_at as "createdAt",
            case when disabled_at is not null then 'disabled' when unverified_since is not null then 'unverified'
                 else 'active' end as status,
            (select max(s.created_at) from vault.session s where s.account = c.account) as "lastLogin"
     from vault.credential c
       left join views.account a on a.id = c.account
       left join views.journal j on j.owner = c.account
     order by c.account`,
  );
  const invited = (await openInvitations(deps)).map(({ account, email, expiresAt }) => ({
    ...{ id: account, status: 'invited', role: 'member', username: null, email, anecdotes: 0 },
    ...{ createdAt: null, lastLogin: null, expiresAt },
  }));
  return [...rows.map((row) => ({ ...row, expiresAt: null })), ...(invited as ListedAccount[])];
}

/** A table for the terminal: a header line, then one line per account. */
export function describeAccounts(accounts: readonly ListedAccount[]): string[] {
  const lines = accounts.map(({ id, status, role, username, email, anecdotes, lastLogin, expiresAt }) => [
    username ?? '-',
    email ?? '-',
    role === 'guest' ? `guest, ${status}` : status,
    String(anecdotes),
    expiresAt ? `until ${dayOf(expiresAt)}` : lastLogin ? dayOf(lastLogin) : 'never',
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
