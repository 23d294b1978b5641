import * as L from 'leaflet';
import { mapTagColour } from '../../anecdote/tag-colour.ts';
import { format } from '../../lib/format.ts';
import { shownAt } from '../../map/pin.ts';
import { type Cluster, markerWidth } from './clusters.ts';
import styles from './markers.module.css';
import { placeStrings } from './strings.ts';

/** How far beyond its edges a map has markers, as a share of its size. */
const ROOM = 0.25;

export type MarkerEvents = {
  onPress: (cluster: Cluster) => void;
  /** The squares of the marker that is pointed at or has the focus; none when it is no more. */
  onPoint: (squares: readonly string[]) => void;
};

/** The markers of a map: after each `show` exactly those of the given clusters that are in sight. */
export function createMarkerLayer(map: L.Map, { onPress, onPoint }: MarkerEvents) {
  const markers = new Map<string, { marker: L.Marker; name: string; squares: readonly string[] }>();

  const add = (cluster: Cluster) => {
    const marker = L.marker(shownAt(map, cluster), { icon: iconOf(cluster), keyboard: true, riseOnHover: true });
    marker.addTo(map);
    const element = marker.getElement();
    if (element) {
      const label = cluster.count === 1 ? placeStrings.marker(cluster.tag) : placeStrings.cluster(cluster.count);
      element.setAttribute('aria-label', label);
      element.style.setProperty('--tag', mapTagColour(cluster.tag ?? ''));
      element.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        onPress(cluster);
      });
      for (const type of ['pointerenter', 'focus']) element.addEventListener(type, () => onPoint(cluster.squares));
      for (const type of ['pointerleave', 'blur']) element.addEventListener(type, () => onPoint([]));
    }
    marker.on('click', () => onPress(cluster));
    return { marker, name: nameOf(cluster), squares: cluster.squares };
  };

  return {
    show(clusters: readonly Cluster[]): void {
      const inSight = map.getBounds().pad(ROOM);
      const wanted = new Set<string>();
      for (const cluster of clusters) {
        const place = shownAt(map, cluster);
        if (!inSight.contains(place)) continue;
        wanted.add(cluster.key);
        const there = markers.get(cluster.key);
        if (there?.name === nameOf(cluster)) there.marker.setLatLng(place);
        else {
          there?.marker.remove();
          markers.set(cluster.key, add(cluster));
        }
      }
      for (const [key, { marker }] of markers) {
        if (wanted.has(key)) continue;
        marker.remove();
        markers.delete(key);
      }
    },
    /** Lets the marker of `squares` stand out. */
    highlight(squares: readonly string[]): void {
      for (const { marker, squares: own } of markers.values()) {
        const standsOut = own.some((square) => squares.includes(square));
        marker.getElement()?.classList.toggle(styles.highlighted ?? '', standsOut);
      }
    },
    focus(key: string): void {
      markers.get(key)?.marker.getElement()?.focus();
    },
  };
}

export type MarkerLayer = ReturnType<typeof createMarkerLayer>;

/** What a marker shows; the same cluster may come again with other anecdotes. */
function nameOf({ lat, lng, count, tag, id, bounds, squares }: Cluster): string {
  return JSON.stringify([lat, lng, count, tag, id, bounds, squares]);
}

function iconOf({ count }: Cluster): L.DivIcon {
  const width = markerWidth(count);
  if (count === 1) return L.divIcon({ className: `${styles.marker}`, html: '', iconSize: [width, width] });
  const html = document.createElement('span');
  html.textContent = format.number(count);
  return L.divIcon({ className: `${styles.cluster} tabular`, html, iconSize: [width, width] });
}
