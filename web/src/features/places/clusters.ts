import type { AnecdoteMap, Bounds } from '@anecdotes/contracts';
import { mapConstants } from '../../map/constants.ts';
import type { Point } from '../../map/point.ts';
import { worldPixels } from '../../map/tiles.ts';

/** What one marker stands for: an anecdote, or several that are too near each other to be drawn apart. */
export type Cluster = Point & {
  /** Names it among the others of its zoom. */
  key: string;
  /** The squares of the map that its anecdotes are in. */
  squares: readonly string[];
  count: number;
  bounds: Bounds;
  /** The tag that gives the colour. */
  tag: string | null;
  /** The anecdote of a single one, where it is known. */
  id: string | null;
};

/** The side of the square in which anecdotes share a marker, in pixels; nearest, only what is on top of each other. */
const SQUARE = 56;
const SQUARE_AT_END = 14;

/** The width of the marker of so many anecdotes, in pixels. */
export function markerWidth(count: number): number {
  if (count === 1) return mapConstants.map.markerSize;
  return count < 10 ? 32 : count < 100 ? 38 : count < 1_000 ? 44 : 52;
}
const WIDEST = markerWidth(1_000);

/** Names the square of the map that `point` is in. */
export function squareOf(point: Point, zoom: number, isEnd: boolean): string {
  return nameOf(cornerOf(point, zoom, isEnd), zoom);
}

type Corner = readonly [column: number, row: number];

function cornerOf(point: Point, zoom: number, isEnd: boolean): Corner {
  const side = isEnd ? SQUARE_AT_END : SQUARE;
  const [x, y] = worldPixels({ lat: point.lat, lng: onOneSide(point.lng) }, zoom);
  return [Math.floor(x / side), Math.floor(y / side)];
}

function nameOf([column, row]: Corner, zoom: number): string {
  return `${zoom}:${column}:${row}`;
}

/** A cluster while anecdotes are put into it; `tags` counts theirs. */
type Growing = Cluster & { tags: Map<string | null, number> };

/** The points or cells of a map, joined where their markers would cover each other. */
export function clustersOf(
  { points, cells }: Pick<AnecdoteMap, 'points' | 'cells'>,
  zoom: number,
  isEnd: boolean,
): Cluster[] {
  const grid = new Map<string, Growing>();
  const add = (item: Omit<Cluster, 'key' | 'squares'>) => {
    const key = squareOf(item, zoom, isEnd);
    const cluster = { ...item, key, squares: [key], tags: new Map([[item.tag, item.count]]) };
    const there = grid.get(key);
    if (there) putInto(there, cluster);
    else grid.set(key, cluster);
  };
  for (const { id, lat, lng: given, tag } of points ?? []) {
    const lng = onOneSide(given);
    add({ id, lat, lng, tag, count: 1, bounds: [lng, lat, lng, lat] });
  }
  for (const { lat, lng, tag, count, bounds } of cells ?? []) {
    const [west, south, east, north] = bounds;
    const isOnLine = west === 180;
    add({
      id: null,
      lat,
      lng: isOnLine ? -180 : lng,
      tag,
      count,
      bounds: isOnLine ? [-180, south, east === 180 ? -180 : east, north] : bounds,
    });
  }
  joinOverlapping(grid, zoom, isEnd);
  return [...grid.values()].map(({ tags: _, ...cluster }) => cluster);
}

/** Joins clusters of neighbouring squares whose markers overlap, smaller ones into larger ones. */
function joinOverlapping(grid: Map<string, Growing>, zoom: number, isEnd: boolean): void {
  for (const cluster of [...grid.values()].sort((a, b) => b.count - a.count)) {
    while (grid.get(cluster.key) === cluster) {
      const overlapping = neighboursOf(cluster, grid, zoom, isEnd).filter((other) => overlap(cluster, other, zoom));
      if (overlapping.length === 0) break;
      for (const other of overlapping) {
        putInto(cluster, other);
        cluster.squares = [...cluster.squares, ...other.squares];
        grid.delete(other.key);
      }
    }
  }
}

/** The clusters whose squares are near enough to that of `cluster` for their markers to overlap. */
function neighboursOf(cluster: Growing, grid: Map<string, Growing>, zoom: number, isEnd: boolean): Growing[] {
  // One that has joined others may have left its square.
  const reach = Math.ceil(WIDEST / (isEnd ? SQUARE_AT_END : SQUARE)) + 1;
  const [column, row] = cornerOf(cluster, zoom, isEnd);
  const found: Growing[] = [];
  for (let x = column - reach; x <= column + reach; x += 1) {
    for (let y = row - reach; y <= row + reach; y += 1) {
      const other = grid.get(nameOf([x, y], zoom));
      if (other && other !== cluster) found.push(other);
    }
  }
  return found;
}

function overlap(one: Cluster, other: Cluster, zoom: number): boolean {
  const [[x, y], [otherX, otherY]] = [worldPixels(one, zoom), worldPixels(other, zoom)];
  return Math.hypot(x - otherX, y - otherY) < (markerWidth(one.count) + markerWidth(other.count)) / 2;
}

/** Adds the anecdotes of `other` to `cluster`. */
function putInto(cluster: Growing, other: Growing): void {
  const count = cluster.count + other.count;
  cluster.lat += ((other.lat - cluster.lat) * other.count) / count;
  cluster.lng += ((other.lng - cluster.lng) * other.count) / count;
  cluster.count = count;
  cluster.bounds = union(cluster.bounds, other.bounds);
  cluster.id = null;
  for (const [tag, more] of other.tags) {
    const uses = (cluster.tags.get(tag) ?? 0) + more;
    cluster.tags.set(tag, uses);
    if (uses > (cluster.tags.get(cluster.tag) ?? 0)) cluster.tag = tag;
  }
}

/** The date line has two longitudes; this is the same one for both. */
function onOneSide(lng: number): number {
  return lng === 180 ? -180 : lng;
}

/** True when all of a cluster are on one spot: no zoom takes them apart. */
export function isOneSpot({ bounds: [west, south, east, north] }: Cluster): boolean {
  return west === east && south === north;
}

/** Of two that lie on one side of the date line. */
function union(one: Bounds, other: Bounds): Bounds {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}
