import { z } from 'zod';
import { AnecdoteContent } from './anecdote/content.ts';
import { OperationView } from './operations.ts';
import { storableText } from './text.ts';
import { TimeZone } from './time.ts';

/** The formats of files that can be imported. */
export const ImportFormat = z.enum(['anecdotes', 'markdown', 'csv', 'text', 'day-one', 'keep', 'memos', 'journiv']);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** The fields that the columns of a table can hold. */
export const ImportColumn = z.enum([
  ...['id', 'text', 'timestamp', 'date', 'time', 'time_zone', 'tags', 'location', 'coordinates'],
  ...['latitude', 'longitude', 'address', 'connected_to', 'same_here'],
] as const);
export type ImportColumn = z.infer<typeof ImportColumn>;

const fields = ImportColumn.options.join('|');
const column = new RegExp(`^\\s*(${fields})\\s*=(.+)$`);

const Columns = storableText(2_000).transform((text, context): Record<string, string> => {
  const found = text.split(',').map((part) => column.exec(part));
  if (found.every((each) => each !== null)) return Object.fromEntries(found.map(([, field, name]) => [field, name]));
  context.addIssue({ code: 'custom', message: `Must be field=column, with commas between; fields are ${fields}` });
  return z.NEVER;
});

/** Which is first in dates that have the year last, such as `03/04/2026`. */
export const DateOrder = z.enum(['day-first', 'month-first']);
export type DateOrder = z.infer<typeof DateOrder>;

/** How the order of dates is chosen; with `automatic` the dates decide. */
export const DateOrderChoice = z.enum(['automatic', ...DateOrder.options], {
  error: 'Must be automatic, day-first or month-first',
});
export type DateOrderChoice = z.infer<typeof DateOrderChoice>;

/** Query string of `POST /import`, whose body is the file. */
export const ImportParameters = z.strictObject({
  /** With `true`, the file is only read, and the answer reports what an import would do. */
  dry_run: z.enum(['true', 'false'], { error: 'Must be true or false' }).meta({ type: 'boolean' }).optional(),
  /** The name of the file, as shown in lists; its extension distinguishes a table from a text. */
  name: storableText(255).optional(),
  /** The format of the file, when neither its content nor its name shows it. */
  format: ImportFormat.optional(),
  /**
   * For a table: which column holds which field, by name as in `text=Note,date=When` or by number as in `text=#2`. `#0`
   * means no column.
   */
  columns: Columns.optional(),
  /** For a table: the order of day and month in dates that have the year last; automatic by default. */
  date_order: DateOrderChoice.optional(),
  /** The time zone of times in the file that have none; UTC by default. */
  time_zone: TimeZone.optional(),
});
export type ImportParameters = z.infer<typeof ImportParameters>;

/** What an import does with an entry. */
const Fate = z
  .enum(['new', 'deleted', 'trashed', 'known'])
  .describe(
    'new: is created, deleted: is created in the trash, trashed: is restored from the trash, known: is skipped.',
  );

/** Something in a file that is left out, and why. */
export const ImportProblem = z.object({
  at: z.string().describe('Where it is: a line, or an item of a list, such as anecdotes[3].'),
  message: z.string(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

/** How a table is read. */
export const ImportTable = z.object({
  columns: z.array(z.string()),
  fields: z
    .partialRecord(ImportColumn, z.int().positive())
    .describe('For each field, the number (from 1) of the column that it is read from.'),
  date_order: z
    .object({ order: DateOrder, from: z.enum(['request', 'column', 'default']) })
    .nullable()
    .describe(
      'The order in which dates with slashes or dashes and the year last are read: the one of the request, the one that most of the dates show, or by default day first, if they show none. Null if there are no such dates.',
    ),
});
export type ImportTable = z.infer<typeof ImportTable>;

/** What was found in a file. */
export const ImportReport = z.object({
  format: ImportFormat,
  entries: z
    .int()
    .nonnegative()
    .describe('The number of readable entries, each of which also counts in one of new, trashed or known.'),
  new: z.int().nonnegative(),
  deleted: z.int().nonnegative().describe('How many of the new ones are created in the trash.'),
  trashed: z.int().nonnegative(),
  known: z.int().nonnegative(),
  known_deleted: z.int().nonnegative().describe('How many of the known ones are in the trash.'),
  preview: z
    .array(z.object({ ...AnecdoteContent.shape, fate: Fate, is_linked: z.boolean() }))
    .describe('The first entries; none in an answer that is repeated under its idempotency key.'),
  problems: z.array(ImportProblem).describe('The first parts of the file that are left out.'),
  problem_count: z.int().nonnegative().describe('How many parts of the file are left out.'),
  table: ImportTable.nullable().describe(
    'For a table: how it is read. Without one for the text and one for the date, no entry is read.',
  ),
});
export type ImportReport = z.infer<typeof ImportReport>;

/** Answer to `POST /import`. */
export const ImportAnswer = z.object({
  report: ImportReport,
  operation: OperationView.nullable().describe('Null for a dry run, and when there is nothing to do.'),
});
export type ImportAnswer = z.infer<typeof ImportAnswer>;

/** Limits of an ImportReport: entries in `preview`, `problems`, and characters in `at` of a problem. */
export const IMPORT_BOUNDS = { preview: 20, problems: 100, problemAtLength: 255 } as const;
