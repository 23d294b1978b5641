import type { AnecdoteMap, Bounds } from '@anecdotes/contracts';
import { useQuery } from '@tanstack/react-query';
import * as L from 'leaflet';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { circleText, type Filter, parseCircle } from '../../anecdote/filter.ts';
import type { createStore } from '../../lib/store.ts';
import { endZoom } from '../../map/end-zoom.ts';
import { MapCanvas } from '../../map/map-canvas.tsx';
import { toLatLng } from '../../map/pin.ts';
import { wrapLongitude } from '../../map/point.ts';
import { MAX_ZOOM, parseViewport, viewportText } from '../../map/viewport.ts';
import { Button } from '../../ui/button.tsx';
import { TargetIcon } from '../../ui/icons.tsx';
import { bboxText, cornersOf, defaultView, firstView } from './area.ts';
import { type Cluster, clustersOf, isSinglePoint } from './clusters.ts';
import { Legend } from './legend.tsx';
import { createMarkerLayer, type MarkerLayer } from './marker-layer.ts';
import styles from './places.module.css';
import { PointPopup } from './point-popup.tsx';
import { type Area, mapQuery } from './queries.ts';
import { placeStrings as strings } from './strings.ts';

/** The margin around the content of Fit All, as a share of its size. */
const FIT_PADDING = 0.1;
/** How far beyond its edges the map loads markers, as a share of its size: a short move shows them at once. */
const AHEAD = 0.2;
/** The radius of the circle of "Near here", as a share of the distance from the middle to the nearest edge. */
const CIRCLE = 0.5;

export type Highlights = ReturnType<typeof createStore<readonly string[]>>;

export type MapViewProps = {
  filter: Filter;
  /** The points or cells of the whole world. */
  world: AnecdoteMap;
  /** The viewport in the address of the page; '' for the first view. */
  viewport: string;
  onViewport: (viewport: string) => void;
  onNear: (near: string) => void;
  onTag: (tag: string) => void;
  /** Called with what the map shows, as `west,south,east,north`, and its zoom. */
  onArea: (area: Area) => void;
  /** The squares of the map whose markers and cards are highlighted. */
  highlights: Highlights;
  /** Called when a cluster that no zoom separates was pressed; the list shows its anecdotes. */
  onInseparableCluster: () => void;
};

