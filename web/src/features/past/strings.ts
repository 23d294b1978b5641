/** The sentences about a past journal. */
export const pastStrings = {
  control: 'As of a date',
  help: 'Shows list, tags, map and graph as they stood then. Nothing can be changed meanwhile.',
  day: 'Date',
  time: 'Time',
  show: 'Show',
  future: 'This is in the future.',
  banner: 'Journal as of a date',
  asOf: (moment: string) => `Your journal as it was on ${moment}.`,
  readOnly: 'Nothing can be changed here. What was erased since is not shown.',
} as const;
