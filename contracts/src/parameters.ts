import { z } from 'zod';
import { historyKinds } from './history-names.ts';
import { limits } from './limits.ts';
import { BoundingBox, Circle, Spot } from './place-parameters.ts';
import { StoredTag } from './tags.ts';
import { storableText } from './text.ts';
import { Instant, TimeZone } from './time.ts';

/* Query strings: an empty parameter counts as missing, an unknown one is refused. */

const MAX_PAGE = 1_000_000;
const MAX_TAGS = 100;

function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

/** A whole number as text; the API document shows it as an integer. */
function digits(pattern: RegExp, range: { minimum?: number; maximum?: number } = {}) {
  return z
    .string()
    .regex(pattern, { error: 'Must be a whole number' })
    .meta({ type: 'integer', ...range });
}

function wholeNumber(min: number, max: number) {
  return digits(/^-?\d{1,15}$/, { minimum: min, maximum: max })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `Must be between ${min} and ${max}` });
}

/** A number of items, clamped to `min` and `max`; `byDefault` when it is missing. */
function clamped(min: number, max: number, byDefault: number) {
  const count = digits(/^-?\d+$/);
  return optional(count.transform((text) => Math.min(max, Math.max(min, Number(text))))).transform(
    (value) => value ?? byDefault,
  );
}

/** One of the words; the first one is the default. */
function oneOf<const Word extends string>(first: Word, ...others: Word[]) {
  const words = [first, ...others];
  return optional(z.enum(words, { error: `Must be one of ${words.join(', ')}` })).transform(
    (word) => (word ?? first) as Word,
  );
}

const Id = optional(z.uuid({ error: 'Must be an id' }).toLowerCase());
const Term = optional(storableText(limits.searchTerm));
const PageSize = clamped(1, limits.pageSize.max, limits.pageSize.default);
const Cursor = optional(z.string().max(2_000));
const SortOrder = optional(z.enum(['asc', 'desc'], { error: 'Must be asc or desc' })).transform(
  (order) => order ?? 'desc',
);

/** One end of a period: an instant with offset, or a calendar day. */
const PeriodEnd = z.union([Instant, z.iso.date().refine((day) => !day.startsWith('0000'))], {
  error: 'Must be a date (YYYY-MM-DD) or an ISO 8601 date and time with an offset',
});

const words = z.enum(['true', 'false'], { error: 'Must be true or false' }).meta({ type: 'boolean' });
const Flag = optional(words).transform((word) => (word === undefined ? undefined : word === 'true'));

const placing = {
  bbox: optional(BoundingBox),
  near: optional(Circle),
  /** Only anecdotes with coordinates (true) or without them (false). */
  located: Flag,
};

const TagList = optional(storableText(MAX_TAGS * (limits.tag + 1)));

const filtering = {
  /** The id of the topmost anecdote of a chain, which may be a deleted one. */
  chain: Id,
  tags: TagList,
  date_from: optional(PeriodEnd),
  date_to: optional(PeriodEnd),
  time_zone: optional(TimeZone),
  ...placing,
};

/**
 * Asks about the past journal instead of the present one: at a position of the log, or at an instant, which includes
 * everything before the first change that the caller's history has after it. What was erased since is not shown.
 */
const past = {
  as_of: optional(
    z.union([Instant, z.string().regex(/^\d{1,18}$/)], {
      error: 'Must be an ISO 8601 date and time with an offset, or a position of the log',
    }),
  ),
};

const matching = { search: Term, ...filtering };
const narrowing = { ...matching, ...past };

const list = {
  ...narrowing,
  sort_by: oneOf('timestamp', 'created_at', 'updated_at', 'description'),
  sort_order: SortOrder,
};

/** Query string of a call without parameters. */
export const NoParameters = z.strictObject({});

/** Query string of a call whose only parameter is `as_of`. */
export const PastParameters = z.strictObject(past);

/** Query string of `GET /anecdotes`. */
export const PageParameters = z.strictObject({
  page: optional(wholeNumber(1, MAX_PAGE)).transform((page) => page ?? 1),
  page_size: PageSize,
  ...list,
});
export type PageParameters = z.infer<typeof PageParameters>;

/** Query string of `GET /anecdotes/cursor`. */
export const CursorParameters = z.strictObject({ limit: PageSize, cursor: Cursor, ...list });
export type CursorParameters = z.infer<typeof CursorParameters>;

/** Query string of `GET /anecdotes/random` and of `GET /anecdotes/months`, whose months are those of `time_zone`. */
export const MonthParameters = z.strictObject(narrowing);
export type MonthParameters = z.infer<typeof MonthParameters>;

/** Query string of `GET /export/size`: the filters of a list. Only the present journal is exported. */
export const ExportSizeParameters = z.strictObject(matching);

const wholeJournalOnly = 'Can only be exported with the whole journal, without a filter';

/** Query string of `GET /export`; `trash` and `history` are only allowed without a filter. */
export const ExportParameters = z
  .strictObject({ ...matching, trash: Flag, history: Flag })
  .superRefine(({ trash, history, time_zone: _, ...filter }, context) => {
    if (isEmpty(filter)) return;
    if (trash) context.addIssue({ code: 'custom', path: ['trash'], message: wholeJournalOnly });
    if (history) context.addIssue({ code: 'custom', path: ['history'], message: wholeJournalOnly });
  });
export type ExportParameters = z.infer<typeof ExportParameters>;

function isEmpty(filter: object): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

