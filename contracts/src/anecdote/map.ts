import { z } from 'zod';

const count = z.int().nonnegative();
const Tag = z.object({ name: z.string(), count });
const Latitude = z.number().min(-90).max(90);
const Longitude = z.number().min(-180).max(180);

/** `[west, south, east, north]` in degrees; west is greater than east where the box spans the date line. */
export const Bounds = z.tuple([Longitude, Latitude, Longitude, Latitude]);
export type Bounds = z.infer<typeof Bounds>;

/** An anecdote on the map, with its first tag. */
export const MapPoint = z.object({
  id: z.uuid(),
  lat: Latitude,
  lng: Longitude,
  tag: z.string().nullable().describe('Its first tag.'),
});
export type MapPoint = z.infer<typeof MapPoint>;

/** A group of anecdotes near each other: their approximate centre of gravity and their most frequent first tag. */
export const MapCell = z.object({
  lat: Latitude.describe('The latitude of the centre of gravity; lng is its longitude.'),
  lng: Longitude,
  count: z.int().positive(),
  bounds: Bounds.describe('The box around all of them; a single point when they all have the same coordinates.'),
  tag: z.string().nullable().describe('The most frequent first tag.'),
});
export type MapCell = z.infer<typeof MapCell>;

/**
 * `GET /anecdotes/map`: totals of the whole filtered journal, and what is in the viewport: each anecdote as a point
 * when there are at most 2,000, else cells. A cell is counted as a whole, even when the edge of the viewport cuts it.
 */
export const AnecdoteMap = z
  .object({
    total_anecdotes: count,
    total_locations: count,
    without_location: count,
    bounds: Bounds.nullable().describe('The smallest box around all located anecdotes, whatever the viewport.'),
    tags: z.array(Tag).describe('The first tags of the located anecdotes, the most frequent first, at most 50.'),
    points: z.array(MapPoint).nullable(),
    cells: z.array(MapCell).nullable().describe('Instead of points, if these would be more than 2,000.'),
  })
  .refine(({ points, cells }) => (points === null) !== (cells === null), { error: 'Must have points or cells' });
export type AnecdoteMap = z.infer<typeof AnecdoteMap>;
