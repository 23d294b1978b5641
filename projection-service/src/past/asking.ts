import { type AccountId, headers } from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import { addressOf } from '@anecdotes/contracts/server/http/rate-limit';
import type { JournalTotals, KeptTotals } from '../anecdotes/kept-totals.ts';
import type { ViewsDatabase } from '../db/database.ts';
import type { PastViews } from './past-views.ts';

type Request = Parameters<typeof principalOf>[0] & { readonly query: { readonly as_of?: string | undefined } };
type Reply = { header(name: string, value: string): unknown };

/** What a question receives: the views with the kept totals, the account of the journal, and the time. */
type Asked = {
  readonly db: ViewsDatabase;
  readonly account: AccountId;
  readonly now: Date;
  readonly totals?: JournalTotals | undefined;
};

/** Where the answers come from: the live views with the kept totals, and past journals. */
export type AskingDependencies = {
  readonly db: ViewsDatabase;
  readonly past: Pick<PastViews, 'read'>;
  readonly totals?: KeptTotals | undefined;
  readonly clock: () => Date;
};

/**
 * Returns a function that asks a question about the journal of a request's caller: as it is, or with `as_of` as it was;
 * the answer then names the position.
 */
export function createAsking({ db, past, totals, clock }: AskingDependencies) {
  return async function ask<Answer>(
    request: Request,
    reply: Reply,
    question: (asked: Asked) => Promise<Answer>,
  ): Promise<Answer> {
    const { account, role } = principalOf(request);
    const asOf = request.query.as_of;
    if (asOf === undefined) return question({ db, account, now: clock(), totals: totals?.of(account) });
    return past.read({ account, role, address: addressOf(request) }, asOf, ({ position, at, db: journal }) => {
      reply.header(headers.asOfPosition, String(position));
      return question({ db: journal, account, now: at });
    });
  };
}
