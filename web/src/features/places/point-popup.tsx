import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import * as L from 'leaflet';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useAsOf } from '../../anecdote/as-of.ts';
import { NearLink } from '../../anecdote/near-link.tsx';
import { mapUrl, placeAddress, placeName } from '../../anecdote/place-name.ts';
import { plainText } from '../../anecdote/plain-text.ts';
import { anecdoteQuery } from '../../anecdote/queries.ts';
import { Tag } from '../../anecdote/tag.tsx';
import { isMissing } from '../../lib/api.ts';
import { format } from '../../lib/format.ts';
import { truncate } from '../../lib/truncate.ts';
import { toLatLng } from '../../map/pin.ts';
import { formatPoint, type Point } from '../../map/point.ts';
import { buttonClass } from '../../ui/button.tsx';
import styles from './places.module.css';
import { placeStrings as strings } from './strings.ts';

const LETTERS = 280;
const MAX_WIDTH = 300;
/** On a narrower map, in pixels, a popup has no room beside the zoom buttons. */
const NARROW = 400;
/** The width of the frame of a popup and of the free space beside it, in pixels. */
const ROOM = 60;

type PointPopupProps = {
  map: L.Map;
  id: string;
  at: Point;
  /** Called when it was closed, with whether it had the focus. */
  onClose: (hadFocus: boolean) => void;
};

/** A popup at the marker of an anecdote, with its place, text, time, tags and actions. */
export function PointPopup({ map, id, at, onClose }: PointPopupProps) {
  const [element] = useState(() => document.createElement('div'));
  const popup = useRef<L.Popup>(null);
  const start = useRef(at);
  const asOf = useAsOf();
  const { data: anecdote, error } = useQuery(anecdoteQuery(id, asOf));
  const close = useEffectEvent(onClose);
  useEffect(() => {
    element.className = styles.popup ?? '';
    element.setAttribute('role', 'dialog');
    element.setAttribute('aria-label', strings.popup);
    element.tabIndex = -1;
    const made = L.popup({
      maxWidth: Math.min(MAX_WIDTH, map.getSize().x - ROOM),
      // Leaves room for the zoom buttons, which a narrow map hides while a popup is open.
      autoPanPaddingTopLeft: map.getSize().x < NARROW ? [8, 8] : [64, 16],
      autoPanPaddingBottomRight: [8, 8],
      className: styles.frame ?? '',
    });
    made.setLatLng(toLatLng(map, start.current)).setContent(element).openOn(map);
    popup.current = made;
    element.focus({ preventScroll: true });
    const closed = () => close(element.contains(document.activeElement) || document.activeElement === document.body);
    made.on('remove', closed);
    // Leaflet handles Escape only while the map itself has the focus.
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') made.remove();
    };
    element.addEventListener('keydown', press);
    const fit = () => made.update();
    map.on('resize', fit);
    return () => {
      element.removeEventListener('keydown', press);
      map.off('resize', fit);
      made.off('remove', closed);
      made.remove();
    };
  }, [map, element]);
  // The anecdote was deleted, or its coordinates were removed.
  const isGone = isMissing(error) || anecdote?.coordinates === null;
  useEffect(() => {
    if (isGone) popup.current?.remove();
  }, [isGone]);
  const { lat, lng } = anecdote?.coordinates ?? at;
  useEffect(() => void popup.current?.setLatLng(toLatLng(map, { lat, lng })), [map, lat, lng]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the popup has to fit its new content
  useEffect(() => {
    const hadFocus = element.contains(document.activeElement);
    popup.current?.update();
    // Leaflet removes the content and inserts it again, which loses the focus.
    if (hadFocus) element.focus({ preventScroll: true });
  }, [anecdote]);

  return createPortal(
    anecdote?.coordinates ? (
      <>
        <h3 dir="auto">{placeName(anecdote)}</h3>
        {placeAddress(anecdote) && <p className={styles.small}>{placeAddress(anecdote)}</p>}
        <p dir="auto" className={styles.words}>
          <Link to="/anecdotes/$id" params={{ id }}>
            {truncate(plainText(anecdote.description), LETTERS)}
          </Link>
        </p>
        <p className={`${styles.small} tabular`}>
          <time dateTime={anecdote.timestamp}>{format.full(new Date(anecdote.timestamp))}</time>
          <span>{formatPoint(anecdote.coordinates)}</span>
        </p>
        {anecdote.tags.length > 0 && (
          <p className={styles.tags}>
            {anecdote.tags.map((tag) => (
              <Tag key={tag} name={tag} />
            ))}
          </p>
        )}
        <p className={styles.acts}>
          {asOf === undefined && (
            <Link to="/entry" search={{ edit: id }} className={buttonClass('plain')}>
              {strings.edit}
            </Link>
          )}
          <a
            className={buttonClass('plain')}
            href={mapUrl(anecdote.coordinates)}
            target="_blank"
            rel="noopener noreferrer"
          >
            {strings.openInMaps}
          </a>
        </p>
        <NearLink point={anecdote.coordinates} className={styles.nearLink} />
      </>
    ) : (
      <p className={styles.small}>{error?.message ?? strings.loadingPopup}</p>
    ),
    element,
  );
}
