/** The sentences of the screen of one anecdote. */
export const readStrings = {
  here: (moment: string) => `${moment} where you are`,
  place: 'Place',
  showMaps: 'Show Maps',
  tags: 'Tags',
  share: 'Share',
  copied: 'Address copied',
  copyFailed: 'Failed to copy to clipboard',
  proof: 'Save proof',
  proofHint: 'Saves a file that shows others that this was recorded in this form',
  proofFailed: 'Failed to get a proof',
  chain: 'Connected anecdotes',
  continues: 'Continues',
  continuedBy: 'Continued by',
  chainFailed: 'Failed to load the connections',
  notFound: 'Anecdote not found',
  notFoundText: 'It may have been deleted, or belongs to another account.',
  failed: 'Failed to load anecdote',
  deletedText: (until?: string) => `It can be restored ${until === undefined ? 'for 30 days' : `until ${until}`}.`,
  deletedLongAgo:
    'It was deleted more than 30 days ago and cannot be restored. It stays in the activity until you erase it for good.',
  restore: 'Restore',
} as const;
