import { z } from 'zod';

const count = z.int().nonnegative();
const Tag = z.object({ name: z.string(), count });
const Latitude = z.number().min(-90).max(90);
const Longitude = z.number().min(-180).max(180);

/** `[west, south, east, north]` in degrees; west is greater than east where the box spans the date line. */
export const Bounds = z.tuple([Longitude, Latitude, Longitude, Latitude]);
export type Bounds = z.infer<typeof Bounds>;

/** An anecdote on the map, with its first tag. */
export const MapPoint = z.object({ id: z.uuid(), lat: Latitude, lng: Longitude, tag: z.string().nullable() });
export type MapPoint = z.infer<typeof MapPoint>;

/** Anecdotes near each other: about where their centre of gravity is, and their commonest first tag. */
export const MapCell = z.object({
  lat: Latitude,
  lng: Longitude,
  count: z.int().positive(),
  /** Holds them all; a single point where they are all on one spot. */
  bounds: Bounds,
  tag: z.string().nullable(),
});
export type MapCell = z.infer<typeof MapCell>;

/**
 * `GET /anecdotes/map`: the filtered journal as a whole, and what of it is in the viewport: each anecdote as a point
 * when these are at most 2,000, else cells. Cells are told whole, also those that the edge of the viewport cuts.
 */
export const AnecdoteMap = z
  .object({
    total_anecdotes: count,
    total_locations: count,
    without_location: count,
    /** The smallest that hold all located anecdotes, whatever the viewport. */
    bounds: Bounds.nullable(),
    /** The first tags of the located anecdotes, the most frequent first, at most 50. */
    tags: z.array(Tag),
    points: z.array(MapPoint).nullable(),
    cells: z.array(MapCell).nullable(),
  })
  .refine(({ points, cells }) => (points === null) !== (cells === null), { error: 'Must have points or cells' });
export type AnecdoteMap = z.infer<typeof AnecdoteMap>;
