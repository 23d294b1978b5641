import type pg from 'pg';
import type { AccountId } from '../ids.ts';
import { type OperationView, TagChange } from '../operations.ts';
import type { SubjectKeys } from './crypto/event-keys.ts';
import { open, seal } from './crypto/sealing.ts';

const MOST_TOLD = 20;

type Row = Omit<OperationView, 'change' | 'status' | 'started_at'> & {
  readonly change: string;
  readonly started_at: Date;
  readonly finished_at: Date | null;
};

/** The last operations of `account`, newest first, or the one with `id`; none of an erased account. */
export async function operationsOf(
  vault: pg.Pool,
  keys: SubjectKeys,
  account: AccountId,
  id: string | null = null,
): Promise<OperationView[]> {
  const { rows } = await vault.query<Row>({
    name: 'operations',
    text: `select o.id, kind, change, cardinality(anecdotes) as total, done, changed, failed, position::text, started_at,
                  finished_at, undoes, (select u.id from vault.operation u where u.undoes = o.id) as undone_by
           from vault.operation o where account = $1 and ($2::uuid is null or o.id = $2)
           order by started_at desc, o.id desc limit ${MOST_TOLD}`,
    values: [account, id],
  });
  const key = await keys.get(account);
  if (key === 'destroyed') return [];
  return rows.map(({ change, started_at, finished_at, ...row }) => ({
    ...row,
    change: openTagChange(key, row.id, change),
    status: finished_at === null ? 'running' : 'done',
    started_at: started_at.toISOString(),
  }));
}

/** The form in which the vault keeps what operation `id` does: tags are personal. */
export function sealTagChange(key: Uint8Array, id: string, change: TagChange): string {
  return seal(key, contextOf(id), JSON.stringify(change));
}

/** Returns what `sealTagChange` was given. Throws for another key or operation. */
export function openTagChange(key: Uint8Array, id: string, sealed: string): TagChange {
  return TagChange.parse(JSON.parse(open(key, contextOf(id), sealed)));
}

function contextOf(id: string): string {
  return `operation\n${id}`;
}
