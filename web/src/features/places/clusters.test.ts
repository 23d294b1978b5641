import type { MapCell, MapPoint } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { clustersOf, isOneSpot } from './clusters.ts';

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
