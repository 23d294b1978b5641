import { randomUUID } from 'node:crypto';
import { type AccountId, streams } from '@anecdotes/contracts';
import type pg from 'pg';
import type { VaultChange } from '../vault/change-vault.ts';
import type { BlindIndexes } from './blind-index.ts';

/** A username or an e-mail address; each belongs to one account at a time. */
export type Name = { readonly kind: keyof BlindIndexes; readonly name: string };

type Dependencies = { readonly vault: pg.Pool; readonly blindIndexes: BlindIndexes };

const reserved = { username: 'UsernameReserved', email: 'EmailReserved' } as const;

/**
 * Reserves a name for the acting account unless another account has it; returns the account that has it now. The vault
 * keeps names unique. The log records it in a stream with a random name, which reveals nothing after an erasure.
 */
export async function reserve(
  { blindIndexes }: Pick<Dependencies, 'blindIndexes'>,
  change: VaultChange,
  name: Name,
): Promise<AccountId> {
  const account = change.metadata.actor.account_id;
  const stream = streams[name.kind](randomUUID());
  const hash = nameHashOf(blindIndexes, name);
  for (;;) {
    const { rowCount } = await change.tx.query(
      `insert into vault.reservation (kind, hash, stream, account) values ($1, $2, $3, $4) on conflict do nothing`,
      [name.kind, hash, stream, account],
    );
    if (rowCount === 1) break;
    const holder = await find(change.tx, name.kind, hash);
    // No holder: that account has just been erased, so the name is free.
    if (holder !== null) return holder;
  }
  recordReservation(change, name.kind, stream);
  return account;
}

/** Records the event of a reservation. Without `stream` it reserves nothing and only advances the log. */
export function recordReservation(
  { record, metadata: { actor, at } }: VaultChange,
  kind: Name['kind'],
  stream = streams[kind](randomUUID()),
): void {
  record(stream, [{ type: reserved[kind], data: { account: actor.account_id }, at: at.toISOString() }]);
}

/** The account that has a name, or null. */
export async function holderOf({ vault, blindIndexes }: Dependencies, name: Name): Promise<AccountId | null> {
  return find(vault, name.kind, nameHashOf(blindIndexes, name));
}

/** The blind index of a name as the vault stores it. */
export function nameHashOf(blindIndexes: BlindIndexes, { kind, name }: Name): Buffer {
  return Buffer.from(blindIndexes[kind](name), 'hex');
}

async function find(db: pg.Pool | pg.ClientBase, kind: Name['kind'], hash: Buffer): Promise<AccountId | null> {
  const { rows } = await db.query<{ account: AccountId }>({
    name: 'reservation',
    text: 'select account from vault.reservation where kind = $1 and hash = $2',
    values: [kind, hash],
  });
  return rows[0]?.account ?? null;
}
