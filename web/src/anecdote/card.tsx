import type { AnecdoteView, ChainSummary } from '@anecdotes/contracts';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { format } from '../lib/format.ts';
import { truncate } from '../lib/truncate.ts';
import { useShowMaps } from '../map/show-maps.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { ActionBar } from './action-bar.tsx';
import { useAsOf } from './as-of.ts';
import styles from './card.module.css';
import { CardDiagram } from './card-diagram.tsx';
import { CardText } from './card-text.tsx';
import { CompactCard } from './compact-card.tsx';
import { Details } from './details.tsx';
import { highlightsIn } from './marked-text.tsx';
import { plainText } from './plain-text.ts';
import { SameHereCount } from './same-here-count.tsx';
import type { Highlight } from './search.ts';
import { anecdoteStrings } from './strings.ts';
import { Tag } from './tag.tsx';
import type { AnecdoteActions } from './use-anecdote-actions.ts';

const CardMap = lazyComponent(() => import('./card-map.tsx'), 'CardMap', {
  fallback: <div className={styles.mapPlaceholder} />,
});

type AnecdoteCardProps = {
  anecdote: AnecdoteView;
  /** Its chain, if it is linked. */
  chain: ChainSummary | undefined;
  /** `compact` shows the start of the text and the first tags only. */
  variant: 'timeline' | 'card' | 'compact';
  /** The ranges that match the search. */
  highlights?: readonly Highlight[];
  /** Its position in a long list, counted from 1, and the length of that list. */
  position?: { number: number; total: number };
  /** The card takes the focus when this becomes true. */
  active?: boolean;
  /** Called when the card or an element in it receives the focus. */
  onEnter?: () => void;
  /** Called when the focus leaves all cards, but not when React removes the focused card: it fires no event then. */
  onLeave?: () => void;
  actions: AnecdoteActions;
  onTag: (tag: string) => void;
};

/** One anecdote: its text first, everything else below and less prominent. */
export function AnecdoteCard({
  anecdote,
  chain,
  variant,
  highlights = [],
  position,
  active = false,
  onEnter,
  onLeave,
  actions,
  onTag,
}: AnecdoteCardProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (active) element.current?.focus({ preventScroll: true });
  }, [active]);

  const isPast = useAsOf() !== undefined;
  const press = (event: KeyboardEvent) => {
    if (event.target !== element.current || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') actions.open(anecdote.id);
    else if (isPast) return;
    else if (event.key === 'e') actions.edit(anecdote);
    else if (event.key === 's') actions.sameHere(anecdote);
    else if (event.key === 'c') actions.connect(anecdote);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const open = (event: MouseEvent) => isTextPressed(event.target) && actions.open(anecdote.id, event);
  const compact = variant === 'compact';
  const [showsMap] = useShowMaps();
  const linked = chain !== undefined || anecdote.connected_to !== null;
  const diagram = chain && <CardDiagram id={anecdote.id} chain={chain} size={compact ? 'compact' : 'card'} />;

  return (
    <article
      ref={element}
      className={`${styles.anecdote} ${styles[variant]}`}
      aria-label={label(anecdote)}
      aria-posinset={position?.number}
      aria-setsize={position?.total}
      tabIndex={-1}
      data-anecdote={anecdote.id}
      onKeyDown={press}
      onClick={open}
      onAuxClick={(event) => event.button === 1 && open(event)}
      // Otherwise a middle click also starts to scroll, in browsers that do so.
      onMouseDown={(event) => event.button === 1 && isTextPressed(event.target) && event.preventDefault()}
      onFocus={onEnter}
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Element && relatedTarget.closest('[data-anecdote]'))) onLeave?.();
      }}
    >
      {compact ? (
        <CompactCard anecdote={anecdote} variant="card" onTag={onTag}>
          <SameHereCount {...anecdote} />
          {diagram}
        </CompactCard>
      ) : (
        <CardText text={anecdote.description} highlights={highlightsIn(highlights, 'description')} />
      )}
      {!compact && showsMap && anecdote.coordinates && (
        <CardMap point={anecdote.coordinates} location={anecdote.location} />
      )}
      <div className={styles.foot}>
        {!compact && (
          <p className="secondary tabular">
            <Details
              anecdote={anecdote}
              withDay={variant === 'card'}
              highlights={highlightsIn(highlights, 'location')}
            />{' '}
            <SameHereCount {...anecdote} />
          </p>
        )}
        {!compact && (anecdote.tags.length > 0 || diagram) && (
          <div className={`${styles.tags} row`}>
            {anecdote.tags.map((tag, index) => (
              <Tag
                key={tag}
                name={tag}
                highlights={highlightsIn(highlights, 'tags', index)}
                title={anecdoteStrings.filterBy(tag)}
                onClick={() => onTag(tag)}
              />
            ))}
            {diagram}
          </div>
        )}
        {!isPast && (
          <ActionBar
            anecdote={anecdote}
            linked={linked}
            place={variant === 'timeline' ? 'below' : 'onEdge'}
            actions={actions}
          />
        )}
      </div>
    </article>
  );
}

/** True if the click was on the text, and neither selected text nor hit a link. */
function isTextPressed(target: EventTarget): boolean {
  if (!(target instanceof Element) || getSelection()?.isCollapsed === false) return false;
  return target.closest('a') === null && target.closest('[data-opens]') !== null;
}

function label({ description, timestamp }: AnecdoteView): string {
  return `${truncate(plainText(description), 60)}, ${format.full(new Date(timestamp))}`;
}
