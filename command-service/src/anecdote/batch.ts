import {
  type AnecdoteView,
  type BatchChange,
  type BatchItem,
  CreateAnecdote,
  describeIssue,
  limits,
  type Position,
  Problem,
  problems,
  validationProblem,
} from '@anecdotes/contracts';
import { runAll } from '@anecdotes/contracts/server/concurrency/run-all';
import type { CommandMetadata } from '../handle-command.ts';
import { type AnecdoteDependencies, createAnecdote } from './commands.ts';
import { viewOf } from './view.ts';

/** The outcome of one item: the data for the answer, or why it was refused. */
type Outcome<Data> = { readonly position: Position } & ({ readonly data: Data } | { readonly refused: Problem });
type Answered<Data> = { success: true; data: Data } | Extract<BatchItem, { success: false }>;
type Answers<Item> = { answers: Item[]; position: Position };

/** How many streams a batch reads at once: each needs a connection to the log, and may not wait long for it. */
const READS_AT_ONCE = 50;
/** How many anecdotes a batch creates at once; limited, so that other calls get their turn in between. */
const WRITES_AT_ONCE = 100;

/**
 * Creates an anecdote from each item, many at the same time; each is decided separately, and the answers are in the
 * order of the items. `position` is that of the last one created. Throws only when the log cannot be reached.
 */
export async function createAnecdotes(
  deps: AnecdoteDependencies,
  metadata: CommandMetadata,
  items: readonly unknown[],
): Promise<Answers<BatchItem>> {
  const create = (item: unknown, index: number) =>
    captureRefusal<AnecdoteView>(async () => {
      const fields = CreateAnecdote.safeParse(item, describeIssue);
      if (!fields.success) throw validationProblem(fields.error);
      const { id, state, revision, position } = await createAnecdote(deps, metadata, fields.data, index);
      return { data: viewOf(id, state, revision, state.owner), position };
    });
  // New anecdotes without a parent are written without a read, which is faster the more are written together.
  const isReading = metadata.repeated || items.some((item) => Object(item).connected_to);
  return answersOf(await runAll(items, isReading ? READS_AT_ONCE : WRITES_AT_ONCE, create));
}

/** Makes the same change to each of `ids`, under the same rules as `createAnecdotes`. */
export async function changeAnecdotes(
  ids: readonly string[],
  change: (id: string) => Promise<{ position: Position }>,
): Promise<Answers<BatchChange>> {
  return changeEach(ids, async (id) => {
    const { position } = await change(id);
    return { data: { id: id.toLowerCase() }, position };
  });
}

/** The same for a change whose answer has more than the id. */
export async function changeEach<Data>(
  ids: readonly string[],
  change: (id: string) => Promise<{ data: Data; position: Position }>,
): Promise<Answers<Answered<Data>>> {
  return answersOf(await runAll(ids, READS_AT_ONCE, (id) => captureRefusal(() => change(id))));
}

async function captureRefusal<Data>(run: () => Promise<{ data: Data; position: Position }>): Promise<Outcome<Data>> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 401) throw error;
    return { refused: error, position: 0n };
  }
}

function answersOf<Data>(outcomes: readonly Outcome<Data>[]): Answers<Answered<Data>> {
  let last: Position = 0n;
  for (const { position } of outcomes) if (position > last) last = position;
  return { answers: outcomes.map(withBoundedError()), position: last };
}

/** Makes the answers of one batch: errors have details until `limits.batchErrorBytes` are used up, then only a code. */
function withBoundedError(): <Data>(outcome: Outcome<Data>) => Answered<Data> {
  let room = limits.batchErrorBytes;
  return (outcome) => {
    if ('data' in outcome) return { success: true, data: outcome.data };
    const { code, message, details } = outcome.refused;
    const error = { code, message, ...(details.fields && { fields: details.fields }) };
    const size = JSON.stringify(error).length;
    if (size > room) return { success: false, error: { code, message: problems[code].message } };
    room -= size;
    return { success: false, error };
  };
}