const Day = z.iso.date({ error: 'Must be a date (YYYY-MM-DD)' }).refine((day) => !day.startsWith('0000'), {
  error: 'Must be in the years 1 to 9999',
});

/** Query string of `GET /anecdotes/memories`; the default of `date` is today. */
export const MemoryParameters = z.strictObject({ date: optional(Day), time_zone: optional(TimeZone), ...past });
export type MemoryParameters = z.infer<typeof MemoryParameters>;

/** Query string of `GET /anecdotes/days`; the default of `year` is the current one. */
export const DayParameters = z.strictObject({
  year: optional(wholeNumber(1, 9999)),
  time_zone: optional(TimeZone),
  ...past,
});
export type DayParameters = z.infer<typeof DayParameters>;

/** Query string of `GET /anecdotes/map`; `bbox` is the viewport, which does not affect the totals. */
export const MapParameters = z.strictObject({
  ...narrowing,
  zoom: optional(wholeNumber(0, 22)).transform((zoom) => zoom ?? 0),
});
export type MapParameters = z.infer<typeof MapParameters>;

/** Query string of `GET /connections`. */
export const GraphParameters = z.strictObject({ ...narrowing, limit: clamped(1, 10_000, 5_000) });
export type GraphParameters = z.infer<typeof GraphParameters>;

/** Query string of `GET /anecdotes/{id}/connections`: how many anecdotes, and how many levels up and down. */
export const ConnectionsParameters = z.strictObject({
  limit: clamped(1, 1_000, 1_000),
  depth: clamped(1, 1_000, 1_000),
  ...past,
});
export type ConnectionsParameters = z.infer<typeof ConnectionsParameters>;

/** Query string of `GET /anecdotes/related`: an anecdote, or what is known of one that is not saved yet. */
export const RelatedParameters = z
  .strictObject({
    of: Id,
    text: optional(storableText(limits.relatedText)),
    tags: TagList,
    /** When it happened; now by default. */
    at: optional(Instant),
    near: optional(Spot),
    limit: clamped(1, 10, 5),
    ...past,
  })
  .refine(
    ({ of, text, tags, at, near }) => (of === undefined) === [text, tags, at, near].some((each) => each !== undefined),
    {
      path: ['of'],
      error: 'Must be given alone, or be left out when text, tags, at or near is given',
    },
  );
export type RelatedParameters = z.infer<typeof RelatedParameters>;

export const searchFields = ['description', 'tags', 'location'] as const;
export type SearchField = (typeof searchFields)[number];

const SearchFields = z
  .string()
  .max(100)
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(searchFields, { error: `Must be one of ${searchFields.join(', ')}` })));

/** Query string of `GET /anecdotes/search`; an empty `query` passes here and is refused later with EMPTY_SEARCH. */
export const SearchParameters = z.strictObject({
  query: Term,
  limit: PageSize,
  cursor: Cursor,
  sort_by: oneOf('relevance', 'timestamp', 'created_at', 'updated_at'),
  sort_order: SortOrder,
  search_fields: optional(SearchFields).transform((fields) => new Set(fields ?? searchFields)),
  /** `time_zone` also defines the days of `before:`, `after:` and `on:` in the query. */
  ...filtering,
  ...past,
});
export type SearchParameters = z.infer<typeof SearchParameters>;

/** Query string of `GET /anecdotes/search/autocomplete`. */
export const AutocompleteParameters = z.strictObject({
  q: Term,
  limit: clamped(1, 50, limits.autocomplete),
  ...past,
});
export type AutocompleteParameters = z.infer<typeof AutocompleteParameters>;

/** Query string of `GET /tags`; only tags that contain `search_term` are listed. */
export const TagParameters = z.strictObject({
  search_term: Term,
  limit: clamped(1, 1_000, 100),
  cursor: Cursor,
  sort_by: oneOf('count', 'name', 'last_used'),
  sort_order: SortOrder,
  ...past,
});
export type TagParameters = z.infer<typeof TagParameters>;

/** Query string of `GET /tags/anecdotes`. */
export const TaggedParameters = z.strictObject({ tag: StoredTag, ...past });

/** Smaller pages than elsewhere, because an entry holds an anecdote twice (before and after the change). */
const historyPage = { limit: clamped(1, 50, 20), cursor: Cursor };

/** Query string of `GET /anecdotes/{id}/history` and `GET /anecdotes/trash`. */
export const HistoryPageParameters = z.strictObject(historyPage);
export type HistoryPageParameters = z.infer<typeof HistoryPageParameters>;

const historyFilter = {
  kind: optional(z.enum(historyKinds, { error: `Must be one of ${historyKinds.join(', ')}` })),
  key: Id,
  operation: Id,
  date_from: optional(PeriodEnd),
  date_to: optional(PeriodEnd),
  time_zone: optional(TimeZone),
};

/** Query string of `GET /history/anecdotes`. */
export const HistoryFilter = z.strictObject(historyFilter);
export type HistoryFilter = z.infer<typeof HistoryFilter>;

/** Query string of `GET /history`: what was done through an API key, within an operation, in a period. */
export const HistoryParameters = z.strictObject({
  ...historyPage,
  ...historyFilter,
  collapse_operations: Flag.optional(),
});
export type HistoryParameters = z.infer<typeof HistoryParameters>;

/** Query string of `GET /changes`: the cursor to continue from, and how many seconds to wait for a change. */
export const ChangeParameters = z.strictObject({
  after: Cursor,
  limit: clamped(1, 100, 100),
  wait: clamped(0, 30, 0),
});
export type ChangeParameters = z.infer<typeof ChangeParameters>;
