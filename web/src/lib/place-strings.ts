const count = new Intl.NumberFormat();

/** The sentences of the view by place, which are loaded with it. */
export const placeStrings = {
  title: 'Places',
  locations: (total: number) => `${count.format(total)} ${total === 1 ? 'location' : 'locations'}`,
  total: (total: number) => `${count.format(total)} total ${total === 1 ? 'anecdote' : 'anecdotes'}`,
  here: (total: number) => `${count.format(total)} ${total === 1 ? 'anecdote' : 'anecdotes'}`,
  openInMaps: 'Open in Maps',
  openPlaceInMaps: (place: string) => `Open in Maps: ${place}`,
  noPlaces: 'None of these anecdotes has a point on the map yet.',
  elsewhere: (total: number) => `Anecdotes without Location (${count.format(total)})`,
  moreHere: (more: number) => `Show ${count.format(more)} more here`,
  morePlaces: (more: number) => `Show ${count.format(more)} more ${more === 1 ? 'location' : 'locations'}`,
  moreElsewhere: (more: number) => `Show ${count.format(more)} more`,
  gathering: (seen: number, total: number) =>
    `Looking through ${count.format(seen)} of ${count.format(total)} anecdotes…`,
  gathered: (seen: number, total: number) =>
    `These are the places of the newest ${count.format(seen)} of ${count.format(total)} anecdotes.`,
  further: 'Look further back',
  failed: 'The rest of the anecdotes could not be loaded',
} as const;
