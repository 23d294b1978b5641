import { randomBytes } from 'node:crypto';
import { type AccountId, Problem } from '@anecdotes/contracts';
import { anecdoteKeyId, BLOCK_SIZE, partsOf, secretOf } from '@anecdotes/contracts/server/crypto/anecdote-key';
import { type EventKeys, KEY_CACHE_MS, unwrap, wrap } from '@anecdotes/contracts/server/crypto/event-keys';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { countErasure } from './log-identity.ts';

/** The secrets of anecdotes: destroying one erases its anecdote for good. */
export type AnecdoteKeys = {
  /** Returns the id of a new key for an anecdote of `account`, usually without a query. Throws UNAUTHENTICATED. */
  assign(account: AccountId): Promise<string>;
  /** Destroys the secrets of `keyIds`; all others stay. */
  destroy(keyIds: readonly string[]): Promise<void>;
  /**
   * Stops assigning keys from the blocks that `account` has now: in this process at once, in others within
   * KEY_CACHE_MS. Returns the ids of these blocks.
   */
  retire(account: AccountId): Promise<readonly string[]>;
  /** Destroys all secrets of `blocks`. */
  destroyBlocks(blocks: readonly string[]): Promise<void>;
};

type Block = { readonly id: string; next: number; checkedAt: number };
/** The blocks of an account: the current one, and the next, which is created before the first is used up. */
type Pool = { block?: Block; following?: Promise<Block> };

const MAX_ACCOUNTS = 10_000;
const FEW_LEFT = 64;

/** Secrets in blocks of schema `vault`, wrapped by `masterKey` (32 bytes). */
export function createAnecdoteKeys(
  { vault, keys, newId }: { vault: pg.Pool; keys: Pick<EventKeys, 'forget'>; newId: () => string },
  masterKey: Uint8Array,
): AnecdoteKeys {
  const pools = new LRUCache<AccountId, Pool>({ max: MAX_ACCOUNTS, memoMethod: () => ({}) });

  /** Creates the next block; concurrent calls get the same one. */
  function follow(pool: Pool, account: AccountId): Promise<Block> {
    const following = pool.following ?? makeBlock(account);
    pool.following = following;
    following.catch(() => {
      if (pool.following === following) delete pool.following;
    });
    return following;
  }

  async function makeBlock(account: AccountId): Promise<Block> {
    const id = newId();
    const wrapped = wrap(masterKey, id, randomBytes(32));
    // An erasure deletes the credential. If one is running, this waits for its end.
    const { rowCount } = await vault.query(
      `insert into vault.anecdote_key_block (id, account, wrapped)
       select $1, account, $3 from vault.credential where account = $2 for key share`,
      [id, account, wrapped],
    );
    if (rowCount === 0) throw new Problem('UNAUTHENTICATED');
    return { id, next: 0, checkedAt: performance.now() };
  }

  async function isRetired(block: Block): Promise<boolean> {
    if (block.checkedAt > performance.now() - KEY_CACHE_MS) return false;
    const { rowCount } = await vault.query({
      name: 'key-block-in-use',
      text: 'select from vault.anecdote_key_block where id = $1 and retired_at is null',
      values: [block.id],
    });
    block.checkedAt = performance.now();
    return rowCount === 0;
  }

  return {
    async assign(account) {
      const pool = pools.memo(account);
      for (;;) {
        const { block } = pool;
        if (block && block.next < BLOCK_SIZE && !(await isRetired(block)) && block.next < BLOCK_SIZE) {
          block.next += 1;
          if (block.next === BLOCK_SIZE - FEW_LEFT) void follow(pool, account);
          return anecdoteKeyId(block.id, block.next - 1);
        }
        const following = await follow(pool, account);
        if (pool.block !== block) continue;
        pool.block = following;
        delete pool.following;
      }
    },

    async destroy(keyIds) {
      const numbers = new Map<string, Set<number>>();
      for (const keyId of keyIds) {
        const { block, number } = partsOf(keyId);
        numbers.set(block, (numbers.get(block) ?? new Set()).add(number));
      }
      await inTransaction(vault, async (tx) => {
        // Sorted, so that two transactions on the same blocks do not deadlock.
        let isDestroyed = false;
        for (const id of [...numbers.keys()].sort()) {
          isDestroyed = (await destroyIn(tx, masterKey, id, numbers.get(id) ?? new Set())) || isDestroyed;
        }
        if (isDestroyed) await countErasure(tx);
      });
      for (const id of numbers.keys()) keys.forget(id);
    },

    async retire(account) {
      pools.delete(account);
      const { rows } = await vault.query<{ id: string }>(
        `update vault.anecdote_key_block set retired_at = coalesce(retired_at, now())
         where account = $1 and (wrapped is not null or exists (select from vault.anecdote_secret where block = id))
         returning id`,
        [account],
      );
      return rows.map(({ id }) => id);
    },

    async destroyBlocks(ids) {
      await inTransaction(vault, async (tx) => {
        const { rowCount } = await tx.query(
          `with secrets as (delete from vault.anecdote_secret where block = any($1) returning block),
             blocks as (update vault.anecdote_key_block set wrapped = null
                        where id = any($1) and wrapped is not null returning id)
           select from secrets union all select from blocks`,
          [ids],
        );
        if (rowCount !== 0) await countErasure(tx);
      });
      for (const id of ids) keys.forget(id);
    },
  };
}

/**
 * Destroys the secrets `numbers` of a block; false if they were gone already. The first time, the other secrets are
 * stored one by one, in place of the block's own secret, from which all of them are derived.
 */
async function destroyIn(
  tx: pg.ClientBase,
  masterKey: Uint8Array,
  id: string,
  numbers: ReadonlySet<number>,
): Promise<boolean> {
  const { rows } = await tx.query<{ wrapped: string | null }>(
    'select wrapped from vault.anecdote_key_block where id = $1 for update',
    [id],
  );
  const wrapped = rows[0]?.wrapped;
  if (!wrapped) {
    const { rowCount } = await tx.query('delete from vault.anecdote_secret where block = $1 and number = any($2)', [
      id,
      [...numbers],
    ]);
    return rowCount !== 0;
  }
  const kept = remainingSecrets(masterKey, id, wrapped, numbers);
  await tx.query(
    'insert into vault.anecdote_secret (block, number, wrapped) select $1, * from unnest($2::int[], $3::text[])',
    [id, kept.map(({ number }) => number), kept.map((secret) => secret.wrapped)],
  );
  await tx.query('update vault.anecdote_key_block set wrapped = null where id = $1', [id]);
  return true;
}

/** The secrets of block `id` except `numbers`, each wrapped separately; all are derived from that in `wrapped`. */
export function remainingSecrets(
  masterKey: Uint8Array,
  id: string,
  wrapped: string,
  numbers: ReadonlySet<number>,
): { number: number; wrapped: string }[] {
  const secret = unwrap(masterKey, id, wrapped);
  const kept = Array.from({ length: BLOCK_SIZE }, (_, number) => number).filter((number) => !numbers.has(number));
  return kept.map((number) => ({ number, wrapped: wrap(masterKey, id, secretOf(secret, number), number) }));
}
