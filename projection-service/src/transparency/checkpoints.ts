import { type Checkpoint, checkpointIn, signCheckpoint } from '@anecdotes/contracts/server/transparency/checkpoint';
import type { CheckpointKeys } from '@anecdotes/contracts/server/transparency/checkpoint-keys';
import { rootOf } from '@anecdotes/contracts/server/transparency/merkle-tree';
import { parseNote } from '@anecdotes/contracts/server/transparency/signed-note';
import type pg from 'pg';
import { type CheckpointDestinations, keepCheckpoint, keptCheckpoints } from './checkpoint-destinations.ts';
import { growTree, type TreeOfLog } from './grow-tree.ts';
import { LogNotContinued } from './log-not-continued.ts';
import { storedSubtrees, type Tree } from './tree-store.ts';
import { cosign } from './witnesses.ts';

/** A signed checkpoint. */
export type SignedCheckpoint = { readonly size: number; readonly note: string };

/** A log whose checkpoints are signed with `keys` and kept at `destinations`. */
export type SignedLog = TreeOfLog & { readonly keys: CheckpointKeys; readonly destinations: CheckpointDestinations };

/**
 * The last published checkpoint and when it was made, or 1970 if a destination failed; with `origin` only one of the log
 * with that origin.
 */
export async function lastPublished(
  pool: pg.Pool,
  origin?: string,
): Promise<(SignedCheckpoint & { madeAt: Date }) | undefined> {
  const { rows } = await pool.query<{ size: bigint; note: string; made_at: Date }>(
    `select size, note, made_at from projection.checkpoint where starts_with(note, $1) order by size desc limit 1`,
    [origin === undefined ? '' : `${origin}\n`],
  );
  const [last] = rows;
  return last && { size: Number(last.size), note: last.note, madeAt: last.made_at };
}

/** The signed checkpoint of `tree`. Throws LogNotContinued when the tree does not continue the last published one. */
export async function signTree({ pool, keys }: Pick<SignedLog, 'pool' | 'keys'>, tree: Tree): Promise<string> {
  const last = await lastPublished(pool, keys.signer.verifier.name);
  if (last !== undefined) await expectContinued(pool, tree, checkpointIn(parseNote(last.note).text));
  const root = await rootOf(tree.size, storedSubtrees(pool));
  return signCheckpoint({ origin: keys.signer.verifier.name, size: tree.size, root }, keys.signer);
}

async function expectContinued(pool: pg.Pool, tree: Tree, before: Checkpoint): Promise<void> {
  const isContinued =
    before.size <= tree.size && Buffer.compare(await rootOf(before.size, storedSubtrees(pool)), before.root) === 0;
  if (isContinued) return;
  throw new LogNotContinued(
    `The log does not continue its checkpoint of ${before.size} events, so no other is signed. ` +
      'Run npm run audit -- verify.',
  );
}

/**
 * Brings the tree of the log up to date and keeps a checkpoint of it in the database and at its destinations; if
 * nothing was added, the existing one. Returns it with a sentence for each destination that failed. Throws
 * LogNotContinued, and the reason of `signal` when that aborts.
 */
export async function publishCheckpoint(
  log: SignedLog,
  signal: AbortSignal = new AbortController().signal,
): Promise<SignedCheckpoint & { failures: string[] }> {
  const { pool, keys, destinations } = log;
  const tree = await growTree(log);
  const outside =
    destinations.folder === undefined ? [] : await keptCheckpoints(destinations.folder, keys.verifiers).catch(() => []);
  const newest = outside.findLast((kept) => 'checkpoint' in kept);
  if (newest !== undefined) await expectContinued(pool, tree, newest.checkpoint);
  const signed = await signTree(log, tree);
  const { id, name } = keys.signer.verifier;
  const last = await lastPublished(pool, name);
  const isSame = last?.size === tree.size && parseNote(last.note).signatures.some((one) => one.id === id);
  const asked = await cosign(
    isSame ? last.note : signed,
    tree.size,
    destinations.witnesses ?? [],
    storedSubtrees(pool),
    signal,
  );
  signal.throwIfAborted();
  await pool.query('delete from projection.checkpoint where not starts_with(note, $1)', [`${name}\n`]);
  await pool.query(
    `insert into projection.checkpoint (size, note) values ($1, $2)
     on conflict (size) do update set note = excluded.note, made_at = now()`,
    [tree.size, asked.note],
  );
  const failures = [...asked.failures, ...(await keepCheckpoint(asked.note, tree.size, destinations, signal))];
  // So that it is tried again after a restart too, not a day later.
  if (failures.length > 0) {
    await pool.query(`update projection.checkpoint set made_at = 'epoch' where size = $1`, [tree.size]);
  }
  signal.throwIfAborted();
  return { size: tree.size, note: asked.note, failures };
}
