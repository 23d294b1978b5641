import { type AccountId, streams } from '@anecdotes/contracts';
import { type AccountDependencies, loadAccount } from './commands.ts';
import type { Name } from './reservations.ts';

type Dependencies = Pick<AccountDependencies, 'log' | 'keys' | 'vault' | 'blindIndexes'>;

const PAGE = 100;

/**
 * Copies into the vault the names that older versions reserved only in the log, in streams named by the blind index.
 * Reads the log only for accounts without a username in the vault; names of erased accounts are free.
 */
export async function adoptOldReservations(deps: Dependencies): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await deps.vault.query<{ account: AccountId }>(
      `select account from vault.credential c where account > $1
         and not exists (select from vault.reservation r where r.account = c.account and kind = 'username')
       order by account limit ${PAGE}`,
      [after],
    );
    await Promise.all(rows.map(({ account }) => adopt(deps, account)));
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.account;
  }
}

async function adopt(deps: Dependencies, account: AccountId): Promise<void> {
  const state = await loadAccount(deps, account);
  if (state.status !== 'registered') return;
  const names: Name[] = [{ kind: 'username', name: state.username }];
  if (state.email !== null) names.push({ kind: 'email', name: state.email });
  for (const { kind, name } of names) {
    const hash = deps.blindIndexes[kind](name);
    const stream = streams[kind](hash);
    const holder = (await deps.log.readStream(stream)).at(-1)?.data.account;
    if (holder !== account) continue;
    await deps.vault.query(
      `insert into vault.reservation (kind, hash, stream, account) values ($1, $2, $3, $4) on conflict do nothing`,
      [kind, Buffer.from(hash, 'hex'), stream, account],
    );
  }
}
