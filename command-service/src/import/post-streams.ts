import { randomUUID } from 'node:crypto';
import { type AccountId, streams } from '@anecdotes/contracts';
import type pg from 'pg';
import type { EventLog } from '../event-log.ts';
import { unlessErased } from '../vault/erased-meanwhile.ts';

type Dependencies = { readonly vault: pg.Pool; readonly log: EventLog };

/** The stream that records as which anecdote a post was imported; undefined if it never was. */
export async function findPostStream({ vault, log }: Dependencies, mark: string): Promise<string | undefined> {
  const { rows } = await vault.query<{ stream: string }>(
    "select stream from vault.reservation where kind = 'reddit' and hash = $1",
    [Buffer.from(mark, 'hex')],
  );
  if (rows[0] !== undefined) return rows[0].stream;
  // Older versions did not store it in the vault, but named the stream by the mark itself.
  const named = streams.redditPost(mark);
  return (await log.readStream(named, { limit: 1 })).length > 0 ? named : undefined;
}

/**
 * The same; a post of `account` that has no stream gets one with a random name. Throws UNAUTHENTICATED if the account
 * was erased.
 */
export async function ensurePostStream(deps: Dependencies, account: AccountId, mark: string): Promise<string> {
  const stream = (await findPostStream(deps, mark)) ?? streams.redditPost(randomUUID());
  const { rows } = await unlessErased(
    deps.vault.query<{ stream: string }>(
      `insert into vault.reservation (kind, hash, stream, account) values ('reddit', $1, $2, $3)
       on conflict (kind, hash) do update set account = excluded.account returning stream`,
      [Buffer.from(mark, 'hex'), stream, account],
    ),
  );
  return rows[0]?.stream ?? stream;
}
