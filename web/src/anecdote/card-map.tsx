import { Popover } from '@base-ui/react/popover';
import { formatPoint } from '../map/point.ts';
import { SmallMap } from '../map/small-map.tsx';
import { mapStrings } from '../map/strings.ts';
import floating from '../ui/floating.module.css';
import styles from './card-map.module.css';
import { NearLink } from './near-link.tsx';
import type { Coordinates } from './place-name.ts';
import { anecdoteStrings } from './strings.ts';

type CardMapProps = { point: Coordinates; location: string | null };

/** A small map around the place of an anecdote; a click shows the exact coordinates. */
export function CardMap({ point, location }: CardMapProps) {
  const name = location || point.address || mapStrings.location;
  return (
    <Popover.Root>
      <div className={styles.map}>
        <SmallMap point={point}>
          <Popover.Trigger className={styles.trigger} aria-label={anecdoteStrings.showPoint(name)} />
        </SmallMap>
      </div>
      <Popover.Portal>
        <Popover.Positioner className={floating.positioner} sideOffset={-40} collisionPadding={12}>
          <Popover.Popup className={`${floating.popup} sheet ${styles.popup}`}>
            <Popover.Title className={styles.name} dir="auto">
              {name}
            </Popover.Title>
            <p className="tabular">{formatPoint(point, 6)}</p>
            <NearLink point={point} className={styles.near} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
