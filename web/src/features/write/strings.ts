import { counted, format } from '../../lib/format.ts';

/** The sentences of writing an anecdote, with the composer or the form. */
export const writeStrings = {
  prompt: 'What happened?',
  moreFields: 'More fields',
  save: 'Save',
  saving: 'Saving…',
  saves: (keys: string) => `${keys} to save`,
  chooseLocation: 'Choose Location',
  clearLocation: 'Clear Location',
  tags: 'Tags',
  addTag: (tag: string) => `Add tag ${tag}`,
  room: (left: number) => `${counted(left, 'character')} left`,
  tooLong: (over: number, most: number) => `${counted(over, 'character')} over the limit of ${format.number(most)}.`,
  littleRoom: 'The text is close to the limit.',
  noRoom: 'The text is too long to save.',
  notAuthenticated: 'User not authenticated',
  pasted: (lines: number) => `${format.number(lines)} lines: one anecdote, or one of each?`,
  keepAsOne: 'Keep as one',
  makeOneEach: (lines: number) => `Make ${format.number(lines)} anecdotes`,
  savedLines: (made: number) => `${format.number(made)} anecdotes saved`,
  refusedLines: (made: number, refused: number, reason: string) =>
    `${counted(made, 'anecdote')} saved. ${format.number(refused)} ` +
    `${refused === 1 ? 'line was refused and stays' : 'lines were refused and stay'} here: ${reason}`,
  undoFailed: 'Failed to undo',
  saved: 'Anecdote saved successfully!',
  createFailed: 'Failed to create anecdote',
  draftRestored: 'Your unsaved draft was restored.',
  draftKept: 'Your draft was kept.',
  draftDiscarded: 'Draft discarded',
  discardDraft: 'Discard',
} as const;
