import type { AnecdoteView } from '@anecdotes/contracts';
import type { CSSProperties, ReactNode } from 'react';
import { tagColour } from '../../anecdote/tag-colour.ts';
import { format, isoDay } from '../../lib/format.ts';
import styles from './anecdote-list.module.css';

type DayFrameProps = {
  anecdote: AnecdoteView;
  before: AnecdoteView | undefined;
  after: AnecdoteView | undefined;
  children: ReactNode;
};

/** The rail beside an anecdote of a timeline: the day, on its first anecdote, and a line to the next one if linked. */
export function DayFrame({ anecdote, before, after, children }: DayFrameProps) {
  const at = new Date(anecdote.timestamp);
  const opensDay = !before || isoDay(new Date(before.timestamp)) !== isoDay(at);
  const joinsNext = after && (anecdote.connected_to === after.id || after.connected_to === anecdote.id);
  const style = { '--tag': tagColour(anecdote.tags[0]) } as CSSProperties;
  return (
    <div className={styles.day} style={style}>
      <div className={`${styles.stamp} secondary tabular`} aria-hidden="true">
        {opensDay && (
          <>
            <b>{format.dayOfMonth(at)}</b>
            {format.weekday(at)}
          </>
        )}
      </div>
      <div className={`${styles.rail} ${joinsNext ? styles.joined : ''} bead`}>{children}</div>
    </div>
  );
}
