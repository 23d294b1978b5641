import { CreateAnecdote } from '@anecdotes/contracts';
import { generateSamples } from '../features/sample/generate.ts';
import { sampleOf } from '../features/sample/options.ts';
import { createRandom } from '../features/sample/random.ts';
import { changed } from './anecdotes.ts';
import type { Mock } from './context.ts';
import type { MockAnecdote } from './tables.ts';

const SEED = 1;

/** The journals that the mock service can begin with. */
const datasets: readonly number[] = [50, 500, 2_000, 5_000];

/** Puts a dataset into the guest's journal, in the place of what was there; does nothing for a size there is not. */
export function addDataset({ tables, clock, changed: announce }: Mock, size: number): void {
  const guest = tables.accounts.all().find(({ role }) => role === 'guest');
  if (guest === undefined || !datasets.includes(size)) return;
  const now = clock();
  const anecdotes: MockAnecdote[] = [];
  for (const { fields, continues } of generateSamples(sampleOf(size), now, createRandom(SEED))) {
    const parent = continues === undefined ? undefined : anecdotes[continues]?.id;
    const command = { type: 'CreateAnecdote', fields: CreateAnecdote.parse(fields) } as const;
    const anecdote = changed([], guest.account, command, now);
    anecdotes.push({ ...anecdote, connected_to: parent ?? null, is_sample: true });
  }
  tables.anecdotes(guest.account).replace(anecdotes);
  tables.advance(now);
  announce();
}
