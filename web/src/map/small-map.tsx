import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { configurationQuery } from '../lib/configuration.ts';
import { whenNear } from '../lib/when-near.ts';
import { Attribution } from './attribution.tsx';
import { PIN, PIN_EYE, PIN_SIZE } from './pin-shape.ts';
import type { Point } from './point.ts';
import { useShowMaps } from './show-maps.ts';
import styles from './small-map.module.css';
import { mapStrings } from './strings.ts';
import { tilesAround } from './tiles.ts';
import { DEFAULT_CENTRE } from './viewport.ts';

/** The distance from the window at which a map is drawn. */
const NEAR = '300px';
const ZOOM = { located: 13, none: 10 };

type SmallMapProps = {
  point: Point | null;
  text?: string | undefined;
  /** Shown on top of the map. */
  children?: ReactNode;
};

/**
 * A static map around `point` with a line of text below. Tiles are loaded only if the person wants maps on cards, and
 * only near the window; without tiles it is an empty background with a pin.
 */
export function SmallMap({ point, text, children }: SmallMapProps) {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number }>();
  const [areWanted] = useShowMaps();
  const { data: configuration } = useQuery({ ...configurationQuery(), enabled: areWanted });
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const container = element.current;
    if (!container) return;
    const resized = new ResizeObserver(() => setSize({ width: container.clientWidth, height: container.clientHeight }));
    const stopWaiting = whenNear(container, NEAR, () => resized.observe(container));
    return () => {
      stopWaiting();
      resized.disconnect();
    };
  }, []);

  const url = areWanted && configuration?.map_tile_url;
  const tiles =
    url && size
      ? tilesAround(url, point ?? DEFAULT_CENTRE, point ? ZOOM.located : ZOOM.none, size.width, size.height)
      : [];
  return (
    <div className={styles.small}>
      <div ref={element} className={styles.picture}>
        <div className={styles.tiles} aria-hidden="true">
          {tiles.map(({ key, url: src, left, top }) => (
            <img
              key={key}
              src={src}
              alt=""
              width={256}
              height={256}
              draggable={false}
              hidden={failed.has(src)}
              style={{ left, top }}
              onError={() => setFailed((before) => new Set(before).add(src))}
            />
          ))}
        </div>
        {point ? <Pin /> : <p className={styles.none}>{mapStrings.noLocation}</p>}
        {children}
        {tiles.some(({ url: src }) => !failed.has(src)) && configuration?.map_tile_attribution && (
          <Attribution text={configuration.map_tile_attribution} />
        )}
      </div>
      {text && <p className={`${styles.text} secondary tabular`}>{text}</p>}
    </div>
  );
}

/** A pin whose tip is at the centre of the picture. */
function Pin() {
  const { width, height } = PIN_SIZE;
  return (
    <svg className={styles.pin} viewBox={`0 0 ${width} ${height}`} {...PIN_SIZE} aria-hidden="true">
      <path d={PIN} />
      <circle {...PIN_EYE} />
    </svg>
  );
}
