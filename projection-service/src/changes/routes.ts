import { type AccountId, ChangePage, ChangeParameters, headers } from '@anecdotes/contracts';
import { type Authenticator, principalOf } from '@anecdotes/contracts/server/auth/authentication';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { addressOf } from '@anecdotes/contracts/server/http/rate-limit';
import type { Positions } from '../positions.ts';
import { limitWaitingCalls } from '../waiting-calls.ts';
import { type ChangeReader, changesAfter } from './queries.ts';

type Options = ChangeReader & { readonly positions: Positions; readonly authenticate: Authenticator };

/**
 * `GET /api/changes`: the changes of the caller's journal since a cursor. With `wait`, an answer that would be empty
 * waits for the next change, without a connection to the database.
 */
export function changesRoute(app: HttpServer, { positions, authenticate, ...reader }: Options): void {
  const take = limitWaitingCalls();
  const open = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });

  app.get(
    '/api/changes',
    {
      config: { access: 'journal', scope: 'read', limit: 'read' },
      schema: { querystring: ChangeParameters, response: { 200: ChangePage } },
    },
    async (request, reply) => {
      const { wait, ...from } = request.query;
      const principal = principalOf(request);
      const { account } = principal;
      const read = () => {
        reply.header(headers.logPosition, String(positions.current()));
        return changesAfter(reader, account, from);
      };
      if (wait === 0) return read();

      const leave = take(principal, addressOf(request));
      const moves = watchMoves(positions, account);
      const late = setTimeout(moves.end, wait * 1_000);
      open.add(moves.end);
      reply.raw.once('close', moves.end);
      // A client that is already gone emits no `close` event.
      if (reply.raw.destroyed) moves.end();
      try {
        for (;;) {
          const moved = moves.next();
          const page = await read();
          const isNews = page.data.length > 0 || page.pagination.hasMore;
          if (isNews || !(await moved)) return page;
          // The caller may have been logged out while it waited.
          await authenticate(request.headers.authorization, { skipCache: true });
        }
      } finally {
        clearTimeout(late);
        open.delete(moves.end);
        moves.end();
        leave();
      }
    },
  );
}

/** Watches the views of `account` until `end` is called. */
function watchMoves(positions: Positions, account: AccountId) {
  let isOver = false;
  let wake: (moved: boolean) => void = () => {};
  const unsubscribe = positions.onMove(({ owners }) => {
    if (owners === '*' || owners.includes(account)) wake(true);
  });
  return {
    /** Resolves with true when the views have moved since this call, with false when `end` is called. */
    next(): Promise<boolean> {
      if (isOver) return Promise.resolve(false);
      return new Promise((resolve) => {
        wake = resolve;
      });
    },
    end(): void {
      isOver = true;
      unsubscribe();
      wake(false);
    },
  };
}
