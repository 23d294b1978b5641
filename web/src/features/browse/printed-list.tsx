import type { AnecdoteView } from '@anecdotes/contracts';
import { Fragment, useEffect, useReducer } from 'react';
import { firstDayOf, monthsOf } from '../../anecdote/months.ts';
import { placeAddress, placeName } from '../../anecdote/place-name.ts';
import { withoutMarkup } from '../../anecdote/plain-text.ts';
import { format } from '../../lib/format.ts';
import { setPrintPreparation } from '../../lib/printing.ts';
import { usePrinting } from '../../lib/use-printing.ts';
import type { PagedList } from './listed.ts';
import styles from './printed-list.module.css';
import { browseStrings } from './strings.ts';

type PrintedListProps = {
  /** How many anecdotes there are; some may not be loaded yet. */
  total: number;
  /** True when a search found more than `total`. */
  isCapped?: boolean;
  /** The anecdotes that are loaded, in list order. */
  loaded: () => readonly AnecdoteView[];
  /** Loads the rest; resolves to false when that failed. */
  load: () => Promise<boolean>;
  /** The list on the screen: what is printed while nothing is `loaded`, as with search results. */
  list?: PagedList;
};

/** Replaces a list when printing: all anecdotes, one below the other. */
export function PrintedList({ total, isCapped = false, loaded, load, list }: PrintedListProps) {
  const isPrinting = usePrinting();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => setPrintPreparation(load), [load]);
  useEffect(() => {
    // The print command of the browser prints what is loaded by then. A print preview that stays open gets the rest.
    if (isPrinting) void load().then(rerender);
  }, [isPrinting, load]);
  if (!isPrinting) return null;
  const known = loaded();
  const anecdotes = known.length === 0 && list ? newestFirst(list) : known;
  const opensMonth = new Map(monthsOf(anecdotes).map((month) => [month.key, month]));
  return (
    <section className={styles.printed}>
      {isCapped && anecdotes.length === total && <p>{browseStrings.printedCapped(total)}</p>}
      {anecdotes.length < total && <p>{browseStrings.printedSome(anecdotes.length, total)}</p>}
      {anecdotes.map((anecdote) => {
        const [month] = monthsOf([anecdote]);
        const isFirst = month !== undefined && opensMonth.delete(month.key);
        return (
          <Fragment key={anecdote.id}>
            {isFirst && <h2 className={styles.month}>{format.month(firstDayOf(month))}</h2>}
            <PrintedAnecdote {...anecdote} />
          </Fragment>
        );
      })}
    </section>
  );
}

function newestFirst({ total, at }: PagedList): AnecdoteView[] {
  const anecdotes = Array.from({ length: total }, (_, index) => at(index)).filter((anecdote) => anecdote !== undefined);
  return anecdotes.sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1));
}

function PrintedAnecdote(anecdote: AnecdoteView) {
  const details = [
    format.full(new Date(anecdote.timestamp)),
    placeName(anecdote),
    placeAddress(anecdote),
    anecdote.tags.join(', '),
  ];
  return (
    <article className={styles.anecdote}>
      <p className={styles.text} dir="auto">
        {withoutMarkup(anecdote.description, [], true).text}
      </p>
      <p className={`${styles.details} tabular`}>{details.filter(Boolean).join(' · ')}</p>
    </article>
  );
}
