import type { AnecdoteView } from '@anecdotes/contracts';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { cut } from '../../lib/cut.ts';
import { format } from '../../lib/format.ts';
import { strings } from '../../lib/strings.ts';
import { CompactNote } from '../../ui/compact-note.tsx';
import { EchoIcon } from '../../ui/icons.tsx';
import { Place } from '../../ui/place.tsx';
import { Tag } from '../../ui/tag.tsx';
import { When } from '../../ui/when.tsx';
import { Chain } from './chain.tsx';
import styles from './note.module.css';
import { NoteActions, type NoteCalls } from './note-actions.tsx';
import { NoteText } from './note-text.tsx';

export type NoteProps = {
  anecdote: AnecdoteView;
  /** True when something it continues or is continued by is known. */
  linked: boolean;
  /** `compact` shows the start of the text and the first tags only. */
  look: 'timeline' | 'card' | 'compact';
  search?: string;
  /** Its place in a long list, counted from 1, and the length of that. */
  place?: { number: number; total: number };
  /** Takes the focus as this becomes true. */
  active?: boolean;
  /** Called when the focus comes to this note. */
  onEnter?: () => void;
  /** Called when it leaves the notes; React tells nothing when it removes the one that has it. */
  onLeave?: () => void;
  calls: NoteCalls;
  onTag: (tag: string) => void;
};

/** One anecdote: its text first, everything else quietly below. */
export function Note({
  anecdote,
  linked,
  look,
  search = '',
  place,
  active = false,
  onEnter,
  onLeave,
  calls,
  onTag,
}: NoteProps) {
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
  const compact = look === 'compact';
  const chain = linked && <Chain id={anecdote.id} />;

  return (
    <article
      ref={element}
      className={`${styles.note} ${styles[look]}`}
      aria-label={label(anecdote)}
      aria-posinset={place?.number}
      aria-setsize={place?.total}
      tabIndex={-1}
      data-note={anecdote.id}
      onKeyDown={press}
      onFocus={onEnter}
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Element && relatedTarget.closest('[data-note]'))) onLeave?.();
      }}
    >
      {compact ? (
        <CompactNote anecdote={anecdote} look="card" onTag={onTag}>
          <SameHereCount {...anecdote} />
          {chain}
        </CompactNote>
      ) : (
        <NoteText key={anecdote.id} text={anecdote.description} search={search} />
      )}
      <div className={styles.foot}>
        {!compact && (
          <p className={`${styles.meta} numbers`}>
            <When at={new Date(anecdote.timestamp)} withDay={look === 'card'} />
            <Place anecdote={anecdote} />
            <SameHereCount {...anecdote} />
          </p>
        )}
        {!compact && (anecdote.tags.length > 0 || linked) && (
          <div className={styles.tags}>
            {anecdote.tags.map((tag) => (
              <Tag key={tag} name={tag} title={strings.browse.filterBy(tag)} onClick={() => onTag(tag)} />
            ))}
            {chain}
          </div>
        )}
        <NoteActions anecdote={anecdote} linked={linked} onEdge={look !== 'timeline'} calls={calls} />
      </div>
    </article>
  );
}

/** How often Same Here was said, where it was. */
function SameHereCount({ reaction_count: count }: AnecdoteView) {
  if (count === 0) return null;
  return (
    <span className={styles.count} title={strings.browse.sameHere}>
      <EchoIcon size={16} />
      <span className="hidden">{strings.browse.sameHere} </span>
      {format.number(count)}
    </span>
  );
}

function label({ description, timestamp }: AnecdoteView): string {
  return `${cut(description, 60)}, ${format.full(new Date(timestamp))}`;
}
