import { randomUUID } from 'node:crypto';
import { type AnecdoteId, type Position, Problem } from '@anecdotes/contracts';
import { every } from '@anecdotes/contracts/server/concurrency/every';
import { runAll } from '@anecdotes/contracts/server/concurrency/run-all';
import { MissingKey } from '@anecdotes/contracts/server/crypto/event-keys';
import { UnreadableEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { type Intent, isTagChange, openIntent } from '@anecdotes/contracts/server/operations';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { type AnecdoteDependencies, type Rewritten, rewriteAnecdote } from '../anecdote/commands.ts';
import { importEntry, undoEntry } from '../import/import-entry.ts';
import { openPart } from '../import/import-part.ts';
import type { WriteLimits } from '../write-limits.ts';
import { changesOf } from './changes-of.ts';
import {
  advance,
  importPart,
  type Progress,
  release,
  STEP,
  type StoredOperation,
  type TakenOperation,
  takeOperation,
} from './stored-operations.ts';

export type OperationDependencies = AnecdoteDependencies & {
  readonly vault: pg.Pool;
  readonly writeLimits: WriteLimits;
};

export type OperationRunner = {
  /** Looks for work now. What operation `id` writes in this process is charged to `address`, which requested it. */
  wake(id: string, address: string): void;
  /** Looks for work now. */
  look(): void;
  /** Stops after the current steps; another process, or the next one, continues the operations. */
  stop(): Promise<void>;
};

const OPERATIONS_AT_ONCE = 2;
/** Few, so that group commits and the readers of the log have room for other calls. */
const ANECDOTES_AT_ONCE = 16;
/** New entries are written without a read, which is faster the more are written together. */
const ENTRIES_AT_ONCE = 50;
const POLL_MS = 1_000;

/**
 * Runs the operations in the vault until it is stopped; any number of processes may do so at once. An operation whose
 * process ended is continued from its recorded progress; anecdotes that it changed after that are not changed twice,
 * because their streams hold its command.
 */
export function startOperations(deps: OperationDependencies, onError: (error: unknown) => void): OperationRunner {
  const { vault } = deps;
  const runner = randomUUID();
  const running = new Set<Promise<void>>();
  const addresses = new LRUCache<string, string>({ max: 1_000 });
  const taking = every(POLL_MS, take, onError);
  const look = () => void taking.runNow();

  async function take(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && running.size < OPERATIONS_AT_ONCE) {
      const operation = await takeOperation(vault, runner);
      if (operation === undefined) return;
      const run = runToEnd(operation, signal).finally(() => {
        running.delete(run);
        addresses.delete(operation.id);
        look();
      });
      running.add(run);
    }
  }

  async function runToEnd(operation: TakenOperation, signal: AbortSignal): Promise<void> {
    const mine = { id: operation.id, runner };
    try {
      const key = await deps.keys.get(operation.account);
      if (key === 'destroyed') return;
      const intent = openIntent(key, operation.id, operation.change);
      // An interrupted step is finished even if the operation is cancelled, so that the recorded progress is right.
      const isStopped = operation.is_cancelled && !operation.is_interrupted;
      if (isStopped || operation.done === operation.anecdotes.length) {
        await advance(vault, mine, { done: operation.done, changed: 0, failed: 0, position: 0n });
        return;
      }
      for (let from = operation.done; from < operation.anecdotes.length && !signal.aborted; from += STEP) {
        const results = await runStep(deps, operation, { intent, key, from });
        if (results === undefined) return;
        const progress = progressOf(results, from);
        const bytes = results.reduce((sum, result) => sum + result.bytes, 0);
        deps.writeLimits.chargeBytes({ principal: operation, address: addresses.get(operation.id) }, bytes);
        if (!(await advance(vault, mine, progress))) return;
      }
      if (signal.aborted) await release(vault, mine);
    } catch (error) {
      onError(error);
      await release(vault, mine).catch(onError);
    }
  }

  return {
    wake(id, address) {
      addresses.set(id, address);
      look();
    },
    look,
    async stop() {
      await taking.stop();
      await Promise.all(running);
    },
  };
}

type Result = Rewritten & { readonly isUnreadable?: true; readonly error?: unknown };

/** The progress after a step. Throws the first error for which the same step has to be tried again. */
function progressOf(results: readonly Result[], from: number): Progress {
  const failure = results.find(({ error }) => error !== undefined);
  if (failure !== undefined) throw failure.error;
  const changed = results.filter(({ isChanged }) => isChanged);
  let last: Position = 0n;
  for (const { position } of changed) if (position > last) last = position;
  return {
    done: from + results.length,
    changed: changed.length,
    failed: results.filter(({ isUnreadable }) => isUnreadable).length,
    position: last,
  };
}

const unchanged: Result = { isChanged: false, position: 0n, bytes: 0 };

/** Runs the next step; returns a result per anecdote, or undefined if the import has ended and its entries are gone. */
async function runStep(
  deps: OperationDependencies,
  operation: TakenOperation,
  { intent, key, from }: { intent: Intent; key: Uint8Array; from: number },
): Promise<Result[] | undefined> {
  const some = operation.anecdotes.slice(from, from + STEP);
  if (operation.kind !== 'import') {
    return runAll(some, ANECDOTES_AT_ONCE, (id) => captureError(() => changeOne(deps, operation, intent, id)));
  }
  const number = from / STEP;
  const sealed = await importPart(deps.vault, operation.id, number);
  if (sealed === undefined) return undefined;
  const entries = openPart(key, { operation: operation.id, number }, sealed);
  return runAll(some, ENTRIES_AT_ONCE, (id, index) => {
    const parent = operation.parents?.[from + index] ?? null;
    const entry = entries[index];
    if (!entry) return Promise.resolve(unchanged);
    const placed = { ...entry, id, connected_to: parent, started_after: operation.started_after };
    return captureError(() => importEntry(deps, metadataFor(deps, operation), placed));
  });
}

/** The metadata of a command of the operation; `repeated`, because the step may have been run before. */
function metadataFor(deps: OperationDependencies, { id: commandId, kind, sender }: StoredOperation) {
  return { ...sender, commandId, at: deps.clock(), operation: { id: commandId, kind }, repeated: true };
}

async function changeOne(
  deps: OperationDependencies,
  operation: TakenOperation,
  intent: Intent,
  anecdote: AnecdoteId,
): Promise<Result> {
  const { undoes, root } = operation;
  const metadata = metadataFor(deps, operation);
  if (!isTagChange(intent)) {
    return undoEntry(deps, metadata, anecdote, { operation: undoes ?? '', root });
  }
  const { from: tag, to: by } = intent;
  if (undoes === null) return rewriteAnecdote(deps, anecdote, { type: 'ReplaceTag', tag, by }, metadata);
  const changes = await changesOf(deps, anecdote, undoes);
  if (changes.length === 0) return unchanged;
  return rewriteAnecdote(deps, anecdote, { type: 'UndoChanges', changes }, metadata);
}

/** Never throws, so that all changes of a step have ended before the step is tried again. */
async function captureError(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof MissingKey || error instanceof UnreadableEvent) return { ...unchanged, isUnreadable: true };
    const isLasting = error instanceof Problem && error.status < 500 && error.code !== 'REVISION_CONFLICT';
    if (!isLasting) return { ...unchanged, error };
    // The anecdote is gone by now. Any other refusal means that the rules do not accept the entry.
    return error.code === 'ANECDOTE_NOT_FOUND' ? unchanged : { ...unchanged, isUnreadable: true };
  }
}
