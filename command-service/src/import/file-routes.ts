import { Readable } from 'node:stream';
import {
  type AccountId,
  headers,
  ImportAnswer,
  ImportParameters,
  type ImportReport,
  limits,
  type OperationView,
  Problem,
  success,
} from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import { createTally } from '@anecdotes/contracts/server/concurrency/tally';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { addressOf, enforceLimits, type RateLimiter, usagesOf } from '@anecdotes/contracts/server/http/rate-limit';
import { sealIntent } from '@anecdotes/contracts/server/operations';
import { sqlStateOf, UNIQUE_VIOLATION } from '@anecdotes/contracts/server/postgres/sql-state';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { WholeLog } from '../event-log.ts';
import type { ExecuteCommand } from '../execute-command.ts';
import type { CommandMetadata } from '../handle-command.ts';
import { lookUntilDone } from '../operations/look.ts';
import type { OperationDependencies, OperationRunner } from '../operations/runner.ts';
import { anecdotesOf, insertOperation, STEP } from '../operations/stored-operations.ts';
import { type CommandResponse, respond } from '../respond.ts';
import { type WriteLimits, writerOf } from '../write-limits.ts';
import type { FoundPart } from './file/found.ts';
import { type TakenIn, takeIn } from './file/intake.ts';
import { type ReadOptions, readFile } from './file/read-file.ts';
import { receive, type Upload } from './file/upload.ts';
import { type ImportEntry, sealPart } from './import-part.ts';

type Dependencies = OperationDependencies & {
  readonly log: WholeLog;
  readonly limiter: RateLimiter;
  readonly writeLimits: WriteLimits;
};

const HOUR = 3_600;
const rulesOfReading = {
  // Many, because the file is read again for each column of a table that the person chooses.
  account: { name: 'file import', max: 120, seconds: HOUR },
  guestAddress: { name: 'guest file import', max: 20, seconds: HOUR },
  guests: { name: 'guests file import', max: 100, seconds: HOUR },
};
const rulesOfImport = { ...rulesOfReading, address: { name: 'file import address', max: 20, seconds: HOUR } };

/** The most files that are on the disk at once, in total and of one account; guests have one account. */
const MAX_FILES = 4;
const MAX_FILES_OF_ACCOUNT = 2;
/** The most files that are read at once: each takes a thread and its memory. */
const MAX_AT_ONCE = 2;
const RETRY_AFTER_S = 5;

/** The route that imports a file. */
export async function fileImportRoutes(
  app: HttpServer,
  deps: Dependencies,
  executeCommand: ExecuteCommand,
  runner: OperationRunner,
): Promise<void> {
  const files = createTally();
  let reading = 0;
  const refuseIf = (isBusy: boolean) => {
    const message = 'Other files are being imported. Please wait a moment.';
    if (isBusy) throw new Problem('RATE_LIMITED', { retryAfter: RETRY_AFTER_S, message });
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/zip', 'application/octet-stream'],
    { bodyLimit: limits.importBytes },
    async (_request: FastifyRequest, body: Readable) => body,
  );
  app.addContentTypeParser('*', async () => {
    const message = 'The file itself must be the body, sent as application/octet-stream or application/zip';
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', { message });
  });

  app.post(
    '/import',
    {
      config: { access: 'journal', scope: 'write', limit: 'command' },
      schema: { querystring: ImportParameters, response: { 200: success(ImportAnswer), 202: success(ImportAnswer) } },
      onRequest: async (request) => {
        const applied = request.query.dry_run === 'true' ? rulesOfReading : rulesOfImport;
        await enforceLimits(deps.limiter, usagesOf(applied, principalOf(request), addressOf(request)));
        refuseIf(reading >= MAX_AT_ONCE);
      },
    },
    async (request, reply) => {
      if (!(request.body instanceof Readable)) {
        throw new Problem('MALFORMED_REQUEST', { message: 'The body must be a file' });
      }
      return whileStored(request.body, principalOf(request).account, (upload) => {
        // By its hash, two requests with the same idempotency key are compared.
        request.body = upload;
        // It changes nothing, so its answer, which contains texts, need not be stored.
        if (request.query.dry_run === 'true') delete request.headers[headers.idempotencyKey];
        return executeCommand(request, reply, async (metadata) => {
          // Others may have come first while this file was received.
          refuseIf(reading >= MAX_AT_ONCE);
          reading += 1;
          try {
            return await importUpload(request, request.query, upload, metadata);
          } finally {
            reading -= 1;
          }
        });
      });
    },
  );

  /** Writes `body` to the disk, where the file is until `work` has ended. */
  async function whileStored<Result>(
    body: Readable,
    account: AccountId,
    work: (upload: Upload) => Promise<Result>,
  ): Promise<Result> {
    refuseIf(files.total >= MAX_FILES || files.of(account) >= MAX_FILES_OF_ACCOUNT);
    files.add(account, 1);
    try {
      const upload = await receive(body);
      return await work(upload).finally(() => upload.file.close());
    } finally {
      files.add(account, -1);
    }
  }

  async function importUpload(
    request: FastifyRequest,
    query: ImportParameters,
    upload: Upload,
    metadata: CommandMetadata,
  ): Promise<CommandResponse> {
    const { at } = metadata;
    const { name = null, format = null, columns = {}, time_zone: timeZone = 'UTC' } = query;
    const dateOrder = query.date_order ?? 'automatic';
    const isDryRun = query.dry_run === 'true';
    const options = { name, format, columns, dateOrder, timeZone, now: at.toISOString(), isDryRun };
    if (isDryRun) {
      const { report } = await take(deps, metadata, readFile(upload, options), async () => {});
      return respond({ report, operation: null }, { at, position: 0n });
    }
    const { report, begun } = await begin(deps, metadata, upload, options);
    const operation = begun === 'nothing' ? null : await started(request, report, { metadata, begun });
    const status = operation === null || operation.status === 'done' ? 200 : 202;
    const meta = { at, position: BigInt(operation?.position ?? 0), status };
    const stored = respond({ report: { ...report, preview: [] }, operation }, meta);
    return { ...respond({ report, operation }, meta), storedBody: stored.body };
  }

  async function started(
    request: FastifyRequest,
    report: ImportReport,
    { metadata, begun }: { metadata: CommandMetadata; begun: 'now' | 'before' },
  ): Promise<OperationView> {
    const writer = writerOf(request);
    // The import is stored already; what it uses up is refused to later calls.
    if (begun === 'now') await deps.writeLimits.countItems(writer, report.new + report.trashed).catch(() => {});
    runner.wake(metadata.commandId, writer.address);
    return lookUntilDone(deps, metadata);
  }
}

