import { hkdfSync } from 'node:crypto';
import { Problem } from '@anecdotes/contracts';
import { open, seal } from '@anecdotes/contracts/server/crypto/sealing';
import { z } from 'zod';

/** The sort values and the id of the last row of a page. */
export type CursorPosition = readonly (string | number)[];

/** Makes and reads cursors that cannot be forged, reveal nothing, and are valid for one list of one account. */
export type Keyset = {
  /** `list` contains everything that the position in the list depends on: account, route, filters, sort. */
  encodeCursor(list: readonly unknown[], position: CursorPosition): string;
  /**
   * The position in the list that `cursor` contains; throws the problem INVALID_CURSOR for any other list or any
   * changed character.
   */
  decodeCursor(list: readonly unknown[], cursor: string, length: number): CursorPosition;
};

const cursorPosition = z.array(z.union([z.string(), z.number()]));

/** Cursors sealed with a key derived from `secret`: the position in the list as JSON, bound to its list. */
export function createKeyset(secret: Uint8Array): Keyset {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'anecdotes keyset cursor', 32));
  return {
    encodeCursor: (list, position) => seal(key, JSON.stringify(list), JSON.stringify(position)),
    decodeCursor(list, cursor, length) {
      try {
        // Base64 has several spellings for the same bytes; only the one that was issued is valid.
        if (Buffer.from(cursor, 'base64url').toString('base64url') !== cursor) throw new Error('not canonical');
        return cursorPosition.length(length).parse(JSON.parse(open(key, JSON.stringify(list), cursor)));
      } catch {
        throw new Problem('INVALID_CURSOR');
      }
    },
  };
}

/** The first `limit` of `rows`, of which one more was read if there is one, and the cursor after the last of them. */
export function pageOf<Row extends object>(rows: readonly Row[], limit: number, cursorAfter: (last: Row) => string) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { shown, pagination: { nextCursor: hasMore ? cursorAfter(last) : null, hasMore } };
}
