import type { AnecdoteMap, Bounds } from '@anecdotes/contracts';
import { nearestCopy, type Point } from '../../map/point.ts';
import { worldPixels } from '../../map/tiles.ts';
import { MAX_ZOOM } from '../../map/viewport.ts';

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
const SQUARE_AT_MAX_ZOOM = 14;

/** The width of the marker of `count` anecdotes, in pixels. */
export function markerWidth(count: number): number {
  if (count === 1) return 20;
  return count < 10 ? 32 : count < 100 ? 38 : count < 1_000 ? 44 : 52;
}

/** The zoom and position of a map, as far as they decide how anecdotes are clustered. */
type ClusterView = {
  zoom: number;
  /** The longitude of the middle. Points are drawn on the copy of the earth that is nearest to it. */
  middle: number;
};

/** The name of the square of the map that `point` is in. */
export function squareOf({ lat, lng }: Point, { zoom, middle }: ClusterView): string {
  return nameOf(squareNumberAt(worldPixels({ lat, lng: nearestCopy(lng, middle) }, zoom), sideAt(zoom)), zoom);
}

/** The side of a square in pixels. */
function sideAt(zoom: number): number {
  return zoom === MAX_ZOOM ? SQUARE_AT_MAX_ZOOM : SQUARE;
}

/** A square as one number: column * ROWS + row. */
type SquareNumber = number;
const ROWS = 2 ** 24;

function squareNumberAt([x, y]: readonly [number, number], side: number): SquareNumber {
  return Math.floor(x / side) * ROWS + Math.floor(y / side);
}

function nameOf(square: SquareNumber, zoom: number): string {
  const column = Math.floor(square / ROWS);
  return `${zoom}:${column}:${square - column * ROWS}`;
}

/** A cluster while it is being filled: its position in pixels, its squares, and how many anecdotes have each tag. */
type UnfinishedCluster = Omit<Cluster, 'key' | 'squares'> & {
  pixels: [x: number, y: number];
  squareNumbers: SquareNumber[];
  tags: Map<string | null, number>;
};

/** Joins the points or cells of a map to clusters whose markers do not overlap. */
export function clustersOf(
  { points, cells }: Pick<AnecdoteMap, 'points' | 'cells'>,
  { zoom, middle }: ClusterView,
): Cluster[] {
  const side = sideAt(zoom);
  const grid = new Map<SquareNumber, UnfinishedCluster>();
  const add = (item: Omit<Cluster, 'key' | 'squares'>) => {
    const pixels = worldPixels(item, zoom);
    const square = squareNumberAt(pixels, side);
    const cluster = { ...item, pixels, squareNumbers: [square], tags: new Map([[item.tag, item.count]]) };
    const existing = grid.get(square);
    if (existing) mergeInto(existing, cluster);
    else grid.set(square, cluster);
  };
  for (const { id, lat, lng: given, tag } of points ?? []) {
    const lng = nearestCopy(given, middle);
    add({ id, lat, lng, tag, count: 1, bounds: [lng, lat, lng, lat] });
  }
  for (const { lat, lng: given, tag, count, bounds } of cells ?? []) {
    const lng = nearestCopy(given, middle);
    const [west, south, east, north] = bounds;
    const shift = lng - given;
    add({ id: null, lat, lng, tag, count, bounds: [west + shift, south, east + shift, north] });
  }
  joinOverlapping(grid, side);
  return [...grid].map(([square, { pixels: _, tags: __, squareNumbers, ...cluster }]) => ({
    ...cluster,
    key: nameOf(square, zoom),
    squares: squareNumbers.map((each) => nameOf(each, zoom)),
  }));
}

/** Joins clusters of neighbouring squares whose markers overlap, smaller ones into larger ones. */
function joinOverlapping(grid: Map<SquareNumber, UnfinishedCluster>, side: number): void {
  let widest = 0;
  for (const [square, cluster] of [...grid].sort(([, a], [, b]) => b.count - a.count)) {
    while (grid.get(square) === cluster) {
      widest = Math.max(widest, markerWidth(cluster.count));
      // The middle of a joined cluster may be outside of the square that it is stored under.
      const reach = Math.ceil((markerWidth(cluster.count) + widest) / 2 / side) + 1;
      const overlapping = overlappingIn(grid, cluster, reach, side);
      if (overlapping.length === 0) break;
      for (const [other, joined] of overlapping) {
        mergeInto(cluster, joined);
        cluster.squareNumbers.push(...joined.squareNumbers);
        grid.delete(other);
      }
    }
  }
}

/** The clusters at most `reach` squares away whose markers overlap that of `cluster`. */
function overlappingIn(
  grid: Map<SquareNumber, UnfinishedCluster>,
  cluster: UnfinishedCluster,
  reach: number,
  side: number,
): [SquareNumber, UnfinishedCluster][] {
  const middle = squareNumberAt(cluster.pixels, side);
  const found: [SquareNumber, UnfinishedCluster][] = [];
  for (let column = -reach; column <= reach; column += 1) {
    for (let row = -reach; row <= reach; row += 1) {
      const square = middle + column * ROWS + row;
      const other = grid.get(square);
      if (other && other !== cluster && overlap(cluster, other)) found.push([square, other]);
    }
  }
  return found;
}

function overlap(
  { pixels: [x, y], count }: UnfinishedCluster,
  { pixels: [otherX, otherY], count: otherCount }: UnfinishedCluster,
): boolean {
  return Math.hypot(x - otherX, y - otherY) < (markerWidth(count) + markerWidth(otherCount)) / 2;
}

/** Adds the anecdotes of `other` to `cluster`, which is drawn in the middle of all of them. */
function mergeInto(cluster: UnfinishedCluster, other: UnfinishedCluster): void {
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
export function isSinglePoint({ bounds: [west, south, east, north] }: Cluster): boolean {
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
