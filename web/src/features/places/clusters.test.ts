import type { MapCell, MapPoint } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { worldPixels } from '../../map/tiles.ts';
import { clustersOf, isSinglePoint, markerWidth, squareOf } from './clusters.ts';

const at = (zoom: number, middle = 0) => ({ zoom, middle });
const point = (id: string, lat: number, lng: number, tag: string | null = null): MapPoint => ({ id, lat, lng, tag });

test('points whose markers would overlap are one cluster, in the colour of their most frequent tag', () => {
  const points = [point('a', 47, 8, 'work'), point('b', 47.001, 8, 'rain'), point('c', 47.002, 8, 'rain')];
  const [cluster, ...rest] = clustersOf({ points: [...points, point('d', -33, 151)], cells: null }, at(8));
  expect(cluster).toMatchObject({ count: 3, tag: 'rain', id: null, bounds: [8, 47, 8, 47.002] });
  expect(cluster?.lat).toBeCloseTo(47.001);
  expect(rest).toMatchObject([{ count: 1, id: 'd', tag: null }]);
});

test('at a closer zoom the same points are apart, and at the closest only points on one spot are a cluster', () => {
  const points = [point('a', 47, 8), point('b', 47.001, 8), point('c', 47.001, 8)];
  expect(clustersOf({ points, cells: null }, at(17))).toHaveLength(2);
  const [, spot] = clustersOf({ points, cells: null }, at(18));
  expect(spot && isSinglePoint(spot)).toBe(true);
  expect(spot?.count).toBe(2);
});

test('overlapping markers of neighbouring squares become one cluster with both squares', () => {
  // At zoom 4 a degree is 11.4 pixels wide; a square ends at the longitude 7.03.
  const points = [point('a', 0, 6.6), point('b', 0, 7.4), point('c', 0, 12)];
  expect(new Set(points.slice(0, 2).map((each) => squareOf(each, at(4)))).size).toBe(2);
  const clusters = clustersOf({ points, cells: null }, at(4));
  expect(clusters).toMatchObject([{ count: 2 }, { count: 1, id: 'c' }]);
  expect(clusters[0]?.squares.toSorted()).toEqual(
    points
      .slice(0, 2)
      .map((each) => squareOf(each, at(4)))
      .sort(),
  );
});

test('no two markers overlap, and no anecdote is lost, whatever the zoom', () => {
  const points = Array.from({ length: 600 }, (_, index) =>
    point(`${index}`, 40 + ((index * 7_919) % 1_000) / 500, 8 + ((index * 104_729) % 1_000) / 500),
  );
  for (let zoom = 0; zoom <= 18; zoom += 1) {
    const clusters = clustersOf({ points, cells: null }, at(zoom));
    expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(600);
    expect(new Set(clusters.flatMap(({ squares }) => squares)).size).toBe(
      clusters.flatMap((each) => each.squares).length,
    );
    const discs = clusters.map((each) => ({ at: worldPixels(each, zoom), width: markerWidth(each.count) }));
    const gaps = discs.flatMap(({ at: [x, y], width }, index) =>
      discs
        .slice(index + 1)
        .map(({ at: [otherX, otherY], width: other }) => Math.hypot(x - otherX, y - otherY) - (width + other) / 2),
    );
    expect(gaps.reduce((least, gap) => Math.min(least, gap), 0)).toBe(0);
  }
});

test('cells keep their counts, and none is lost at the poles and on the date line', () => {
  const cell = (lat: number, lng: number, count: number): MapCell => ({
    ...{ lat, lng, count, tag: null },
    bounds: [lng, lat, lng, lat],
  });
  const cells = [cell(90, 0, 2), cell(-90, 0, 3), cell(0, 180, 4), cell(0, -180, 5), cell(0, 0, 5_000)];
  const clusters = clustersOf({ points: null, cells }, at(3));
  expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(5_014);
  expect(clusters.map(({ count }) => count)).toContain(5_000);
});

test('anecdotes on both sides of the date line share a marker there, and are counted once', () => {
  const points = [point('a', 0, 180), point('b', 0, -180), point('c', 0, -179.9), point('d', 0, 179.9)];
  for (const middle of [179, -179]) {
    const [cluster, ...rest] = clustersOf({ points, cells: null }, at(6, middle));
    expect(rest).toEqual([]);
    expect(cluster?.count).toBe(4);
    const [west = 0, , east = 0] = cluster?.bounds ?? [];
    expect(east - west).toBeCloseTo(0.2);
    expect(new Set(points.map((each) => squareOf(each, at(6, middle))))).toEqual(new Set(cluster?.squares));
  }
});

test('cells on both sides of the date line are joined where their markers overlap', () => {
  const cell = (lng: number, count: number): MapCell => ({
    ...{ lat: 0, lng, count, tag: null },
    bounds: [lng - 1, -1, lng + 1, 1],
  });
  const cells = [cell(179, 600), cell(-179, 500), cell(-120, 7)];
  const clusters = clustersOf({ points: null, cells }, at(4, 175));
  expect(clusters).toMatchObject([{ count: 1_100, bounds: [178, -1, 182, 1] }, { count: 7 }]);
});
