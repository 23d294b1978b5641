import type { Position, StoredEvent } from '@anecdotes/contracts';
import type pg from 'pg';

/** Channel on which every commit to the live views is told. */
export const CHANNEL = 'anecdotes_views';

/** The live views moved to `position`; `owners` are the accounts concerned, '*' when that is unknown or too many. */
export type ViewsMoved = {
  readonly position: Position;
  readonly owners: readonly string[] | '*';
  /** Not by the next events alone: rows of earlier positions changed too, and the position may be an earlier one. */
  readonly isAnew?: boolean;
};

/** Postgres takes payloads under 8,000 bytes. */
const MAX_OWNERS = 150;

/** What a commit of `batch` up to `position` changes for whom. */
export function movedBy(batch: readonly { readonly stored: StoredEvent }[], position: Position): ViewsMoved {
  const owners = new Set<string>();
  for (const { stored } of batch) {
    const owner = stored.data.owner ?? stored.data.account;
    if (typeof owner === 'string') owners.add(owner);
  }
  return { position, owners: owners.size > MAX_OWNERS ? '*' : [...owners] };
}

/** Tells every listening process when `tx` commits. */
export async function notify(tx: pg.ClientBase, { position, ...moved }: ViewsMoved): Promise<void> {
  await tx.query({
    name: 'notify-views',
    text: 'select pg_notify($1, $2)',
    values: [CHANNEL, JSON.stringify({ position: String(position), ...moved })],
  });
}

/** Reads the payload of a notification; undefined for one that is not ours. */
export function readViewsMoved(payload: string): ViewsMoved | undefined {
  try {
    const { position, ...moved } = JSON.parse(payload) as Omit<ViewsMoved, 'position'> & { position: string };
    return { ...moved, position: BigInt(position) };
  } catch {
    return undefined;
  }
}