function take(
  { vault }: Dependencies,
  { actor, at }: CommandMetadata,
  parts: AsyncIterable<FoundPart>,
  keep: (entries: readonly ImportEntry[]) => Promise<void>,
): Promise<TakenIn> {
  return takeIn({ vault, account: actor.account_id, now: at, keep }, parts);
}

/** `begun`: nothing if there is nothing to do, or whether the operation was stored now or by an earlier execution. */
type Begun = { readonly report: ImportReport; readonly begun: 'nothing' | 'now' | 'before' };

/**
 * Stores what is to be imported as an operation, unless there is nothing, or the same command has stored it before.
 * Throws OPERATION_RUNNING, and UNAVAILABLE while another process executes the same command.
 */
async function begin(
  deps: Dependencies,
  metadata: CommandMetadata,
  upload: Upload,
  options: ReadOptions,
): Promise<Begun> {
  const { commandId: id, at, actor, origin, correlationId, repeated } = metadata;
  const account = actor.account_id;
  const key = await deps.keys.get(account);
  if (key === 'destroyed') throw new Problem('UNAUTHENTICATED');
  const startedAfter = await deps.log.head();
  return inTransaction(deps.vault, async (tx): Promise<Begun> => {
    // Long, because a large file is read between two statements.
    await tx.query(`set local idle_in_transaction_session_timeout = '200s'`);
    const isStored = repeated && (await anecdotesOf(tx, account, id)) !== undefined;
    const parts = partsIn(tx, key, id);
    const keep = isStored ? async () => {} : parts.add;
    const { report, anecdotes, parents } = await take(deps, metadata, readFile(upload, options), keep);
    if (isStored) return { report, begun: 'before' };
    if (anecdotes.length === 0) return { report, begun: 'nothing' };
    // Refused at once if there is not room for all of it.
    if (actor.account_id !== deps.guestJournal.account) {
      await deps.quota?.requireRoom(account, report.new - report.deleted + report.trashed);
    }
    await parts.finish();
    const change = sealIntent(key, id, { name: options.name, format: report.format });
    const sender = {
      actor: { ...actor, kind: 'import' as const },
      origin: { ...origin, channel: 'import' as const, source: 'file' as const },
      correlationId,
    };
    const operation = { id, account, kind: 'import' as const, change, undoes: null, anecdotes, parents, sender };
    if (!(await insertOperation(tx, operation, at, startedAfter))) {
      throw new Problem('OPERATION_RUNNING', { retryAfter: RETRY_AFTER_S });
    }
    return { report, begun: 'now' };
  }).catch((error: unknown) => {
    // Another process has just stored the parts of this very command; a retry finds its operation.
    if (sqlStateOf(error) === UNIQUE_VIOLATION) throw new Problem('UNAVAILABLE', { retryAfter: 1 });
    throw error;
  });
}

/** Stores entries in the vault, in parts that have as many as one step of the operation takes. */
function partsIn(tx: pg.ClientBase, key: Uint8Array, operation: string) {
  let waiting: ImportEntry[] = [];
  let number = 0;
  const write = async (entries: readonly ImportEntry[]) => {
    await tx.query('insert into vault.import_part (operation, number, content) values ($1, $2, $3)', [
      operation,
      number,
      sealPart(key, { operation, number }, entries),
    ]);
    number += 1;
  };
  return {
    async add(entries: readonly ImportEntry[]): Promise<void> {
      waiting.push(...entries);
      for (; waiting.length >= STEP; waiting = waiting.slice(STEP)) await write(waiting.slice(0, STEP));
    },
    async finish(): Promise<void> {
      if (waiting.length > 0) await write(waiting);
    },
  };
}
