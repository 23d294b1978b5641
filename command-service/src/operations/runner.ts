import { randomUUID } from 'node:crypto';
import { type Position, Problem, type TagChange } from '@anecdotes/contracts';
import { MissingKey } from '@anecdotes/contracts/server/crypto/event-keys';
import { UnreadableEvent } from '@anecdotes/contracts/server/crypto/journal-codec';
import { openTagChange } from '@anecdotes/contracts/server/operations';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { type AnecdoteDependencies, type Rewritten, rewriteAnecdote } from '../anecdote/commands.ts';
import { runAll } from '../concurrency/run-all.ts';
import { changesOf } from './changes-of.ts';
import { advance, type Progress, release, type StoredOperation, takeOperation } from './stored-operations.ts';

export type OperationDependencies = AnecdoteDependencies & { readonly vault: pg.Pool };

export type OperationRunner = {
  /** Looks for work now; `charge` hears of the bytes that operation `id` writes, as far as it runs in this process. */
  wake(id: string, charge: (bytes: number) => void): void;
  /** Ends after the steps that are under way; what is left is taken up by another process, or the next one. */
  stop(): Promise<void>;
};

const OPERATIONS_AT_ONCE = 2;
/** Few, so that a group of appends and the readers of the log have room for everybody else. */
const ANECDOTES_AT_ONCE = 16;
/** Anecdotes between two notes of progress. */
const STEP = 100;
const POLL_MS = 1_000;

/**
 * Runs the operations in the vault until it is stopped; any number of processes may do so at once. An operation whose
 * process ended is taken up where it had come to: an anecdote that it has changed already holds its command.
 */
export function startOperations(deps: OperationDependencies, onError: (error: unknown) => void): OperationRunner {
  const { vault } = deps;
  const runner = randomUUID();
  const running = new Set<Promise<void>>();
  const charges = new LRUCache<string, (bytes: number) => void>({ max: 1_000 });
  let isStopped = false;
  let taking: Promise<void> | undefined;

  async function take(): Promise<void> {
    while (!isStopped && running.size < OPERATIONS_AT_ONCE) {
      const operation = await takeOperation(vault, runner);
      if (operation === undefined) return;
      const run = runToEnd(operation).finally(() => {
        running.delete(run);
        charges.delete(operation.id);
        look();
      });
      running.add(run);
    }
  }

  function look(): void {
    if (isStopped) return;
    taking ??= take()
      .catch(onError)
      .finally(() => {
        taking = undefined;
      });
  }

  async function runToEnd(operation: StoredOperation & { done: number }): Promise<void> {
    const mine = { id: operation.id, runner };
    try {
      const key = await deps.keys.get(operation.account);
      if (key === 'destroyed') return;
      const change = openTagChange(key, operation.id, operation.change);
      for (let from = operation.done; from < operation.anecdotes.length && !isStopped; from += STEP) {
        const some = operation.anecdotes.slice(from, from + STEP);
        const results = await runAll(some, ANECDOTES_AT_ONCE, (id) => changeOne(deps, operation, change, id));
        const progress = progressOf(results, from);
        charges.get(operation.id)?.(results.reduce((sum, { bytes }) => sum + bytes, 0));
        if (!(await advance(vault, mine, progress))) return;
      }
      if (isStopped) await release(vault, mine);
    } catch (error) {
      onError(error);
      await release(vault, mine).catch(onError);
    }
  }

  const polling = setInterval(look, POLL_MS).unref();
  return {
    wake(id, charge) {
      charges.set(id, charge);
      look();
    },
    async stop() {
      isStopped = true;
      clearInterval(polling);
      await taking;
      await Promise.all(running);
    },
  };
}

type Result = Rewritten & { readonly isUnreadable?: true; readonly error?: unknown };

/** Throws the first error after which the same step has to be tried again. */
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

/** Never throws, so that nothing of a step is still under way when it is tried again. */
async function changeOne(
  deps: OperationDependencies,
  { id: commandId, kind, undoes, sender }: StoredOperation,
  { from: tag, to: by }: TagChange,
  anecdote: StoredOperation['anecdotes'][number],
): Promise<Result> {
  // The step may have been run before.
  const metadata = { ...sender, commandId, at: deps.clock(), operation: { id: commandId, kind }, repeated: true };
  try {
    if (undoes === null) return await rewriteAnecdote(deps, anecdote, { type: 'ReplaceTag', tag, by }, metadata);
    const changes = await changesOf(deps, anecdote, undoes);
    if (changes.length === 0) return unchanged;
    return await rewriteAnecdote(deps, anecdote, { type: 'UndoChanges', changes }, metadata);
  } catch (error) {
    if (error instanceof MissingKey || error instanceof UnreadableEvent) return { ...unchanged, isUnreadable: true };
    if (error instanceof Problem && error.code === 'ANECDOTE_NOT_FOUND') return unchanged;
    return { ...unchanged, error };
  }
}
