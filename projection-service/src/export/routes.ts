import {
  type AccountId,
  ExportParameters,
  ExportSize,
  ExportSizeParameters,
  type HistoryEntry,
  type HistoryPage,
  JOURNAL_FORMAT,
  JOURNAL_VERSION,
  type JournalHead,
  type MonthParameters,
  Problem,
  succeed,
  success,
} from '@anecdotes/contracts';
import { type Principal, principalOf } from '@anecdotes/contracts/server/auth/authentication';
import { closeStalledReader } from '@anecdotes/contracts/server/http/connection-limits';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import {
  addressOf,
  callerOf,
  enforceLimits,
  type RateLimiter,
  usagesOf,
} from '@anecdotes/contracts/server/http/rate-limit';
import type pg from 'pg';
import { z } from 'zod';
import { type AnecdoteFilter, filterOf, isUnfiltered } from '../anecdotes/parameters.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { type HistoryReader, historyOf } from '../history/queries.ts';
import { seesAccount } from '../history/routes.ts';
import { understood } from '../words/understood.ts';
import { type ListName, writeArchive } from './archive.ts';
import { recordExport } from './record.ts';
import { type ExportFigures, exportedRows, exportFigures, exportSize } from './rows.ts';
import { journalSchema } from './schema.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { trashedAnecdotes } from './trash.ts';

export type ExportDependencies = HistoryReader & {
  readonly readers: pg.Pool;
  readonly vault: pg.Pool;
  readonly limiter: RateLimiter;
  readonly clock: () => Date;
};

const reading = { access: 'journal', scope: 'read', limit: 'read' } as const;

const HOUR = 3_600;
const rules = {
  account: { name: 'export', max: 5, seconds: HOUR },
  address: { name: 'export address', max: 10, seconds: HOUR },
  guestAddress: { name: 'guest export', max: 6, seconds: HOUR },
  guests: { name: 'guests export', max: 60, seconds: HOUR },
};

/** The number of exports at the same time; each uses a connection until it ends. */
const MAX_AT_ONCE = 3;
const BUSY_SECONDS = 10;
/** An export that takes longer is aborted. */
const LONGEST_MS = HOUR * 1_000;
const ENTRIES_AT_ONCE = 50;

/** The estimated size of an anecdote in an archive: a fixed part, and a part for each byte of its text. */
const FIXED_BYTES_PER_ANECDOTE = 620;
const BYTES_PER_TEXT_BYTE = 2.4;

/** The routes by which a journal is exported. */
export function exportRoutes(app: HttpServer, deps: ExportDependencies): void {
  const underWay = new Set<string>();
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  app.get(
    '/api/export/size',
    { config: reading, schema: { querystring: ExportSizeParameters, response: { 200: success(ExportSize) } } },
    async (request) => {
      const { account } = principalOf(request);
      const filter = await filterFor(deps.db, account, request.query);
      const { rows } = await exportSize(account, filter).execute(deps.db);
      const { anecdotes = 0, bytes = 0 } = rows[0] ?? {};
      return succeed({
        anecdotes,
        bytes: Math.round(anecdotes * FIXED_BYTES_PER_ANECDOTE + bytes * BYTES_PER_TEXT_BYTE),
      });
    },
  );

  app.get(
    '/api/journal.schema.json',
    {
      config: { access: 'public', limit: 'read' },
      schema: { response: { 200: z.looseObject({ $schema: z.string() }) } },
    },
    async () => journalSchema,
  );

  app.get(
    '/api/export',
    {
      config: { ...reading, needsRecentPassword: true },
      schema: { querystring: ExportParameters, response: { 200: z.string() } },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const { account } = principal;
      const address = addressOf(request);
      const caller = callerOf(principal, address);
      if (underWay.has(caller) || underWay.size >= MAX_AT_ONCE) {
        const message = 'Another export is running. Please wait until it is done.';
        throw new Problem('RATE_LIMITED', { retryAfter: BUSY_SECONDS, message });
      }
      underWay.add(caller);
      let snapshot: Snapshot | undefined;
      try {
        await enforceLimits(deps.limiter, usagesOf(rules, principal, address));
        const filter = await filterFor(deps.db, account, request.query);
        const at = deps.clock();
        snapshot = await openSnapshot(deps.readers);
        const journal = await journalOf(deps, snapshot, principal, filter, request.query, at);
        await recordExport(deps.vault, principal, { at, correlationId: request.id, isWhole: isUnfiltered(filter) });
        reply.hijack();
        reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...headersOf(at) });
        reply.raw.flushHeaders();
        const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(LONGEST_MS)]);
        closeStalledReader(reply.raw);
        await writeArchive(journal, journal.lists, { out: reply.raw, signal }).catch((error: unknown) => {
          // A part of the answer may have been sent, so the connection is closed: the caller sees that the answer is
          // incomplete.
          if (!reply.raw.destroyed) request.log.warn({ err: error }, 'export aborted before its end');
          reply.raw.destroy();
        });
      } finally {
        await snapshot?.close();
        underWay.delete(caller);
        // Last, so that a caller that has received everything may start the next export.
        if (reply.raw.headersSent) reply.raw.end();
      }
    },
  );
}

async function filterFor(db: ViewsDatabase, account: AccountId, parameters: MonthParameters): Promise<AnecdoteFilter> {
  return understood(db, account, filterOf(parameters));
}

type Journal = {
  readonly head: JournalHead;
  readonly figures: ExportFigures;
  readonly lists: Partial<Record<ListName, AsyncIterable<readonly string[]>>>;
};

/** Everything that an export reads, at one position. */
async function journalOf(
  deps: ExportDependencies,
  snapshot: Snapshot,
  principal: Principal,
  filter: AnecdoteFilter,
  { trash, history }: ExportParameters,
  at: Date,
): Promise<Journal> {
  const { account } = principal;
  const { db, position } = snapshot;
  const rows = await snapshot.open(exportedRows(account, filter));
  const figures = await exportFigures(account, filter).execute(db);
  const reader = { ...deps, db };
  const historyPage = (cursor: string | undefined) =>
    historyOf(reader, account, { limit: ENTRIES_AT_ONCE, cursor }, seesAccount(principal));
  return {
    head: {
      format: JOURNAL_FORMAT,
      version: JOURNAL_VERSION,
      exported_at: at.toISOString(),
      position: String(position),
      is_whole: isUnfiltered(filter),
    },
    figures: figures.rows[0] ?? { anecdotes: 0, first: null, last: null },
    lists: {
      anecdotes: mapped(rows, ({ row }) => row),
      ...(trash && {
        trash: mapped(trashedAnecdotes(db, reader, account, at), (anecdote) => JSON.stringify(anecdote)),
      }),
      ...(history && { history: mapped(entriesOf(historyPage), (entry) => JSON.stringify(entry)) }),
    },
  };
}

async function* mapped<From, To>(
  pages: AsyncIterable<readonly From[]>,
  map: (item: From) => To,
): AsyncGenerator<readonly To[]> {
  for await (const page of pages) yield page.map((item) => map(item));
}

/** The entries of a list that is read page by page. */
async function* entriesOf(
  read: (cursor: string | undefined) => Promise<HistoryPage>,
): AsyncGenerator<readonly HistoryEntry[]> {
  let cursor: string | undefined;
  do {
    const { data, pagination } = await read(cursor);
    yield data;
    cursor = pagination.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** The headers of an archive. */
function headersOf(at: Date): Record<string, string> {
  return {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="anecdotes-${at.toISOString().slice(0, 10)}.zip"`,
  };
}
