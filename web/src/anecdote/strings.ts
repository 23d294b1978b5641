import type { ChainSummary, RelatedReason } from '@anecdotes/contracts';
import { counted, format, isolatedIfRightToLeft } from '../lib/format.ts';

const unit = (name: string) =>
  new Intl.NumberFormat(undefined, { style: 'unit', unit: name, unitDisplay: 'long', maximumFractionDigits: 1 });
const [hours, days, kilometres] = [unit('hour'), unit('day'), unit('kilometer')];
/** The maximum number of shared tags or words that are named. */
const SHARED = 3;

/** The texts about anecdotes that several screens share. */
export const anecdoteStrings = {
  loading: 'Loading anecdotes…',
  open: 'Open the anecdote of',
  notLoaded: 'Not loaded',
  didYouMean: (words: string) => `Did you mean “${words}”?`,
  readMore: 'Read more',
  readLess: 'Read less',
  filterBy: (tag: string) => `Click to filter by ${tag}`,
  customLocation: 'Custom location',
  more: (more: number) => `+${format.number(more)}`,
  showPoint: (place: string) => `Show the coordinates: ${place}`,
  othersNear: 'Others near this place',
  openInMaps: 'Open in maps',
  sameHere: 'Same Here',
  viewTimeline: 'View timeline',
  noTimeline: 'No connected anecdote',
  loadFailed: 'Failed to load anecdote for editing',
  continueThis: 'Continue this',
  connectTo: 'Connect to…',
  edit: 'Edit',
  remove: 'Delete',
  removed: (anecdotes: number) =>
    anecdotes === 1 ? 'Anecdote deleted' : `${format.number(anecdotes)} anecdotes deleted`,
  removeFailed: 'Failed to delete anecdote',
  restored: (anecdotes: number) =>
    anecdotes === 1 ? 'Anecdote restored' : `${format.number(anecdotes)} anecdotes restored`,
  restoreFailed: 'Failed to restore anecdote',
  deleted: 'A deleted anecdote',
  chain: ({ before, after, branches, cut }: ChainSummary) => {
    const parts = [
      `Anecdote ${format.number(before + 1)} of ${cut ? 'more than ' : ''}${format.number(before + 1 + after)}`,
      ...(branches > 0 ? [counted(branches, 'branch', 'branches')] : []),
    ];
    return `${parts.join(', ')}. View connections`;
  },
  backToAll: 'Back to All Anecdotes',
  connect: {
    title: (start: string) => (start ? `Connect “${start}” to another anecdote` : 'Connect to another anecdote'),
    prompt: 'Search your anecdotes to connect to...',
    help: (start: string) => `Choose the anecdote that “${isolatedIfRightToLeft(start)}” continues.`,
    continues: (start: string) => `It continues “${isolatedIfRightToLeft(start)}” now.`,
    remove: 'Remove connection',
    related: 'Looks related',
    noneRelated: 'Nothing looks related. Search for the anecdote it continues.',
    found: 'Found anecdotes',
    failed: 'Search failed',
  },
  reason: (reason: RelatedReason) => {
    switch (reason.kind) {
      case 'tags':
        return `both tagged ${reason.values.slice(0, SHARED).join(', ')}`;
      case 'words':
        return `both mention ${reason.values.slice(0, SHARED).join(', ')}`;
      case 'place':
        return reason.km < 0.1 ? 'same place' : `${kilometres.format(reason.km)} apart`;
      case 'time':
        if (reason.hours < 1) return 'within an hour';
        return `${reason.hours < 24 ? hours.format(Math.round(reason.hours)) : days.format(Math.round(reason.hours / 24))} apart`;
    }
  },
  steps: {
    name: 'Along the chain',
    previous: 'Previous',
    next: 'Next',
    branch: (at: number, of: number) => `Branch ${format.number(at)} of ${format.number(of)}`,
    branchHelp: 'Go to the next branch',
    asText: 'Read as one text',
  },
  filters: {
    quick: { energy: 'Energy', problems: 'Problems', positive: 'Positive' },
    periods: { all: 'All Time', week: 'Last Week', month: 'Last Month', custom: 'Custom Range' },
    clearFilters: 'Clear All Filters',
    since: (day: string) => `From ${day}`,
    until: (day: string) => `To ${day}`,
    near: (km: number, point: string) => `Within ${format.number(km)} km of ${point}`,
  },
  views: {
    timeline: 'Timeline',
    grid: 'Grid',
    geo: 'Geo',
    graph: 'Graph',
  },
} as const;
