import * as L from 'leaflet';
import { mapTagColour } from '../../anecdote/tag-colour.ts';
import { format } from '../../lib/format.ts';
import { mapConstants } from '../../map/constants.ts';
import { shownAt } from '../../map/pin.ts';
import type { Cluster } from './clusters.ts';
import styles from './markers.module.css';
import { placeStrings } from './strings.ts';

/** How far beyond its edges a map has markers, as a share of its size. */
const ROOM = 0.25;

export type MarkerEvents = {
  onPress: (cluster: Cluster) => void;
  /** The marker that is pointed at or has the focus. */
  onPoint: (key: string | null) => void;
};

/** The markers of a map: after each `show` exactly those of the given clusters that are in sight. */
export function createMarkerLayer(map: L.Map, { onPress, onPoint }: MarkerEvents) {
  const markers = new Map<string, { marker: L.Marker; name: string }>();

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
      for (const type of ['pointerenter', 'focus']) element.addEventListener(type, () => onPoint(cluster.key));
      for (const type of ['pointerleave', 'blur']) element.addEventListener(type, () => onPoint(null));
    }
    marker.on('click', () => onPress(cluster));
    return { marker, name: nameOf(cluster) };
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
    /** Lets one marker stand out, or none. */
    highlight(key: string | null): void {
      for (const [each, { marker }] of markers) {
        marker.getElement()?.classList.toggle(styles.highlighted ?? '', each === key);
      }
    },
    focus(key: string): void {
      markers.get(key)?.marker.getElement()?.focus();
    },
  };
}

export type MarkerLayer = ReturnType<typeof createMarkerLayer>;

/** What a marker shows; the same cluster may come again with other anecdotes. */
function nameOf({ lat, lng, count, tag, id, bounds }: Cluster): string {
  return JSON.stringify([lat, lng, count, tag, id, bounds]);
}

function iconOf({ count }: Cluster): L.DivIcon {
  const { markerSize } = mapConstants.map;
  if (count === 1) return L.divIcon({ className: `${styles.marker}`, html: '', iconSize: [markerSize, markerSize] });
  const size = count < 10 ? 32 : count < 100 ? 38 : count < 1_000 ? 44 : 52;
  const html = document.createElement('span');
  html.textContent = format.number(count);
  return L.divIcon({ className: `${styles.cluster} tabular`, html, iconSize: [size, size] });
}