/** The map with its buttons and its legend. */
export function MapView(props: MapViewProps) {
  const { filter, world, viewport, onViewport, onNear, onTag, onArea, highlights, onInseparableCluster } = props;
  const [map, setMap] = useState<L.Map>();
  const [area, setArea] = useState<Area>();
  const layer = useRef<MarkerLayer>(null);
  const [opened, setOpened] = useState<{ cluster: Cluster; id: string }>();
  /** True while the app moves the map: only moves by the person are written to the address. */
  const isOwnMove = useRef(false);
  /** The present `viewport`, and those that were written to the address since; any other comes from Back or Forward. */
  const written = useRef([viewport]);
  const write = (next: string) => {
    written.current.push(next);
    onViewport(next);
  };
  /** The `extent` that the first view was made for. */
  const shownExtent = useRef('');

  const { data: near } = useQuery({
    ...mapQuery(filter, area),
    enabled: world.points === null && area !== undefined,
    placeholderData: (before) => before,
  });
  const shown = world.points === null ? (near ?? world) : world;

  const moveOwn = (made: L.Map, move: () => void) => {
    isOwnMove.current = true;
    endZoom(made);
    move();
    isOwnMove.current = false;
  };
  const showFirst = (made: L.Map) => {
    const { total_locations: total, bounds } = world;
    shownExtent.current = extentOf(world);
    const { zoom, ...middle } = firstView(total, bounds);
    moveOwn(made, () => {
      if (total > 1 && bounds) showBounds(made, bounds, zoom);
      else made.setView(toLatLng(made, middle), zoom, { animate: false });
    });
  };
  const press = useEffectEvent((made: L.Map, cluster: Cluster) => {
    if (cluster.id !== null) return setOpened({ cluster, id: cluster.id });
    if (isSinglePoint(cluster) || made.getZoom() === MAX_ZOOM) {
      made.setView(toLatLng(made, cluster), MAX_ZOOM);
      onInseparableCluster();
      return;
    }
    const { corners, paddingTopLeft, paddingBottomRight } = fitOptions(made, cluster.bounds);
    const next = made.getZoom() + 1;
    if (made.getBoundsZoom(corners, false, paddingTopLeft.add(paddingBottomRight)) < next) {
      made.setView(toLatLng(made, cluster), next);
    } else showBounds(made, cluster.bounds, MAX_ZOOM, true);
  });
  const reportArea = useEffectEvent((made: L.Map) => {
    const bounds = made.getBounds();
    const edges = {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    };
    const { lat, lng } = made.getCenter();
    const zoomAndMiddle = { zoom: Math.round(made.getZoom()), middle: wrapLongitude(lng) };
    setArea({ bbox: bboxText(edges, AHEAD), ...zoomAndMiddle });
    onArea({ bbox: bboxText(edges), ...zoomAndMiddle });
    if (!isOwnMove.current) write(viewportText({ lat, lng, zoom: made.getZoom() }));
  });

  const ready = (made: L.Map) => {
    layer.current = createMarkerLayer(made, { onPress: (cluster) => press(made, cluster), onPoint: highlights.set });
    const forget = highlights.subscribe(() => layer.current?.highlight(highlights.get()));
    if (!parseViewport(viewport)) showFirst(made);
    made.on('moveend', () => reportArea(made));
    moveOwn(made, () => reportArea(made));
    setMap(made);
    return () => {
      forget();
      layer.current = null;
      setMap(undefined);
    };
  };

  useEffect(() => {
    if (!map || !area) return;
    layer.current?.show(clustersOf(shown, area));
  }, [map, area, shown]);
  const extent = extentOf(world);
  const isOpened = opened !== undefined;
  /**
   * Shows the viewport that Back or Forward has brought. Shows the first view again when the extent of the anecdotes
   * changes, until the person moves the map.
   */
  const follow = useEffectEvent((made: L.Map) => {
    const index = written.current.lastIndexOf(viewport);
    written.current = index < 0 ? [viewport] : written.current.slice(index);
    const isBrought = index < 0;
    const brought = isBrought && parseViewport(viewport);
    if (brought) moveOwn(made, () => made.setView(toLatLng(made, brought), brought.zoom, { animate: false }));
    else if (viewport === '' && (isBrought || (!isOpened && shownExtent.current !== extent))) showFirst(made);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when a popup that was open is closed
  useEffect(() => {
    if (map) follow(map);
  }, [map, viewport, extent, isOpened]);
  useEffect(() => {
    const circle = parseCircle(filter.near);
    if (!map || !circle) return;
    const drawn = L.circle(toLatLng(map, circle), {
      radius: circle.km * 1000,
      className: styles.circle ?? '',
      interactive: false,
    }).addTo(map);
    return () => void drawn.remove();
  }, [map, filter.near]);

  const narrow = () => {
    if (!map) return;
    const { lat, lng } = map.getCenter();
    const bounds = map.getBounds();
    const half = Math.min(
      map.distance([lat, lng], [lat, bounds.getEast()]),
      map.distance([lat, lng], [bounds.getNorth(), lng]),
    );
    onNear(circleText({ lat, lng: wrapLongitude(lng), km: (half * CIRCLE) / 1000 }));
  };
  const closePopup = (hadFocus: boolean) => {
    if (opened && hadFocus) layer.current?.focus(opened.cluster);
    setOpened(undefined);
  };

  return (
    <div className={styles.mapSide} data-opened={isOpened ? '' : undefined}>
      <MapCanvas
        label={strings.map}
        view={parseViewport(viewport) ?? defaultView}
        onReady={ready}
        className={styles.map}
        scrollsPage
      >
        <div className={`${styles.buttons} unprinted`}>
          <Button
            onClick={() => map && world.bounds && showBounds(map, world.bounds, MAX_ZOOM)}
            disabled={!world.bounds}
          >
            {strings.fitAll}
          </Button>
          <Button
            onClick={() => {
              if (map) showFirst(map);
              write('');
            }}
          >
            {strings.reset}
          </Button>
          <Button title={strings.nearHereHelp} onClick={narrow}>
            <TargetIcon />
            {strings.nearHere}
          </Button>
        </div>
      </MapCanvas>
      {map && opened && (
        <PointPopup key={opened.id} map={map} id={opened.id} at={opened.cluster} onClose={closePopup} />
      )}
      <Legend tags={world.tags} onTag={onTag} />
    </div>
  );
}

/** What the first view depends on: whether there are none, one or several places, and where they are. */
function extentOf({ total_locations, bounds }: AnecdoteMap): string {
  return JSON.stringify([Math.min(2, total_locations), bounds]);
}

/** Shows all of `bounds` clear of the buttons on the map, zoomed in to `nearest` at most. */
function showBounds(map: L.Map, bounds: Bounds, nearest: number, animate = false): void {
  const { corners, ...padding } = fitOptions(map, bounds);
  map.fitBounds(corners, { maxZoom: nearest, animate, ...padding });
}

/** What Leaflet needs to fit `bounds`: their corners with room around them, and the pixels that buttons may cover. */
function fitOptions(map: L.Map, bounds: Bounds) {
  const container = map.getContainer();
  const frame = container.getBoundingClientRect();
  const zoom = container.querySelector('.leaflet-control-zoom')?.getBoundingClientRect();
  const buttons = container.parentElement?.querySelector(`.${styles.buttons}`)?.getBoundingClientRect();
  return {
    corners: L.latLngBounds(cornersOf(bounds)).pad(FIT_PADDING),
    paddingTopLeft: L.point(zoom ? zoom.right - frame.left : 0, 0),
    paddingBottomRight: L.point(0, buttons ? frame.bottom - buttons.top : 0),
  };
}
