import type pg from 'pg';

/**
 * Deletes what is no longer needed: ended sessions and sent mails after 90 days, finished operations after 30, tokens
 * and API key secrets as soon as they are no longer valid.
 */
export async function sweepVault(vault: pg.Pool): Promise<void> {
  await vault.query(`delete from vault.session where coalesce(ended_at, expires_at) < now() - interval '90 days'`);
  await vault.query(`delete from vault.mail where content is null and created_at < now() - interval '90 days'`);
  await vault.query(`delete from vault.operation where finished_at < now() - interval '30 days'`);
  await vault.query('delete from vault.one_time_token where expires_at < now()');
  await vault.query('delete from vault.api_key_secret where valid_until < now()');
}
