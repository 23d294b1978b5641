import type { AnecdoteView } from '@anecdotes/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { AnecdoteCard } from '../../anecdote/card.tsx';
import type { Filter } from '../../anecdote/filter.ts';
import { AnecdoteSkeletons } from '../../anecdote/skeletons.tsx';
import { TagColour } from '../../anecdote/tag.tsx';
import { mapTagColour } from '../../anecdote/tag-colour.ts';
import type { LoadedSoFar } from '../../anecdote/use-loaded-so-far.ts';
import type { ViewProps } from '../../anecdote/view.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { createStore } from '../../lib/store.ts';
import { strings as common } from '../../lib/strings.ts';
import type { Point } from '../../map/point.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AreaList } from './area-list.tsx';
import { squareOf } from './clusters.ts';
import { type Highlights, MapView, type MapViewProps } from './map-view.tsx';
import styles from './places.module.css';
import { type Area, mapQuery } from './queries.ts';
import { placeStrings as strings } from './strings.ts';

type PlacesProps = ViewProps & Pick<MapViewProps, 'viewport' | 'onViewport' | 'onNear'>;

/** Anecdotes on a map, a list of the visible ones, and a list of those without a place. `j` and `k` move the focus. */
export function Places({ filter, actions, onTag, ...address }: PlacesProps) {
  const { data: world, error, refetch } = useQuery({ ...mapQuery(filter), placeholderData: keepPreviousData });
  const [area, setArea] = useState<Area>();
  const shownArea = useRef<Area>(undefined);
  const showArea = useCallback((next: Area) => {
    shownArea.current = next;
    setArea(next);
  }, []);
  const [highlights] = useState(() => createStore<readonly string[]>([]));
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLElement>(null);
  useRovingFocus(root);
  // The map is rendered first; the list beside it follows in a deferred render.
  const bbox = useDeferredValue(area?.bbox);
  const inSight = useMemo((): Filter => ({ ...filter, bbox: bbox ?? '' }), [filter, bbox]);
  const card = useCallback(
    (anecdote: AnecdoteView, chains: LoadedSoFar['chains']) => (
      <Card anecdote={anecdote} chain={chains.get(anecdote.id)} variant="compact" actions={actions} onTag={onTag} />
    ),
    [actions, onTag],
  );
  const listItem = useCallback(
    (anecdote: AnecdoteView, chains: LoadedSoFar['chains']) => <li key={anecdote.id}>{card(anecdote, chains)}</li>,
    [card],
  );
  const itemInSight = useCallback(
    (anecdote: AnecdoteView, chains: LoadedSoFar['chains']) => (
      <ItemInSight key={anecdote.id} point={anecdote.coordinates} area={shownArea} highlights={highlights}>
        {card(anecdote, chains)}
      </ItemInSight>
    ),
    [card, highlights],
  );
  const elsewhere = useMemo((): Filter => ({ ...filter, located: false }), [filter]);

  if (!world) {
    if (!error) return <AnecdoteSkeletons view="geo" />;
    return (
      <EmptyState title={strings.failed} text={error.message} alert>
        <Button onClick={() => void refetch()}>{common.errors.retry}</Button>
      </EmptyState>
    );
  }
  return (
    <TagColour value={mapTagColour}>
      <div ref={root} className={styles.places}>
        <section aria-labelledby="places">
          <header className={styles.head}>
            <h2 id="places" className={styles.title}>
              {strings.title}
            </h2>
            <p className={`${styles.figures} secondary tabular`}>
              <span>{strings.locations(world.total_locations)}</span>
              <span>{strings.total(world.total_anecdotes)}</span>
            </p>
          </header>
          <div className={styles.sides}>
            <MapView
              {...address}
              filter={filter}
              world={world}
              onTag={onTag}
              onArea={showArea}
              highlights={highlights}
              onInseparableCluster={() => list.current?.focus()}
            />
            <section ref={list} className={styles.beside} aria-labelledby="in-sight" tabIndex={-1}>
              {world.total_locations === 0 ? (
                <p id="in-sight" className={styles.none}>
                  {strings.noPlaces}
                </p>
              ) : (
                bbox !== undefined && (
                  <AreaList
                    filter={inSight}
                    heading={(total) => (
                      <h3 id="in-sight" className={`${styles.count} tabular`}>
                        {strings.inSight(total)}
                      </h3>
                    )}
                    none={strings.nothingInSight}
                    renderCard={itemInSight}
                  />
                )
              )}
            </section>
          </div>
        </section>
        {world.without_location > 0 && (
          <section aria-labelledby="elsewhere" className={styles.elsewhere}>
            <h2 id="elsewhere" className={`${styles.title} tabular`}>
              {strings.elsewhere(world.without_location)}
            </h2>
            <AreaList filter={elsewhere} heading={() => null} renderCard={listItem} />
          </section>
        )}
      </div>
    </TagColour>
  );
}

const Card = memo(AnecdoteCard);

type ItemInSightProps = {
  point: Point | null;
  /** The area that the map shows. */
  area: RefObject<Area | undefined>;
  highlights: Highlights;
  children: ReactNode;
};

/** A card of the list beside the map. It and its marker are highlighted together. */
function ItemInSight({ point, area, highlights, children }: ItemInSightProps) {
  const squares = () => (point && area.current ? [squareOf(point, area.current)] : []);
  const isHighlighted = useSyncExternalStore(highlights.subscribe, () => {
    const highlighted = highlights.get();
    return highlighted.length > 0 && squares().some((square) => highlighted.includes(square));
  });
  return (
    <li
      data-highlighted={isHighlighted ? '' : undefined}
      onPointerEnter={() => highlights.set(squares())}
      onPointerLeave={() => highlights.set([])}
      onFocus={() => highlights.set(squares())}
      onBlur={() => highlights.set([])}
    >
      {children}
    </li>
  );
}

/** Moves the focus among the cards inside `root` with `j` and `k`. */
function useRovingFocus(root: RefObject<HTMLElement | null>): void {
  const move = (step: number) => {
    const cards = [...(root.current?.querySelectorAll<HTMLElement>('[data-anecdote]') ?? [])];
    const focused = cards.findIndex((card) => card.contains(document.activeElement));
    cards[Math.max(0, Math.min(cards.length - 1, focused + step))]?.focus();
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
}
