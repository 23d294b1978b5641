import { type AccountId, Problem } from '@anecdotes/contracts';
import type { Principal } from '@anecdotes/contracts/server/auth/authentication';
import {
  type CallerRules,
  enforceLimits,
  type RateLimiter,
  usagesOf,
} from '@anecdotes/contracts/server/http/rate-limit';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import type pg from 'pg';
import { openViewsIn, type ViewsDatabase } from '../db/database.ts';
import type { Positions } from '../positions.ts';
import { createReaderQueue } from '../reader-share.ts';
import { foldJournal, type PastLog } from './fold.ts';
import { type Prefix, prefixOf } from './prefix.ts';
import { PAST_SCHEMA } from './tables.ts';
import { makeWords, needsWords } from './words.ts';

/** How many past journals are kept at once, each on its own connection. */
export const PAST_CONNECTIONS = 2;

const KEPT_MS = 60_000;
const STATEMENT_MS = 30_000;
const foldRules: CallerRules = {
  account: { name: 'past journal', max: 30, seconds: 60 },
  guestAddress: { name: 'guest past journal', max: 30, seconds: 60 },
  guests: { name: 'guests past journal', max: 120, seconds: 60 },
};

/** Who asks about the past of the journal of `account`, and from which address, if that is known. */
type Asker = Pick<Principal, 'account' | 'role'> & { readonly address: string | undefined };

/** A past journal, for the same queries as the live journal. */
type PastJournal = Prefix & { readonly db: ViewsDatabase };

/** The past journals of all accounts. */
export type PastViews = {
  /**
   * Answers `question` from the journal of `asker` as it was at `asOf`, an instant or a position. The first question
   * that needs words is asked a second time. Throws RATE_LIMITED when too many past journals are requested at once.
   */
  read<Answer>(asker: Asker, asOf: string, question: (past: PastJournal) => Promise<Answer>): Promise<Answer>;
  stop(): Promise<void>;
};

type KeptJournal = {
  readonly account: AccountId;
  readonly prefix: Prefix;
  readonly pool: pg.Pool;
  readonly db: ViewsDatabase;
  readonly folded: Promise<void>;
  /** Undefined until a question needs words. */
  words?: Promise<void> | undefined;
  users: number;
};

type Dependencies = PastLog & {
  readonly databaseUrl: string;
  /** The live views. */
  readonly db: ViewsDatabase;
  readonly positions: Pick<Positions, 'current' | 'onMove'>;
  readonly limiter: RateLimiter;
};

/**
 * Past journals. Each is folded when it is first requested, and kept for a minute after its last use, or until
 * something in it is erased. One is folded at a time.
 */
export function createPastViews({ databaseUrl, db: live, positions, limiter, ...log }: Dependencies): PastViews {
  // In the order of their last use.
  const kept = new Set<KeptJournal>();
  const queue = createReaderQueue();

  async function acquire(asker: Asker, prefix: Prefix): Promise<KeptJournal> {
    const known = [...kept].find(
      (journal) => journal.account === asker.account && journal.prefix.position === prefix.position,
    );
    if (known === undefined) return use(open(asker, prefix));
    kept.delete(known);
    kept.add(known);
    if ((await use(known)).prefix.changes === prefix.changes) return known;
    // Something was erased since.
    void drop(known);
    release(known);
    return acquire(asker, prefix);
  }

  /** Counts a user of `journal`, and waits until its tables exist. */
  async function use(journal: KeptJournal): Promise<KeptJournal> {
    journal.users += 1;
    try {
      await journal.folded;
      return journal;
    } catch (error) {
      void drop(journal);
      release(journal);
      throw error;
    }
  }

  function release(journal: KeptJournal): void {
    journal.users -= 1;
    if (journal.users === 0 && !kept.has(journal)) void journal.pool.end();
  }

  /** Drops a past journal; calls that use it now can finish. */
  function drop(journal: KeptJournal): Promise<void> {
    return kept.delete(journal) && journal.users === 0 ? journal.pool.end() : Promise.resolve();
  }

  function open(asker: Asker, prefix: Prefix): KeptJournal {
    const { account } = asker;
    const pool = createPool(databaseUrl, {
      name: 'past',
      max: 1,
      onError: () => {},
      statementTimeout: STATEMENT_MS,
      idleTimeout: KEPT_MS,
    });
    const folded = makeRoom(account).then(() => fold(pool, asker, prefix));
    const journal: KeptJournal = { account, prefix, pool, folded, db: openViewsIn(PAST_SCHEMA, pool), users: 0 };
    // The temporary tables end with the connection.
    pool.on('remove', () => void drop(journal));
    kept.add(journal);
    return journal;
  }

  /**
   * If there are too many, drops an unused past journal: one of `account`, or else the one that was used longest ago.
   */
  async function makeRoom(account: AccountId): Promise<void> {
    if (kept.size < PAST_CONNECTIONS) return;
    const unused = [...kept].filter(({ users }) => users === 0);
    const replaced = unused.find((journal) => journal.account === account) ?? unused[0];
    if (replaced === undefined) throw new Problem('RATE_LIMITED', { retryAfter: 1 });
    await drop(replaced);
  }

  async function fold(pool: pg.Pool, asker: Asker, { position }: Prefix): Promise<void> {
    const { account, address } = asker;
    await enforceLimits(limiter, usagesOf(foldRules, asker, address));
    await inTurn(account, () => foldJournal(pool, log, account, position));
  }

  /**
   * Runs one `work` at a time. Several calls of an account wait for each other first, so that they do not hold up
   * others.
   */
  async function inTurn(account: AccountId, work: () => Promise<void>): Promise<void> {
    const ends = [await queue({ key: account, max: 1 })];
    try {
      ends.push(await queue({ key: 'any', max: 1 }));
      await work();
    } finally {
      for (const end of ends) end();
    }
  }

  async function addWords(journal: KeptJournal): Promise<void> {
    journal.words ??= inTurn(journal.account, () => makeWords(journal.pool));
    try {
      await journal.words;
    } catch (error) {
      journal.words = undefined;
      throw error;
    }
  }

  /** Drops past journals with changes that have been erased since. */
  async function dropErased(owners: '*' | readonly string[]): Promise<void> {
    for (const journal of kept) {
      if (owners !== '*' && !owners.includes(journal.account)) continue;
      const { changes } = await prefixOf(live, journal.account, String(journal.prefix.position), positions.current());
      if (changes !== journal.prefix.changes) await drop(journal);
    }
  }
  const stopListening = positions.onMove(({ owners }) => void dropErased(owners).catch(() => {}));

  return {
    async read(asker, asOf, question) {
      const prefix = await prefixOf(live, asker.account, asOf, positions.current());
      const journal = await acquire(asker, prefix);
      const ask = () => question({ ...prefix, db: journal.db });
      try {
        return await ask().catch(async (error: unknown) => {
          if (!needsWords(error)) throw error;
          await addWords(journal);
          return ask();
        });
      } finally {
        release(journal);
      }
    },
    async stop() {
      stopListening();
      await Promise.all([...kept].map(drop));
    },
  };
}
