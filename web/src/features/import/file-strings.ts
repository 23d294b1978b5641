import type { DateOrderChoice, ImportReport, ImportTable, OperationView } from '@anecdotes/contracts';
import { counted, format } from '../../lib/format.ts';

type Order = NonNullable<ImportTable['date_order']>;

const anecdotes = (count: number) => counted(count, 'anecdote');

const made = ({ changed, failed, status }: OperationView) =>
  [
    `${anecdotes(changed)} imported`,
    ...(status === 'cancelled' ? ['cancelled'] : []),
    ...(failed > 0 ? [`${format.number(failed)} could not be made`] : []),
  ].join(', ');

/** The sentences about importing a file. */
export const fileStrings = {
  section: 'Import a file',
  text: 'An export of Anecdotes, Day One, Memos or Journiv, Google Takeout with Keep, a zip of Markdown files, a table (CSV) or a plain text. You see what is in it before anything changes.',
  choose: 'Choose a file',
  drop: 'or drop it here',
  several: 'Only one file can be imported at a time. Please put them into a zip file.',
  starting: 'The import of a file is being started. Please drop the next one after that.',
  reading: 'Reading the file…',
  unreadable: 'This file cannot be read',
  tooLarge: 'This file is too large to import',
  failed: 'The import failed',
  changed:
    'Your browser cannot read this file. It is a folder, or was changed, moved or deleted since you chose it. Please choose it again, or a zip file of the folder.',
  formats: {
    anecdotes: 'Export of Anecdotes',
    markdown: 'Markdown',
    csv: 'Table',
    text: 'Plain text',
    'day-one': 'Export of Day One',
    keep: 'Google Keep',
    memos: 'Memos',
    journiv: 'Export of Journiv',
  } satisfies Record<ImportReport['format'], string>,
  found: ({ entries }: ImportReport) => `${anecdotes(entries)} found`,
  counts: ({ new: fresh, deleted, trashed, known, known_deleted }: ImportReport) => [
    ...(fresh > 0 ? [`${format.number(fresh)} new`] : []),
    ...(deleted > 0 ? [`${format.number(deleted)} of the new ones to be put in your trash`] : []),
    ...(trashed > 0 ? [`${format.number(trashed)} in your trash, to be restored`] : []),
    ...(known > known_deleted
      ? [`${format.number(known - known_deleted)} already in your journal, left as they are`]
      : []),
    ...(known_deleted > 0 ? [`${format.number(known_deleted)} already in your trash, left there`] : []),
  ],
  unmapped: 'A table',
  chooseColumns: 'Please choose the columns that hold the text and the date.',
  columns: 'Columns',
  fields: {
    text: 'Text',
    date: 'Date, or date and time',
    time: 'Time of day',
    tags: 'Tags',
    location: 'Place',
    coordinates: 'Coordinates',
    latitude: 'Latitude',
    longitude: 'Longitude',
  },
  noColumn: 'None',
  dateOrder: 'Dates like 03/04/2026',
  dateOrders: { automatic: 'Automatic', 'day-first': 'Day first', 'month-first': 'Month first' } satisfies Record<
    DateOrderChoice,
    string
  >,
  orderFound: ({ order, from }: Order) => {
    const first = order === 'day-first' ? 'day' : 'month';
    if (from === 'column') return `The dates in this table have the ${first} first.`;
    return `The dates do not show whether the day or the month is first. They are read with the ${first} first.`;
  },
  unnamedColumn: (number: number) => `Column ${number}`,
  nothing: 'Everything in this file is in your journal already.',
  preview: (shown: number) => `The first ${format.number(shown)}`,
  fates: { new: 'New', deleted: 'New in your trash', trashed: 'In your trash', known: 'Already there' },
  linked: 'Linked',
  problems: (count: number) => (count === 1 ? 'One thing is left out' : `${format.number(count)} things are left out`),
  moreProblems: (count: number) => `and ${format.number(count)} more`,
  start: (count: number) => `Import ${anecdotes(count)}`,
  importing: 'Importing…',
  other: 'Choose another file',
  progress: 'Progress of the import',
  running: ({ done, total, kind }: OperationView) =>
    `${kind === 'undo' ? 'Undoing' : 'Importing'}: ${format.number(done)} of ${format.number(total)}`,
  paused: ({ done, total }: OperationView) => `Paused at ${format.number(done)} of ${format.number(total)}`,
  /** What screen readers say about an import or its undo: no numbers while it runs, so that they say it once. */
  spoken: (operation: OperationView) => {
    const { kind, status } = operation;
    if (status === 'paused') return 'Paused';
    if (status === 'running') return kind === 'undo' ? 'Undoing…' : 'Importing…';
    return kind === 'undo' ? 'Undone' : made(operation);
  },
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  recent: 'Imported files',
  unnamed: 'A file',
  made,
  undo: 'Undo',
  undoNamed: (name: string) => `Undo the import of ${name}`,
  undoing: 'Being undone',
  undone: 'Undone',
} as const;
