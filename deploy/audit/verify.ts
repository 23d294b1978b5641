import type { Position } from '@anecdotes/contracts';
import { type Comparison, compareWithLog, expectComparable } from '@anecdotes/projection-service/projection/compare';
import { tablesOf } from '@anecdotes/projection-service/projection/projector';
import { countWaiting, type Waiting } from '@anecdotes/projection-service/projection/quarantine';
import type { Table } from '@anecdotes/projection-service/projection/table';
import { verifyChain } from '../embedded/event-store-chain.ts';
import { eventsOf } from '../shared/events-of.ts';
import type { Progress } from '../shared/progress.ts';
import type { CheckpointSetting } from '../transparency/signed-log.ts';
import { readStoredTree, type StoredTree, type TreeVerification, verifyTree } from '../transparency/verify-tree.ts';
import { createStreamCheck, type StreamCheck } from './stream-check.ts';
import type { AuditedSystem } from './system.ts';

export type Verification = {
  /** True when no check found a difference and the quarantine is empty. */
  readonly isSound: boolean;
  /** The position of the last event that was checked. */
  readonly head: Position;
  /** The hash chain of the log in Postgres; null in EventStoreDB, which has none. */
  readonly chain: {
    readonly verified: number;
    /** SHA-256 of the chain up to the last event that agrees, in hexadecimal. */
    readonly hash: string;
    readonly firstDifference: Position | null;
    /** Number of events after the head, the position that the log names as its last. */
    readonly beyondHead: number;
    /** The position of the last event that exists up to the head. */
    readonly lastPresent: Position;
  } | null;
  readonly tree: TreeVerification;
  readonly streams: StreamCheck;
  /** Null when the chain differs: the views cannot be checked against a log that was changed. */
  readonly views: {
    readonly position: Position;
    /** How long the comparison kept a running program from writing the views, in milliseconds. */
    readonly heldMilliseconds: number;
    readonly tables: readonly TableCheck[];
  } | null;
  /** Events that could not be projected. */
  readonly waiting: Waiting;
  readonly effort: {
    readonly seconds: number;
    /** Events of the log, divided by the duration of the whole verification. */
    readonly eventsPerSecond: number;
    /** The peak memory of this process, in MiB. */
    readonly megabytes: number;
  };
};

type TableCheck = {
  readonly name: string;
  readonly rows: number;
  readonly different: number;
  /** The first rows that only one side has, identified without personal text. */
  readonly differences: readonly { readonly onlyIn: 'views' | 'log'; readonly row: Record<string, unknown> }[];
};

/**
 * Recomputes the hash chain and the tree of the log, compares the tree with the checkpoints that are kept outside of
 * the database (`setting`), checks the order of each stream, and compares the views with a fresh fold of the whole log.
 */
export async function verify(
  system: AuditedSystem,
  setting: CheckpointSetting,
  progress: Progress,
  signal: AbortSignal,
): Promise<Verification> {
  const started = performance.now();
  const storedTree = await readStoredTree(system.pool, setting);
  const head = await system.source.head();
  const chain = system.logPool === undefined ? null : await checkChain(system.logPool, progress);
  const isWhole = chain === null || chain.firstDifference === null;
  // Before the tree: reading the whole log for it takes long.
  if (isWhole) await expectComparable(system);
  const { tree, streams } = await checkEvents(system, storedTree, chain?.lastPresent ?? head, progress);
  const views = isWhole ? await checkViews(system, head, progress, signal) : null;
  const waiting = await countWaiting(system.pool);
  const isSound =
    (chain === null || (chain.firstDifference === null && chain.beyondHead === 0)) &&
    tree.isSound &&
    streams.gaps.length === 0 &&
    views?.tables.every(({ different }) => different === 0) === true &&
    Object.values(waiting).every((count) => count === 0);
  const seconds = (performance.now() - started) / 1_000;
  const effort = {
    seconds,
    eventsPerSecond: Math.round(streams.events / seconds),
    megabytes: Math.round(process.resourceUsage().maxRSS / 1_024),
  };
  return { isSound, head, chain, tree, streams, views, waiting, effort };
}

/** Reads the events up to `until` once, for the checks of both tree and streams. */
async function checkEvents(
  { source, pool }: AuditedSystem,
  storedTree: StoredTree,
  until: Position,
  progress: Progress,
): Promise<Pick<Verification, 'tree' | 'streams'>> {
  const streams = createStreamCheck();
  async function* events() {
    for await (const event of eventsOf(source, until)) {
      streams.add(event);
      progress.step('Events', event.position, until);
      yield event;
    }
  }
  const tree = await verifyTree(pool, storedTree, events());
  return { tree, streams: streams.result() };
}

async function checkViews(
  system: AuditedSystem,
  head: Position,
  progress: Progress,
  signal: AbortSignal,
): Promise<Verification['views']> {
  let compared = 0n;
  const all = BigInt(tablesOf(system.projectors).length);
  const { position, heldMs, tables } = await compareWithLog(
    system,
    signal,
    (done) => progress.step('Views', done, head),
    () => {
      compared += 1n;
      progress.step('Rows', compared, all);
    },
  );
  return {
    position,
    heldMilliseconds: Math.round(heldMs),
    tables: tables.map((table) => nameRows(table, tablesOf(system.projectors))),
  };
}

async function checkChain(
  logPool: NonNullable<AuditedSystem['logPool']>,
  progress: Progress,
): Promise<Verification['chain']> {
  const { verified, hash, firstDifference } = await verifyChain(logPool, (position, head) =>
    progress.step('Chain', position, head),
  );
  const { rows } = await logPool.query<{ beyondHead: number; last: Position }>(
    `select count(*) filter (where events.position > head.position)::int4 as "beyondHead",
            coalesce(max(events.position) filter (where events.position <= head.position), 0) as last
     from log.events, log.head`,
  );
  const { beyondHead, last } = rows[0] ?? { beyondHead: 0, last: 0n };
  return { verified, hash: Buffer.from(hash).toString('hex'), firstDifference, beyondHead, lastPresent: last };
}

/** Identifies rows by their key and owner, but without text columns: a word or a tag is personal. */
function nameRows(
  { name, rows, different, differences }: Comparison['tables'][number],
  all: readonly Table[],
): TableCheck {
  const table = all.find((one) => one.name === name);
  const named = table === undefined ? [] : [...new Set([...table.primaryKey, table.owner])];
  const isPlain = (column: string) => !table?.columns[column]?.type.startsWith('text');
  return {
    name,
    rows,
    different,
    differences: differences.map(({ side, row }) => ({
      onlyIn: side,
      row: Object.fromEntries(
        named.filter(isPlain).map((column) => [column, (row as Record<string, unknown>)[column]]),
      ),
    })),
  };
}
