import type { JournalEvent } from '@anecdotes/contracts';
import { type Handler, idOf } from './projector.ts';
import type { Facet, Use } from './table.ts';

type Written = Extract<JournalEvent, { type: 'AnecdoteCreated' | 'AnecdoteEdited' | 'AnecdoteRestored' }>;
type Gone = Extract<JournalEvent, { type: 'AnecdoteDeleted' | 'AnecdoteErased' }>;

/**
 * Handlers that store in `facet` the uses that `usesOf` returns for the content of an anecdote, until it is deleted or
 * erased.
 */
export function keepUses<Row extends Use>(
  facet: Facet<Row>,
  usesOf: (content: Written['data'], anecdote: string) => readonly Row[],
) {
  const write =
    (options: { isNew: boolean }): Handler<Written> =>
    ({ stream, data }, work) =>
      work.use(facet, idOf(stream), usesOf(data, idOf(stream)), options);
  const begin = write({ isNew: true });
  const remove: Handler<Gone> = ({ stream }, work) => work.use(facet, idOf(stream), []);
  return {
    AnecdoteCreated: begin,
    AnecdoteEdited: write({ isNew: false }),
    AnecdoteRestored: begin,
    AnecdoteDeleted: remove,
    AnecdoteErased: remove,
  };
}
