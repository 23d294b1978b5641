import type { AnecdoteMap, Bounds } from '@anecdotes/contracts';
import type { Point } from '../../map/point.ts';
import { worldPixels } from '../../map/tiles.ts';

/** What one marker stands for: an anecdote, or several that are too near each other to be drawn apart. */
export type Cluster = Point & {
  /** Names the square of the map it is in, at its zoom. */
  key: string;
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

/** Names the square of the map that `point` is in. */
export function squareOf(point: Point, zoom: number, isEnd: boolean): string {
  const side = isEnd ? SQUARE_AT_END : SQUARE;
  const [x, y] = worldPixels({ lat: point.lat, lng: onOneSide(point.lng) }, zoom);
  return `${zoom}:${Math.floor(x / side)}:${Math.floor(y / side)}`;
}

/** The points or cells of a map, joined where their markers would cover each other. */
export function clustersOf({ points, cells }: Pick<AnecdoteMap, 'points' | 'cells'>, zoom: number, isEnd: boolean) {
  const clusters = new Map<string, Cluster & { tags: Map<string | null, number> }>();
  const add = (item: Omit<Cluster, 'key'>) => {
    const key = squareOf(item, zoom, isEnd);
    const there = clusters.get(key);
    if (!there) return void clusters.set(key, { ...item, key, tags: new Map([[item.tag, item.count]]) });
    const count = there.count + item.count;
    there.lat += ((item.lat - there.lat) * item.count) / count;
    there.lng += ((item.lng - there.lng) * item.count) / count;
    there.count = count;
    there.bounds = union(there.bounds, item.bounds);
    there.id = null;
    there.tags.set(item.tag, (there.tags.get(item.tag) ?? 0) + item.count);
    if ((there.tags.get(item.tag) ?? 0) > (there.tags.get(there.tag) ?? 0)) there.tag = item.tag;
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
  return [...clusters.values()].map(({ tags: _, ...cluster }): Cluster => cluster);
}

/** The date line has two longitudes; this is the same one for both. */
function onOneSide(lng: number): number {
  return lng === 180 ? -180 : lng;
}

/** True when all of a cluster are on one spot: no zoom takes them apart. */
export function isOneSpot({ bounds: [west, south, east, north] }: Cluster): boolean {
  return west === east && south === north;
}

/** Of two in one square, which lies on one side of the date line. */
function union(one: Bounds, other: Bounds): Bounds {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}
