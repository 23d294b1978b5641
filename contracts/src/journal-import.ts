import { z } from 'zod';
import { AnecdoteContent } from './anecdote/content.ts';
import { OperationView } from './operations.ts';
import { storableText } from './text.ts';
import { TimeZone } from './time.ts';

/** What a file that is imported can be. */
export const ImportFormat = z.enum(['anecdotes', 'markdown', 'csv', 'text', 'day-one', 'keep', 'memos', 'journiv']);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** The fields that the columns of a table can hold. */
export const ImportColumn = z.enum([
  ...['id', 'text', 'timestamp', 'date', 'time', 'time_zone', 'tags', 'location', 'latitude', 'longitude'],
  ...['address', 'connected_to', 'same_here'],
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

/** Query string of `POST /import`, whose body is the file. */
export const ImportParameters = z.strictObject({
  /** Reads the file and tells what would be done. */
  dry_run: z.enum(['true', 'false'], { error: 'Must be true or false' }).optional(),
  /** The name of the file, as it is told in lists; its ending tells a table or a text. */
  name: storableText(255).optional(),
  /** What the file is, where neither its content nor its name tells. */
  format: ImportFormat.optional(),
  /**
   * Of a table: which column holds which field, as `text=Note,date=When`, or with the numbers of columns: `text=#2`. `#0`
   * is no column.
   */
  columns: Columns.optional(),
  /** Of times in the file that say none; UTC when it is left out. */
  time_zone: TimeZone.optional(),
});
export type ImportParameters = z.infer<typeof ImportParameters>;

/** What becomes of an entry: `trashed` is in the trash of the journal and comes back from there. */
const Fate = z.enum(['new', 'trashed', 'known']);

/** Something in a file that is left out, and why. */
export const ImportProblem = z.object({
  /** Where it is: a line, or the place in a list, such as `anecdotes[3]`. */
  at: z.string(),
  message: z.string(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

/** The columns of a table, and the number of the one that is read as each field, from 1. */
export const ImportTable = z.object({
  columns: z.array(z.string()),
  fields: z.partialRecord(ImportColumn, z.int().positive()),
});
export type ImportTable = z.infer<typeof ImportTable>;

/** What was found in a file. */
export const ImportReport = z.object({
  format: ImportFormat,
  /** How many entries it has that can be read; of these `new`, `trashed` and `known`, which stay as they are. */
  entries: z.int().nonnegative(),
  new: z.int().nonnegative(),
  trashed: z.int().nonnegative(),
  known: z.int().nonnegative(),
  /** The first entries. */
  preview: z.array(z.object({ ...AnecdoteContent.shape, fate: Fate, is_linked: z.boolean() })),
  /** The first of `problem_count` things that are left out. */
  problems: z.array(ImportProblem),
  problem_count: z.int().nonnegative(),
  /** Of a table: what its columns are taken for. Without one for the text and one for the date nothing is read of it. */
  table: ImportTable.nullable(),
});
export type ImportReport = z.infer<typeof ImportReport>;

/** Answer to `POST /import`; no operation for a dry run, and none where there is nothing to do. */
export const ImportAnswer = z.object({ report: ImportReport, operation: OperationView.nullable() });
export type ImportAnswer = z.infer<typeof ImportAnswer>;

/** How much of a file an answer tells. */
export const IMPORT_BOUNDS = { preview: 20, problems: 100, problemPlace: 255 } as const;
