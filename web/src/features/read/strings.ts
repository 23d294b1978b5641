const count = new Intl.NumberFormat();

/** The sentences of the screen of one anecdote. */
export const readStrings = {
  loading: 'Loading anecdote…',
  here: (moment: string) => `${moment} where you are`,
  zone: 'Time zone',
  place: 'Place',
  openInMaps: 'Open in maps',
  showMaps: 'Show Maps',
  tags: 'Tags',
  actions: 'Actions',
  share: 'Share',
  copied: 'Address copied',
  copyFailed: 'Failed to copy to clipboard',
  chain: 'Connected anecdotes',
  position: (place: number, length: number) => `${count.format(place)} of ${count.format(length)}`,
  continues: 'Continues',
  continuedBy: 'Continued by',
  more: (hidden: number) => `Show ${count.format(hidden)} more`,
  chainFailed: 'Failed to load the connections',
  notFound: 'Anecdote not found',
  notFoundText: 'It may have been deleted, or belongs to another account.',
  failed: 'Failed to load anecdote',
  deletedText: 'It can be restored for 30 days.',
  restore: 'Restore',
  erase: {
    button: 'Erase for good…',
    title: 'Erase this anecdote for good',
    text:
      'Its text, tags, time and place are destroyed, also in its history and among what was deleted. It cannot be ' +
      'restored, and nobody can read it again. This action cannot be undone.',
    word: 'erase',
    label: 'Type “erase” to confirm',
    wordMissing: 'Please type “erase”',
    confirm: 'Erase for good',
    sending: 'Erasing…',
    done: 'Anecdote erased for good',
    partlyDone: 'Anecdote erased. What was written before anecdotes had keys of their own goes with the account.',
    failed: 'Failed to erase anecdote',
  },
} as const;
