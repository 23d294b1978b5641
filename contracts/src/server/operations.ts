import type pg from 'pg';
import { z } from 'zod';
import type { AccountId } from '../ids.ts';
import { ImportedFile, type OperationView, TagChange } from '../operations.ts';
import type { SubjectKeys } from './crypto/event-keys.ts';
import { open, seal } from './crypto/sealing.ts';

const MAX_SHOWN = 20;

/** What an operation does. */
const Intent = z.union([TagChange, ImportedFile]);
export type Intent = z.infer<typeof Intent>;

type Row = Omit<OperationView, 'change' | 'file' | 'status' | 'started_at'> & {
  readonly change: string;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly paused_at: Date | null;
  readonly is_cancelled: boolean;
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
                  finished_at, paused_at, is_cancelled, undoes,
                  (select u.id from vault.operation u where u.undoes = o.id and not u.is_cancelled) as undone_by
           from vault.operation o where account = $1 and ($2::uuid is null or o.id = $2)
           order by started_at desc, o.id desc limit ${MAX_SHOWN}`,
    values: [account, id],
  });
  const key = await keys.get(account);
  if (key === 'destroyed') return [];
  return rows.map(({ change: sealed, started_at, finished_at, paused_at, is_cancelled, ...row }) => {
    const intent = openIntent(key, row.id, sealed);
    return {
      ...row,
      change: isTagChange(intent) ? intent : null,
      file: isTagChange(intent) ? null : intent,
      status: statusOf({ finished_at, paused_at, is_cancelled }),
      started_at: started_at.toISOString(),
    };
  });
}

function statusOf({
  finished_at,
  paused_at,
  is_cancelled,
}: Pick<Row, 'finished_at' | 'paused_at' | 'is_cancelled'>): OperationView['status'] {
  if (finished_at !== null) return is_cancelled ? 'cancelled' : 'done';
  // After it was cancelled, an operation is running until it is finished, even if it was paused before.
  return paused_at === null || is_cancelled ? 'running' : 'paused';
}

/** True for a change of tags, false for an import. */
export function isTagChange(intent: Intent): intent is TagChange {
  return 'from' in intent;
}

/** Seals the intent of operation `id` for the vault, because tags and names of files are personal. */
export function sealIntent(key: Uint8Array, id: string, intent: Intent): string {
  return seal(key, contextOf(id), JSON.stringify(intent));
}

/** Returns what `sealIntent` was given. Throws for another key or operation. */
export function openIntent(key: Uint8Array, id: string, sealed: string): Intent {
  return Intent.parse(JSON.parse(open(key, contextOf(id), sealed)));
}

function contextOf(id: string): string {
  return `operation\n${id}`;
}
