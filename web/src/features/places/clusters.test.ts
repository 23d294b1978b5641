import type { MapCell, MapPoint } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { worldPixels } from '../../map/tiles.ts';
import { clustersOf, isOneSpot, markerWidth, squareOf } from './clusters.ts';

const point = (id: string, lat: number, lng: number, tag: string | null = null): MapPoint => ({ id, lat, lng, tag });

test('points that would cover each other are one cluster, in the colour of their commonest tag', () => {
  const points = [point('a', 47, 8, 'work'), point('b', 47.001, 8, 'rain'), point('c', 47.002, 8, 'rain')];
  const [cluster, ...rest] = clustersOf({ points: [...points, point('d', -33, 151)], cells: null }, 8, false);
  expect(cluster).toMatchObject({ count: 3, tag: 'rain', id: null, bounds: [8, 47, 8, 47.002] });
  expect(cluster?.lat).toBeCloseTo(47.001);
  expect(rest).toMatchObject([{ count: 1, id: 'd', tag: null }]);
});

test('nearer, the same points are apart, and at the end only those on one spot are not', () => {
  const points = [point('a', 47, 8), point('b', 47.001, 8), point('c', 47.001, 8)];
  expect(clustersOf({ points, cells: null }, 17, false)).toHaveLength(2);
  const [, spot] = clustersOf({ points, cells: null }, 18, true);
  expect(spot && isOneSpot(spot)).toBe(true);
  expect(spot?.count).toBe(2);
});

test('markers of neighbouring squares that would overlap are one, which knows the squares of both', () => {
  // At zoom 4 a degree is 11.4 pixels wide; a square ends at 7.03 degrees.
  const points = [point('a', 0, 6.6), point('b', 0, 7.4), point('c', 0, 12)];
  expect(new Set(points.slice(0, 2).map((each) => squareOf(each, 4, false))).size).toBe(2);
  const clusters = clustersOf({ points, cells: null }, 4, false);
  expect(clusters).toMatchObject([{ count: 2 }, { count: 1, id: 'c' }]);
  expect(clusters[0]?.squares.toSorted()).toEqual(
    points
      .slice(0, 2)
      .map((each) => squareOf(each, 4, false))
      .sort(),
  );
});

test('no two markers overlap, and no anecdote is lost, whatever the zoom', () => {
  const points = Array.from({ length: 600 }, (_, index) =>
    point(`${index}`, 40 + ((index * 7_919) % 1_000) / 500, 8 + ((index * 104_729) % 1_000) / 500),
  );
  for (let zoom = 0; zoom <= 18; zoom += 1) {
    const clusters = clustersOf({ points, cells: null }, zoom, zoom === 18);
    expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(600);
    expect(new Set(clusters.flatMap(({ squares }) => squares)).size).toBe(
      clusters.flatMap((each) => each.squares).length,
    );
    const gaps = clusters.flatMap((one, index) =>
      clusters.slice(index + 1).map((other) => {
        const [[x, y], [otherX, otherY]] = [worldPixels(one, zoom), worldPixels(other, zoom)];
        return Math.hypot(x - otherX, y - otherY) - (markerWidth(one.count) + markerWidth(other.count)) / 2;
      }),
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
  const clusters = clustersOf({ points: null, cells }, 3, false);
  expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(5_014);
  expect(clusters.map(({ count }) => count)).toContain(5_000);
});

test('anecdotes on both sides of the date line share a marker there', () => {
  const points = [point('a', 0, 180), point('b', 0, -180), point('c', 0, -179.9)];
  expect(clustersOf({ points, cells: null }, 6, false)).toMatchObject([{ count: 3, bounds: [-180, 0, -179.9, 0] }]);
});
