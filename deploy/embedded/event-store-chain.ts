import { createHash } from 'node:crypto';
import type { Position } from '@anecdotes/contracts';
import type pg from 'pg';

/** What the digest of an event covers, with the exact stored text of its two JSON columns. */
type DigestedEvent = {
  stream: string;
  revision: number;
  id: string;
  type: string;
  data: string;
  metadata: string;
  /** `recorded_at` in microseconds since 1970. */
  recordedAtMicroseconds: bigint;
};

/** The outcome of a check of the whole log. */
export type ChainCheck = {
  /** How many events from the first one on agree with the chain. */
  readonly verified: number;
  /** Hash of the last of them; the empty string (zero bytes) for none. */
  readonly hash: Uint8Array;
  /** The first position whose content, order or hash differs, or that is missing; null for a sound log. */
  readonly firstDifference: Position | null;
};

/**
 * SHA-256 of an event, over the UTF-8 bytes of
 *
 *     stream LF revision LF id LF type LF recorded-at LF length-of-data LF data metadata
 *
 * where LF is one byte 0x0A, revision and recorded-at (microseconds since 1970) are decimal, id is a UUID in lower
 * case with hyphens, and length-of-data is the number of bytes of data in decimal. Streams and types hold no LF, so no
 * two events have the same bytes. The function log.append in event-store-schema.ts computes the same.
 */
export function digestOf(event: DigestedEvent): Uint8Array {
  const { stream, revision, id, type, data, metadata, recordedAtMicroseconds } = event;
  const length = Buffer.byteLength(data);
  return createHash('sha256')
    .update(`${stream}\n${revision}\n${id}\n${type}\n${recordedAtMicroseconds}\n${length}\n${data}${metadata}`)
    .digest();
}

/** The chain's next hash: SHA-256 over the previous hash (nothing before the first event) and the event's digest. */
export function linkOf(previous: Uint8Array, digest: Uint8Array): Uint8Array {
  return createHash('sha256').update(previous).update(digest).digest();
}

/**
 * Recomputes the chain of the whole log and compares it with every stored hash and with the head. Calls `onProgress`
 * with the position it has reached and that of the head.
 */
export async function verifyChain(
  pool: pg.Pool,
  onProgress: (position: Position, head: Position) => void = () => {},
): Promise<ChainCheck> {
  const { rows } = await pool.query<{ position: bigint; hash: Buffer }>('select position, hash from log.head');
  const head = rows[0] ?? { position: 0n, hash: Buffer.alloc(0) };
  let position = 0n;
  let hash: Uint8Array = Buffer.alloc(0);
  while (position < head.position) {
    const page = await readHashedPage(pool, position, head.position);
    for (const row of page) {
      const link = linkOf(hash, digestOf(row));
      if (row.position !== position + 1n || !row.hash.equals(link)) return broken(position, hash);
      position = row.position;
      hash = link;
    }
    if (page.length === 0) return broken(position, hash);
    onProgress(position, head.position);
  }
  if (!head.hash.equals(hash)) return { verified: Number(position), hash, firstDifference: position };
  return { verified: Number(position), hash, firstDifference: null };
}

function broken(verified: Position, hash: Uint8Array): ChainCheck {
  return { verified: Number(verified), hash, firstDifference: verified + 1n };
}

const PAGE_SIZE = 2_000;

/** An event with its place in the log and the hash of the chain there. */
export type HashedEvent = DigestedEvent & { position: Position; hash: Buffer };

/** The next events after `after` and up to `last`, at most `PAGE_SIZE`. */
export async function readHashedPage(pool: pg.Pool, after: Position, last: Position): Promise<HashedEvent[]> {
  const { rows } = await pool.query<HashedEvent>(
    `select position, hash, stream, revision, event_id as id, type, data::text as data, metadata::text as metadata,
            (extract(epoch from recorded_at) * 1000000)::bigint as "recordedAtMicroseconds"
     from log.events where position > $1 and position <= $2 order by position limit ${PAGE_SIZE}`,
    [after, last],
  );
  return rows;
}
