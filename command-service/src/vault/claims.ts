import { type AccountId, type CommandId, Problem } from '@anecdotes/contracts';
import { createGroupCommit } from '@anecdotes/contracts/server/concurrency/group-commit';
import type pg from 'pg';

/** One idempotency key of one account, and the request that was sent under it. */
type Claimed = {
  readonly account: AccountId;
  readonly keyHash: Buffer;
  readonly requestHash: Buffer;
  /** The id in the path of the request; null if there is none. */
  readonly target: string | null;
  readonly commandId: CommandId;
  readonly at: Date;
};

/** The first claim of a key, as it is in the vault; `answer` is sealed, null until there is one. */
type EarlierClaim = Pick<Claimed, 'requestHash' | 'commandId' | 'at'> & { readonly answer: string | null };

/** Table `vault.idempotency`. Calls that arrive together are written with one statement. */
export type Claims = {
  /** Claims a key; returns undefined to the first caller, and the first claim to all later ones. */
  claim(claimed: Claimed): Promise<EarlierClaim | undefined>;
  /** Stores the answer of a claim, unless it has one or was forgotten. */
  keep(claimed: Pick<Claimed, 'account' | 'keyHash'>, status: number, answer: string): Promise<void>;
  /** Deletes claims older than 24 h. */
  sweep(): Promise<void>;
};

/** The most that is written with one statement; answers to large batches are long. */
const ROOM = { count: 256, bytes: 1024 * 1024 };

export function createClaims(vault: pg.Pool): Claims {
  const claim = createGroupCommit<Claimed, EarlierClaim | undefined>({
    keyOf,
    ownerOf: ({ account }) => account,
    room: ROOM,
    write: (claimed) => insert(vault, claimed),
  });
  const keep = createGroupCommit<Kept, void>({
    keyOf,
    ownerOf: ({ account }) => account,
    bytesOf: ({ answer }) => answer.length,
    room: ROOM,
    async write(kept) {
      await update(vault, kept);
      return kept.map(() => ({ status: 'fulfilled', value: undefined }));
    },
  });
  return {
    claim,
    keep: ({ account, keyHash }, status, answer) => keep({ account, keyHash, status, answer }),
    async sweep() {
      await vault.query("delete from vault.idempotency where started_at < now() - interval '24 hours'");
    },
  };
}

type Kept = Pick<Claimed, 'account' | 'keyHash'> & { status: number; answer: string };

type Outcome = PromiseSettledResult<EarlierClaim | undefined>;

const claimedFirst: Outcome = { status: 'fulfilled', value: undefined };

type Row = { index: number; request_hash: Buffer; command_id: CommandId; started_at: Date; answer: string | null };

function keyOf({ account, keyHash }: Pick<Claimed, 'account' | 'keyHash'>): string {
  return `${account} ${keyHash.toString('base64')}`;
}

/**
 * Inserts in sorted order, so that processes that claim the same keys do not deadlock. Keys that were claimed before
 * are read with a second statement, which sees what other processes have committed in the meantime.
 */
async function insert(vault: pg.Pool, claimed: readonly Claimed[]): Promise<Outcome[]> {
  const { rows: mine } = await vault.query<{ command_id: CommandId }>({
    name: 'claim-keys',
    text: `insert into vault.idempotency (account, key_hash, request_hash, command_id, started_at, target)
           select * from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::uuid[], $5::timestamptz[], $6::uuid[])
             as c (account, key)
           order by account, key
           on conflict do nothing returning command_id`,
    values: [
      claimed.map(({ account }) => account),
      claimed.map(({ keyHash }) => keyHash),
      claimed.map(({ requestHash }) => requestHash),
      claimed.map(({ commandId }) => commandId),
      claimed.map(({ at }) => at),
      claimed.map(({ target }) => target),
    ],
  });
  if (mine.length === claimed.length) return claimed.map(() => claimedFirst);
  const first = new Set(mine.map(({ command_id }) => command_id));
  const earlier = await find(vault, claimed);
  return claimed.map(({ commandId }, index) => {
    if (first.has(commandId)) return claimedFirst;
    const value = earlier.get(index);
    // Deleted between the two statements; a retry claims the key again.
    if (value === undefined) return { status: 'rejected', reason: new Problem('UNAVAILABLE', { retryAfter: 1 }) };
    return { status: 'fulfilled', value };
  });
}

async function find(vault: pg.Pool, claimed: readonly Claimed[]): Promise<Map<number, EarlierClaim>> {
  const { rows } = await vault.query<Row>({
    name: 'find-keys',
    text: `select ordinality::int - 1 as index, request_hash, command_id, started_at, answer
           from unnest($1::uuid[], $2::bytea[]) with ordinality as c (account, key_hash, ordinality)
           join vault.idempotency using (account, key_hash)`,
    values: [claimed.map(({ account }) => account), claimed.map(({ keyHash }) => keyHash)],
  });
  return new Map(
    rows.map(({ index, request_hash, command_id, started_at, answer }) => [
      index,
      { requestHash: request_hash, commandId: command_id, at: started_at, answer },
    ]),
  );
}

/** Does not wait for the disk: an answer that is lost in a crash is produced again under the same claim. */
async function update(vault: pg.Pool, kept: readonly Kept[]): Promise<void> {
  await vault.query({
    name: 'keep-answers',
    text: `with async_commit as (select set_config('synchronous_commit', 'off', true))
           update vault.idempotency i set status = k.status, answer = k.answer
           from async_commit,
             unnest($1::uuid[], $2::bytea[], $3::int[], $4::text[]) as k (account, key_hash, status, answer)
           where i.account = k.account and i.key_hash = k.key_hash and i.status is null`,
    values: [
      kept.map(({ account }) => account),
      kept.map(({ keyHash }) => keyHash),
      kept.map(({ status }) => status),
      kept.map(({ answer }) => answer),
    ],
  });
}
