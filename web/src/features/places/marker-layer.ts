import * as L from 'leaflet';
import { mapTagColour } from '../../anecdote/tag-colour.ts';
import { format } from '../../lib/format.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { toLatLng } from '../../map/pin.ts';
import { type Cluster, markerWidth } from './clusters.ts';
import styles from './markers.module.css';
import { placeStrings } from './strings.ts';

/** How far beyond its edges a map has markers, as a share of its size. */
const ROOM = 0.25;

/** The milliseconds that drawing markers may block the page at a time. */
const SLICE_MS = 8;

export type MarkerEvents = {
  onPress: (cluster: Cluster) => void;
  /** Called with the squares of the marker under the pointer or with the focus, and with none when that ends. */
  onPoint: (squares: readonly string[]) => void;
};

/** A marker and its cluster, which may change while the marker is on the map. */
type Shown = { marker: L.Marker; cluster: Cluster };

/** The markers of a map. Within a few frames after each `show`, they are exactly those of the visible clusters. */
export function createMarkerLayer(map: L.Map, { onPress, onPoint }: MarkerEvents) {
  const markers = new Map<string, Shown>();
  let highlighted: readonly string[] = [];
  let drawing = new AbortController();
  map.on('unload', () => drawing.abort());

  const add = (cluster: Cluster): Shown => {
    const marker = L.marker(toLatLng(map, cluster), { icon: iconOf(cluster), riseOnHover: true });
    marker.addTo(map);
    const shown = { marker, cluster };
    const element = marker.getElement();
    if (element) {
      describe(element, cluster);
      element.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        onPress(shown.cluster);
      });
      for (const type of ['pointerenter', 'focus']) {
        element.addEventListener(type, () => onPoint(shown.cluster.squares));
      }
      for (const type of ['pointerleave', 'blur']) element.addEventListener(type, () => onPoint([]));
    }
    marker.on('click', () => onPress(shown.cluster));
    return shown;
  };

  const change = (shown: Shown, cluster: Cluster) => {
    const { marker, cluster: before } = shown;
    shown.cluster = cluster;
    if (cluster.count !== before.count) marker.setIcon(iconOf(cluster));
    const element = marker.getElement();
    if (element && (cluster.count !== before.count || cluster.tag !== before.tag)) describe(element, cluster);
  };

  const mark = ({ marker, cluster: { squares } }: Shown) => {
    const standsOut = squares.some((square) => highlighted.includes(square));
    marker.getElement()?.classList.toggle(styles.highlighted ?? '', standsOut);
  };

  function* draw(clusters: readonly Cluster[]): Generator<void, void> {
    const inSight = map.getBounds().pad(ROOM);
    const wanted = new Map(clusters.map((cluster) => [cluster.key, cluster]));
    for (const [key, { marker }] of markers) {
      const cluster = wanted.get(key);
      if (cluster && inSight.contains(toLatLng(map, cluster))) continue;
      if (marker.getElement() === document.activeElement) map.getContainer().focus({ preventScroll: true });
      marker.remove();
      markers.delete(key);
      yield;
    }
    for (const [key, cluster] of wanted) {
      const point = toLatLng(map, cluster);
      if (!inSight.contains(point)) continue;
      const existing = markers.get(key);
      if (existing) {
        if (!existing.marker.getLatLng().equals(point)) existing.marker.setLatLng(point);
        change(existing, cluster);
        mark(existing);
      } else {
        const added = add(cluster);
        markers.set(key, added);
        mark(added);
      }
      yield;
    }
  }

  return {
    show(clusters: readonly Cluster[]): void {
      drawing.abort();
      drawing = new AbortController();
      const { signal } = drawing;
      inSlices(draw(clusters), signal, SLICE_MS).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
    /** Highlights the markers of `squares`. */
    highlight(squares: readonly string[]): void {
      highlighted = squares;
      for (const shown of markers.values()) mark(shown);
    },
    /** Focuses a marker that has a square of the cluster, or the map when there is none any more. */
    focus({ squares }: Cluster): void {
      const shown = [...markers.values()].find(({ cluster }) => cluster.squares.some((each) => squares.includes(each)));
      (shown?.marker.getElement() ?? map.getContainer()).focus();
    },
  };
}

export type MarkerLayer = ReturnType<typeof createMarkerLayer>;

/** Sets the label and the colour of the marker `element`. */
function describe(element: HTMLElement, { count, tag }: Cluster): void {
  element.setAttribute('aria-label', count === 1 ? placeStrings.marker(tag) : placeStrings.cluster(count));
  element.style.setProperty('--tag', mapTagColour(tag ?? ''));
}

function iconOf({ count }: Cluster): L.DivIcon {
  const width = markerWidth(count);
  if (count === 1) return L.divIcon({ className: `${styles.marker}`, html: '', iconSize: [width, width] });
  const html = document.createElement('span');
  html.textContent = format.number(count);
  return L.divIcon({ className: `${styles.cluster} tabular`, html, iconSize: [width, width] });
}
