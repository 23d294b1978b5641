const count = new Intl.NumberFormat();

/** The sentences of the view by place. */
export const placeStrings = {
  title: 'Places',
  locations: (total: number) => `${count.format(total)} ${total === 1 ? 'location' : 'locations'}`,
  total: (total: number) => `${count.format(total)} total ${total === 1 ? 'anecdote' : 'anecdotes'}`,
  here: (total: number) => `${count.format(total)} ${total === 1 ? 'anecdote' : 'anecdotes'}`,
  openInMaps: 'Open in Maps',
  openPlaceInMaps: (place: string) => `Open in Maps: ${place}`,
  noPlaces: 'None of these anecdotes is on the map yet.',
  elsewhere: (total: number) => `Anecdotes without Location (${count.format(total)})`,
  moreHere: (more: number) => `Show ${count.format(more)} more here`,
  morePlaces: (more: number) => `Show ${count.format(more)} more ${more === 1 ? 'location' : 'locations'}`,
  moreElsewhere: (more: number) => `Show ${count.format(more)} more`,
  gathering: (seen: number, total: number) => `Loaded ${count.format(seen)} of ${count.format(total)} anecdotes…`,
  gathered: (seen: number, total: number) =>
    `Showing places from the newest ${count.format(seen)} of ${count.format(total)} anecdotes.`,
  further: 'Load older anecdotes',
  failed: "The other anecdotes couldn't be loaded",
} as const;
