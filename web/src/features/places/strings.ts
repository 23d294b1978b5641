import { counted, format } from '../../lib/format.ts';

/** The sentences of the map of anecdotes. */
export const placeStrings = {
  title: 'Anecdotes Map',
  locations: (total: number) => counted(total, 'location'),
  total: (total: number) => counted(total, 'total anecdote'),
  fitAll: 'Fit All',
  reset: 'Reset',
  nearHere: 'Near here',
  nearHereHelp: 'Show only what is around the middle of the map',
  map: 'Map. Arrow keys move it, plus and minus zoom. The anecdotes in sight are in the list after it.',
  legend: 'Tags',
  moreTags: (more: number) => `${format.number(more)} more`,
  fewerTags: 'Fewer',
  marker: (tag: string | null) => (tag === null ? 'An anecdote' : `An anecdote, ${tag}`),
  cluster: (total: number) => `${format.number(total)} anecdotes`,
  inSight: (total: number | undefined) =>
    total === undefined ? 'Anecdotes in this part of the map' : `${format.number(total)} in this part of the map`,
  nothingInSight: 'Nothing in this part of the map.',
  noPlaces: 'None of these anecdotes is on the map yet.',
  more: 'Show more',
  edit: 'Edit',
  openInMaps: 'Open in Maps',
  loadingPopup: 'Loading…',
  popup: 'Anecdote on the map',
  elsewhere: (total: number) => `Anecdotes without Location (${format.number(total)})`,
  failed: "The map's anecdotes couldn't be loaded.",
} as const;
