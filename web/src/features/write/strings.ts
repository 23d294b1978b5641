const count = new Intl.NumberFormat();

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
  room: (left: number) => `${count.format(left)} ${left === 1 ? 'character' : 'characters'} left`,
  tooLong: (over: number, most: number) =>
    `${count.format(over)} ${over === 1 ? 'character' : 'characters'} over the limit of ${count.format(most)}.`,
  littleRoom: 'The text is close to the limit.',
  noRoom: 'The text is too long to save.',
  notAuthenticated: 'User not authenticated',
  pasted: (lines: number) => `${count.format(lines)} lines: one anecdote, or one of each?`,
  keepAsOne: 'Keep as one',
  makeOneEach: (lines: number) => `Make ${count.format(lines)} anecdotes`,
  savedLines: (made: number) => `${count.format(made)} anecdotes saved`,
  refusedLines: (made: number, refused: number, reason: string) =>
    `${count.format(made)} ${made === 1 ? 'anecdote' : 'anecdotes'} saved. ${count.format(refused)} ` +
    `${refused === 1 ? 'line was refused and stays' : 'lines were refused and stay'} here: ${reason}`,
  undoFailed: 'Failed to undo',
  saved: 'Anecdote saved successfully!',
  createFailed: 'Failed to create anecdote',
  draftRestored: 'Your unsaved draft was restored.',
  draftKept: 'Your draft was kept.',
  draftDiscarded: 'Draft discarded',
  discardDraft: 'Discard',
} as const;
