import './leaflet.css';
import { useQuery } from '@tanstack/react-query';
import * as L from 'leaflet';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { configurationQuery } from '../lib/configuration.ts';
import { Status } from '../ui/status.tsx';
import { TwoFingerHint } from '../ui/two-finger-hint.tsx';
import { Attribution } from './attribution.tsx';
import styles from './map-canvas.module.css';
import { showOutline } from './outline.ts';
import type { Point } from './point.ts';
import { mapStrings } from './strings.ts';
import { MAX_ZOOM } from './viewport.ts';

/** If no tile arrives in this time, the outline of the world is shown. */
const TILES_TIMEOUT_MS = 6_000;
/** How often a map that has no room yet is tried again. */
const RETRY_MS = 100;

type Background = 'waiting' | 'tiles' | 'failed' | 'off';

type MapCanvasProps = {
  /** The label for screen readers: the name of the map, and how to use it by keyboard. */
  label: string;
  view: Point & { zoom: number };
  /** The delay before the map is created, for example while a dialog opens. */
  delayMs?: number;
  /** One finger scrolls the page around the map, and two move the map. */
  scrollsPage?: boolean;
  /** Called with the map once it is created; the function it returns is called before the map is removed. */
  onReady: (map: L.Map) => (() => void) | undefined;
  /** Called when tiles have arrived or failed; before `onReady` if no tile server is configured. */
  onTiles?: (hasTiles: boolean, map: L.Map) => void;
  className?: string | undefined;
  children?: ReactNode;
};

/** A movable map: tiles, or the outline of the world if there are none. Later changes of `view` are ignored. */
export function MapCanvas(props: MapCanvasProps) {
  const { label, view, delayMs = 0, scrollsPage = false, onReady, onTiles, className, children } = props;
  const element = useRef<HTMLDivElement>(null);
  const [background, setBackground] = useState<Background>('waiting');
  const { data: configuration, error } = useQuery(configurationQuery());
  const isKnown = configuration !== undefined || error !== null;
  const tileUrl = configuration?.map_tile_url ?? null;
  const open = useEffectEvent((container: HTMLElement, tiles: string | null) => {
    const map = createMap(container, view);
    if (scrollsPage) leaveSingleTouches(map);
    const stopBackground = showBackground(map, tiles, (next) => {
      setBackground(next);
      onTiles?.(next === 'tiles', map);
    });
    const stopUse = onReady(map);
    return () => {
      stopUse?.();
      stopBackground();
      // Leaflet would end a running zoom later, on the removed map, and has no method that ends it now.
      Object.assign(map, { _animatingZoom: false });
      map.remove();
      // After a change of its size Leaflet tells listeners a little later, even if the map was removed meanwhile.
      map.off();
    };
  });

  useEffect(() => {
    if (!isKnown) return;
    let end: (() => void) | undefined;
    const begin = () => {
      if (element.current?.offsetWidth) end = open(element.current, tileUrl);
      else timer = setTimeout(begin, RETRY_MS);
    };
    let timer = setTimeout(begin, delayMs);
    return () => {
      clearTimeout(timer);
      end?.();
    };
  }, [isKnown, tileUrl, delayMs]);

  return (
    <div
      className={[styles.frame, className].filter(Boolean).join(' ')}
      data-background={background}
      data-scrolls-page={scrollsPage ? '' : undefined}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a map is moved by arrow keys */}
      <div ref={element} className={styles.map} role="application" aria-label={label} tabIndex={0} />
      <Status>
        {(background === 'off' || background === 'failed') && (
          <p className={`${styles.notice} secondary unprinted`}>
            {background === 'off' ? mapStrings.noTiles : mapStrings.tilesFailed}
          </p>
        )}
      </Status>
      {background === 'waiting' && <p className="visually-hidden">{mapStrings.loading}</p>}
      {background === 'tiles' && configuration?.map_tile_attribution && (
        <Attribution text={configuration.map_tile_attribution} />
      )}
      {children}
      {scrollsPage && <TwoFingerHint text={mapStrings.twoFingers} />}
    </div>
  );
}

function createMap(container: HTMLElement, { lat, lng, zoom }: MapCanvasProps['view']): L.Map {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(container, {
    center: [lat, lng],
    zoom,
    minZoom: 0,
    maxZoom: MAX_ZOOM,
    worldCopyJump: true,
    attributionControl: false,
    zoomControl: false,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
    inertia: !isStill,
  });
  L.control.zoom({ zoomInTitle: mapStrings.zoomIn, zoomOutTitle: mapStrings.zoomOut }).addTo(map);
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resized.observe(container);
  map.on('unload', () => resized.disconnect());
  return map;
}

/** Stops a single finger from moving the map; a mouse still drags it, and two fingers move and zoom it. */
function leaveSingleTouches(map: L.Map): void {
  const container = map.getContainer();
  // In the capture phase, before the listener of Leaflet.
  container.addEventListener('touchstart', () => map.dragging.disable(), { capture: true, passive: true });
  const onTouchEnd = ({ touches }: TouchEvent) => {
    if (touches.length === 0) map.dragging.enable();
  };
  container.addEventListener('touchend', onTouchEnd, { passive: true });
  container.addEventListener('touchcancel', onTouchEnd, { passive: true });
}

/** Shows tiles; if they are off, fail or are late, the outline until a tile arrives. Returns a stop function. */
function showBackground(map: L.Map, tileUrl: string | null, onChange: (background: Background) => void): () => void {
  let isStopped = false;
  let outline: Promise<() => void> | undefined;
  const showFallback = (reason: 'off' | 'failed') => {
    if (outline || isStopped) return;
    onChange(reason);
    outline = showOutline(map);
    // Offline its file may be missing; the map is empty then.
    outline.catch(() => undefined);
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timeout);
  };
  let timeout: ReturnType<typeof setTimeout> | undefined;
  if (tileUrl === null) {
    showFallback('off');
    return stop;
  }
  let hasTiles = false;
  const tiles = L.tileLayer(tileUrl, { maxZoom: MAX_ZOOM });
  timeout = setTimeout(() => showFallback('failed'), TILES_TIMEOUT_MS);
  tiles.on('tileload', () => {
    if (hasTiles) return;
    hasTiles = true;
    clearTimeout(timeout);
    onChange('tiles');
    void outline?.then((remove) => remove()).catch(() => undefined);
  });
  tiles.on('tileerror', () => {
    if (!hasTiles) showFallback('failed');
  });
  tiles.addTo(map);
  return stop;
}
