import type { AnecdoteMap, Bounds } from '@anecdotes/contracts';
import { mapConstants } from '../../map/constants.ts';
import { nearestCopy, type Point } from '../../map/point.ts';
import { worldPixels } from '../../map/tiles.ts';

/**
 * What one marker shows: an anecdote, or several that are too close together for markers of their own. Longitudes are
 * those of the copy of the earth that is drawn, so they may be beyond 180.
 */
export type Cluster = Point & {
  /** Identifies it among the clusters of one zoom. */
  key: string;
  /** The squares of the map that its anecdotes are in. */
  squares: readonly string[];
  count: number;
  bounds: Bounds;
  /** The tag that gives the colour. */
  tag: string | null;
  /** The id of its anecdote, when there is only one and its id is known. */
  id: string | null;
};

/** The side of a square in which anecdotes share a marker, in pixels; smaller at the maximum zoom. */
const SQUARE = 56;
const SQUARE_AT_END = 14;

/** The width of the marker of `count` anecdotes, in pixels. */
export function markerWidth(count: number): number {
  if (count === 1) return mapConstants.map.markerSize;
  return count < 10 ? 32 : count < 100 ? 38 : count < 1_000 ? 44 : 52;
}

/** The zoom and position of a map, as far as they decide how anecdotes are clustered. */
export type Look = {
  zoom: number;
  /** True at the maximum zoom. */
  isEnd: boolean;
  /** The longitude of the middle. Points are drawn on the copy of the earth that is nearest to it. */
  middle: number;
};

/** The `Look` of a map at `zoom` around `middle`. */
export function lookAt({ zoom, middle }: Pick<Look, 'zoom' | 'middle'>): Look {
  return { zoom, middle, isEnd: zoom === mapConstants.map.maxZoom };
}

/** The name of the square of the map that `point` is in. */
export function squareOf({ lat, lng }: Point, { zoom, isEnd, middle }: Look): string {
  return nameOf(placeOf(worldPixels({ lat, lng: nearestCopy(lng, middle) }, zoom), isEnd), zoom);
}

/** A square as one number: column * ROWS + row. */
type Place = number;
const ROWS = 2 ** 24;

function placeOf([x, y]: readonly [number, number], isEnd: boolean): Place {
  const side = isEnd ? SQUARE_AT_END : SQUARE;
  return Math.floor(x / side) * ROWS + Math.floor(y / side);
}

function nameOf(place: Place, zoom: number): string {
  const column = Math.floor(place / ROWS);
  return `${zoom}:${column}:${place - column * ROWS}`;
}

/** A cluster while it is being filled: its position in pixels, its squares, and how many anecdotes have each tag. */
type Growing = Omit<Cluster, 'key' | 'squares'> & {
  pixels: [x: number, y: number];
  places: Place[];
  tags: Map<string | null, number>;
};

/** Joins the points or cells of a map to clusters whose markers do not overlap. */
export function clustersOf(
  { points, cells }: Pick<AnecdoteMap, 'points' | 'cells'>,
  { zoom, isEnd, middle }: Look,
): Cluster[] {
  const grid = new Map<Place, Growing>();
  const add = (item: Omit<Cluster, 'key' | 'squares'>) => {
    const pixels = worldPixels(item, zoom);
    const place = placeOf(pixels, isEnd);
    const cluster = { ...item, pixels, places: [place], tags: new Map([[item.tag, item.count]]) };
    const there = grid.get(place);
    if (there) putInto(there, cluster);
    else grid.set(place, cluster);
  };
  for (const { id, lat, lng: given, tag } of points ?? []) {
    const lng = nearestCopy(given, middle);
    add({ id, lat, lng, tag, count: 1, bounds: [lng, lat, lng, lat] });
  }
  for (const { lat, lng: given, tag, count, bounds } of cells ?? []) {
    const lng = nearestCopy(given, middle);
    const [west, south, east, north] = bounds;
    const turn = lng - given;
    add({ id: null, lat, lng, tag, count, bounds: [west + turn, south, east + turn, north] });
  }
  joinOverlapping(grid, isEnd);
  return [...grid].map(([place, { pixels: _, tags: __, places, ...cluster }]) => ({
    ...cluster,
    key: nameOf(place, zoom),
    squares: places.map((each) => nameOf(each, zoom)),
  }));
}

/** Joins clusters of neighbouring squares whose markers overlap, smaller ones into larger ones. */
function joinOverlapping(grid: Map<Place, Growing>, isEnd: boolean): void {
  const side = isEnd ? SQUARE_AT_END : SQUARE;
  let widest = 0;
  for (const [place, cluster] of [...grid].sort(([, a], [, b]) => b.count - a.count)) {
    while (grid.get(place) === cluster) {
      widest = Math.max(widest, markerWidth(cluster.count));
      // The middle of a joined cluster may be outside of the square that it is stored under.
      const reach = Math.ceil((markerWidth(cluster.count) + widest) / 2 / side) + 1;
      const overlapping = overlappingIn(grid, cluster, reach, isEnd);
      if (overlapping.length === 0) break;
      for (const [other, joined] of overlapping) {
        putInto(cluster, joined);
        cluster.places.push(...joined.places);
        grid.delete(other);
      }
    }
  }
}

/** The clusters at most `reach` squares away whose markers overlap that of `cluster`. */
function overlappingIn(grid: Map<Place, Growing>, cluster: Growing, reach: number, isEnd: boolean): [Place, Growing][] {
  const middle = placeOf(cluster.pixels, isEnd);
  const found: [Place, Growing][] = [];
  for (let column = -reach; column <= reach; column += 1) {
    for (let row = -reach; row <= reach; row += 1) {
      const place = middle + column * ROWS + row;
      const other = grid.get(place);
      if (other && other !== cluster && overlap(cluster, other)) found.push([place, other]);
    }
  }
  return found;
}

function overlap(
  { pixels: [x, y], count }: Growing,
  { pixels: [otherX, otherY], count: otherCount }: Growing,
): boolean {
  return Math.hypot(x - otherX, y - otherY) < (markerWidth(count) + markerWidth(otherCount)) / 2;
}

/** Adds the anecdotes of `other` to `cluster`, which is drawn in the middle of all of them. */
function putInto(cluster: Growing, other: Growing): void {
  const count = cluster.count + other.count;
  const share = other.count / count;
  cluster.lat += (other.lat - cluster.lat) * share;
  cluster.lng += (other.lng - cluster.lng) * share;
  cluster.pixels = [
    cluster.pixels[0] + (other.pixels[0] - cluster.pixels[0]) * share,
    cluster.pixels[1] + (other.pixels[1] - cluster.pixels[1]) * share,
  ];
  cluster.count = count;
  cluster.bounds = union(cluster.bounds, other.bounds);
  cluster.id = null;
  for (const [tag, more] of other.tags) {
    const uses = (cluster.tags.get(tag) ?? 0) + more;
    cluster.tags.set(tag, uses);
    if (uses > (cluster.tags.get(cluster.tag) ?? 0)) cluster.tag = tag;
  }
}

/** True when all anecdotes of a cluster have the same coordinates: no zoom separates them. */
export function isOneSpot({ bounds: [west, south, east, north] }: Cluster): boolean {
  return west === east && south === north;
}

/** The bounds around both. Their longitudes must be those of the same copy of the earth. */
function union(one: Bounds, other: Bounds): Bounds {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}
