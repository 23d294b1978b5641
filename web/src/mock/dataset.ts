import { CreateAnecdote } from '@anecdotes/contracts';
import { generateSamples } from '../features/sample/generate.ts';
import { sampleOf } from '../features/sample/options.ts';
import { createRandom } from '../features/sample/random.ts';
import type { Mock } from './call.ts';
import { changed } from './journal.ts';
import type { MockAnecdote } from './tables.ts';

const SEED = 1;

/** The sizes of the datasets that the mock service can start with. */
const datasets: readonly number[] = [50, 500, 2_000, 5_000];

/** Replaces the guest's journal with a dataset; does nothing for any other size. */
export function addDataset({ tables }: Mock, size: number): void {
  const guest = tables.accounts.all().find(({ role }) => role === 'guest');
  if (guest === undefined || !datasets.includes(size)) return;
  const journal = { account: guest.account, now: new Date(), anecdotes: [] };
  const anecdotes: MockAnecdote[] = [];
  for (const { fields, continues } of generateSamples(sampleOf(size), journal.now, createRandom(SEED))) {
    const anecdote = changed(journal, { type: 'CreateAnecdote', fields: CreateAnecdote.parse(fields) });
    const connected_to = anecdotes[continues ?? -1]?.id ?? null;
    anecdotes.push({ ...anecdote, connected_to, is_sample: true });
  }
  tables.anecdotes(guest.account).replace(anecdotes);
  tables.advance(journal.now);
}
