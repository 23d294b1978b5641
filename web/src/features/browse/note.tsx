import type { AnecdoteView } from '@anecdotes/contracts';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { format, relativeDay } from '../../lib/format.ts';
import { strings } from '../../lib/strings.ts';
import { Tag } from '../../ui/tag.tsx';
import { Chain } from './chain.tsx';
import styles from './note.module.css';
import { NoteActions, type NoteCalls } from './note-actions.tsx';
import { NoteText } from './note-text.tsx';

export type NoteProps = {
  anecdote: AnecdoteView;
  /** True when something it continues or is continued by is known. */
  linked: boolean;
  look: 'timeline' | 'card';
  search: string;
  active: boolean;
  /** Called when the focus leaves the notes. */
  onLeave: () => void;
  calls: NoteCalls;
  onTag: (tag: string) => void;
};

/** One anecdote: its text first, everything else quietly below. */
export function Note({ anecdote, linked, look, search, active, onLeave, calls, onTag }: NoteProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (active) element.current?.focus({ preventScroll: true });
  }, [active]);

  const press = (event: KeyboardEvent) => {
    if (event.target !== element.current || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'e') calls.edit(anecdote);
    else if (event.key === 's') calls.sameHere(anecdote);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const place = placeOf(anecdote);

  return (
    <article
      ref={element}
      className={`${styles.note} ${styles[look]}`}
      aria-label={label(anecdote)}
      tabIndex={-1}
      data-note={anecdote.id}
      onKeyDown={press}
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Element && relatedTarget.closest('[data-note]'))) onLeave();
      }}
    >
      <NoteText text={anecdote.description} search={search} />
      <div className={styles.foot}>
        <p className={`${styles.meta} numbers`}>
          <When at={new Date(anecdote.timestamp)} withDay={look === 'card'} />
          {place && <span className={styles.place}>{place}</span>}
        </p>
        {(anecdote.tags.length > 0 || linked) && (
          <div className={styles.tags}>
            {anecdote.tags.map((tag) => (
              <Tag key={tag} name={tag} title={strings.browse.filterBy(tag)} onClick={() => onTag(tag)} />
            ))}
            {linked && <Chain id={anecdote.id} />}
          </div>
        )}
        <NoteActions anecdote={anecdote} linked={linked} calls={calls} />
      </div>
    </article>
  );
}

function When({ at, withDay }: { at: Date; withDay: boolean }) {
  const now = new Date();
  const relative = relativeDay(at, now);
  const near = relative === strings.relative.today || relative === strings.relative.yesterday;
  const parts = withDay
    ? [near ? relative : format.day(at, now), format.time(at)]
    : [format.time(at), ...(Math.abs(now.getTime() - at.getTime()) < 7 * 86_400_000 ? [relative] : [])];
  return (
    <time dateTime={at.toISOString()} title={format.full(at)}>
      {parts.join(' · ')}
    </time>
  );
}

function placeOf({ coordinates, location }: AnecdoteView): string | null {
  return coordinates?.address || location || (coordinates && strings.browse.customLocation) || null;
}

function label({ description, timestamp }: AnecdoteView): string {
  const start = description.length > 60 ? `${description.slice(0, 60)}…` : description;
  return `${start}, ${format.full(new Date(timestamp))}`;
}
