import type { Position, StoredEvent } from '@anecdotes/contracts';
import type pg from 'pg';

/** The Postgres channel that announces every commit to the live views. */
export const CHANNEL = 'anecdotes_views';

/** The live views moved to `position`; `owners` are the accounts concerned, '*' when that is unknown or too many. */
export type ViewsMoved = {
  readonly position: Position;
  /** Their position before. */
  readonly after?: Position;
  readonly owners: readonly string[] | '*';
  /**
   * True when not only the next events were applied: rows of earlier positions changed too, and `position` may be lower
   * than before.
   */
  readonly changesEarlierRows?: boolean;
};

/** Keeps the payload under the limit of Postgres, 8,000 bytes. */
const MAX_OWNERS = 150;

/** What is announced about a commit of `batch` that moves the views from `after` to `position`. */
export function movedBy(
  batch: readonly { readonly stored: StoredEvent }[],
  { after, position }: { after: Position; position: Position },
): ViewsMoved {
  const owners = new Set<string>();
  for (const { stored } of batch) {
    const owner = stored.data.owner ?? stored.data.account;
    if (typeof owner === 'string') owners.add(owner);
  }
  return { position, after, owners: owners.size > MAX_OWNERS ? '*' : [...owners] };
}

/** Notifies every listening process when `tx` commits. */
export async function notify(tx: pg.ClientBase, moved: ViewsMoved): Promise<void> {
  await tx.query({
    name: 'notify-views',
    text: 'select pg_notify($1, $2)',
    values: [CHANNEL, JSON.stringify(moved, (_name, value) => (typeof value === 'bigint' ? String(value) : value))],
  });
}

type Payload = Omit<ViewsMoved, 'position' | 'after'> & { position: string; after?: string };

/** Reads the payload of a notification; undefined when it is invalid. */
export function readViewsMoved(payload: string): ViewsMoved | undefined {
  try {
    const { position, after, ...moved } = JSON.parse(payload) as Payload;
    return { ...moved, position: BigInt(position), ...(after !== undefined && { after: BigInt(after) }) };
  } catch {
    return undefined;
  }
}
