import type { OperationView, TagChange } from '@anecdotes/contracts';
import { counted, format } from '../../lib/format.ts';

const anecdotes = (count: number) => counted(count, 'anecdote');

/** The sentences of the screen of tags. */
export const tagStrings = {
  lead: 'Rename a tag, merge it into another, or delete it from all your anecdotes.',
  search: 'Search your tags',
  sort: 'Sort by',
  sorts: { count: 'Most used', name: 'Name', last_used: 'Last used' },
  count: (all: number) => counted(all, 'tag'),
  found: (found: number) => `${format.number(found)} found`,
  list: 'Tags',
  anecdotes,
  lastUsed: 'Last used',
  show: (tag: string) => `Show the anecdotes with ${tag}`,
  loading: 'Loading tags…',
  loadFailed: 'Failed to load your tags',
  moreFailed: "More tags couldn't be loaded.",
  showMore: 'Show more',
  emptyTitle: 'No tags yet',
  emptyText: 'Tags that you give your anecdotes are listed here.',
  noneTitle: 'No tag contains that',
  showAll: 'Show all tags',
  rename: 'Rename',
  merge: 'Merge',
  remove: 'Delete',
  named: (action: string, tag: string) => `${action} ${tag}`,
  renameTitle: (tag: string) => `Rename “${tag}”`,
  mergeTitle: (tag: string) => `Merge “${tag}” into another tag`,
  newName: 'New name',
  target: 'Merge into',
  existing: 'Your tags',
  nameMissing: 'Please name a tag',
  nameSame: 'Please choose another name',
  nameComma: 'A tag has no comma',
  renameHelp: (count: number) => `On ${anecdotes(count)}.`,
  mergeHelp: (tag: string, count: number) => `You have “${tag}” on ${anecdotes(count)} already: the two become one.`,
  starting: 'Starting…',
  deleteTitle: (tag: string) => `Delete “${tag}”?`,
  deleteText: (count: number) => `It is removed from ${anecdotes(count)}. The anecdotes stay.`,
  changeFailed: "The tag couldn't be changed",
  undoFailed: "This couldn't be undone",
  stopFailed: "This couldn't be stopped",
  noneLeft: 'No anecdote has this tag any more.',
  ended: ({ kind, status, changed, total }: OperationView) => {
    const done = kind === 'undo' ? 'changed back' : 'changed';
    if (status === 'cancelled') return `Stopped: ${format.number(changed)} of ${anecdotes(total)} ${done}`;
    return changed === 0 ? 'No anecdote had to be changed' : `${anecdotes(changed)} ${done}`;
  },
  unreadable: (count: number) => `${anecdotes(count)} couldn't be read and stayed as they were.`,
  running: ({ kind, change, done, total }: OperationView) =>
    `${kind === 'undo' ? 'Undoing' : 'Under way'}: ${change === null ? '' : describe(change)}. ${format.number(done)} of ${anecdotes(total)}`,
  progress: 'Progress of the change',
  stop: 'Stop',
  stopNamed: (change: TagChange) => `Stop: ${describe(change)}`,
  stopping: 'Stopping…',
  recent: 'Recent changes',
  reach: ({ status, changed, total }: Pick<OperationView, 'status' | 'changed' | 'total'>) =>
    status === 'cancelled' ? `Stopped after ${format.number(changed)} of ${anecdotes(total)}` : anecdotes(changed),
  describe,
  undoNamed: (change: TagChange) => `Undo: ${describe(change)}`,
} as const;

function describe({ from, to }: TagChange): string {
  return to === null ? `“${from}” deleted` : `“${from}” replaced by “${to}”`;
}
