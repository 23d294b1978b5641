import type { AccountId } from '@anecdotes/contracts';
import type pg from 'pg';
import { hashOf, type NewToken } from '../mail/outbox.ts';

const MINUTE_MS = 60_000;

/** What proves that somebody reads the mails of an address. */
export const verificationToken: NewToken = { purpose: 'verify-email', lifeMs: 24 * 60 * MINUTE_MS };

/** What lets somebody choose a new password. */
export const resetToken: NewToken = { purpose: 'password-reset', lifeMs: 30 * MINUTE_MS };

type Presented = { token: string; purpose: NewToken['purpose']; now: Date };

/** The account of a token that is neither used up, void nor late, or undefined; the token stays as it is. */
export async function findToken(vault: pg.Pool, presented: Presented): Promise<AccountId | undefined> {
  return ask(vault, 'select account from vault.one_time_token', presented);
}

/** Uses a token up and returns its account; undefined when it is unknown, of another purpose, void, late or used. */
export async function redeemToken(vault: pg.Pool, presented: Presented): Promise<AccountId | undefined> {
  return ask(vault, 'delete from vault.one_time_token', presented, 'returning account');
}

async function ask(
  vault: pg.Pool,
  verb: string,
  { token, purpose, now }: Presented,
  end = '',
): Promise<AccountId | undefined> {
  const { rows } = await vault.query<{ account: AccountId }>(
    `${verb} where hash = $1 and purpose = $2 and expires_at > $3 ${end}`,
    [hashOf(token), purpose, now],
  );
  return rows[0]?.account;
}
