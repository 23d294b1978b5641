import type pg from 'pg';
import { forgottenBy, isForgotten, type Opened, writeRows } from './batch.ts';
import { type Fault, faultOf } from './failure.ts';
import type { Generation } from './generation.ts';
import type { Projector } from './projector.ts';
import { forgetWaiting, park, parkedStreams } from './quarantine.ts';

/** How often an event is tried before it is parked. */
export const TRIES = 3;

/** An event that fails on its own, whatever else is in the batch. */
export type Failure = { readonly opened: Opened; readonly error: unknown; readonly fault: Fault };

/** How many events were parked, and how many of them because their key is missing. */
export type Parked = { readonly parked: number; readonly missingKeys: number };

/** Rolls the whole batch back for another try. */
export class TryAgain extends Error {
  override name = 'TryAgain';
  readonly failures: readonly Failure[];

  constructor(failures: readonly Failure[]) {
    super('events failed');
    this.failures = failures;
  }
}

/**
 * Applies the events of `batch` that can be applied and parks the rest: those that fail, and those behind a parked
 * event of their stream. An event that erases something or empties a journal is applied also behind parked events of
 * it, and removes these from the quarantine. Throws TryAgain when events fail, unless it is the last try.
 */
export async function writeAround(
  tx: pg.ClientBase,
  projectors: readonly Projector[],
  generation: Generation,
  batch: readonly Opened[],
  isLastTry: boolean,
): Promise<Parked> {
  const { id } = generation;
  const streams = await parkedStreams(tx, id);
  const failures = new Map<Opened, Failure>();
  const written = new Set<Opened>();
  let parked = 0;

  async function write(part: readonly Opened[]): Promise<void> {
    const free = part.filter((opened) => !streams.has(opened.stored.stream) || forgottenBy(opened) !== undefined);
    const [first] = free;
    if (first === undefined) return;
    const failed = await attemptIn(tx, () => writeRows(tx, generation, projectors, free));
    if (failed === undefined || (free.length === 1 && (await isForgotten(tx, generation, projectors, first.stored)))) {
      for (const opened of free) written.add(opened);
    } else if (free.length === 1) {
      failures.set(first, { opened: first, ...failed });
      streams.add(first.stored.stream);
    } else {
      const middle = free.length >> 1;
      await write(free.slice(0, middle));
      await write(free.slice(middle));
    }
  }

  for (const stretch of splitAfterErasures(batch)) {
    await write(stretch);
    if (failures.size > 0 && !isLastTry) throw new TryAgain([...failures.values()]);
    for (const opened of stretch) {
      if (written.has(opened)) continue;
      const failure = failures.get(opened);
      await park(tx, id, opened.stored, failure === undefined ? 'behind' : { ...failure, attempts: TRIES });
      parked += 1;
    }
    const last = stretch.at(-1);
    const forgotten = last !== undefined && written.has(last) ? forgottenBy(last) : undefined;
    if (last === undefined || forgotten === undefined) continue;
    await forgetWaiting(tx, id, forgotten, last.stored.position);
    streams.clear();
    for (const stream of await parkedStreams(tx, id)) streams.add(stream);
  }
  const missingKeys = [...failures.values()].filter(({ fault }) => fault === 'missing-key').length;
  return { parked, missingKeys };
}

/** Splits `batch` after each event that erases something or empties a journal. */
function* splitAfterErasures(batch: readonly Opened[]): Generator<readonly Opened[]> {
  let from = 0;
  for (let index = 0; index < batch.length; index += 1) {
    const isLast = index === batch.length - 1;
    if (!isLast && forgottenBy(batch[index] as Opened) === undefined) continue;
    yield batch.slice(from, index + 1);
    from = index + 1;
  }
}

/** Runs `write` in a savepoint. Returns the error when an event is at fault, throws any other. */
export async function attemptIn(
  tx: pg.ClientBase,
  write: () => Promise<void>,
): Promise<Pick<Failure, 'error' | 'fault'> | undefined> {
  await tx.query('savepoint attempt');
  try {
    await write();
    await tx.query('release savepoint attempt');
    return undefined;
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    await tx.query('rollback to savepoint attempt');
    return { error, fault };
  }
}
