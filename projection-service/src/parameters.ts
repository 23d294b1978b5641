import { limits } from '@anecdotes/contracts';
import { z } from 'zod';

/** A parameter of a query string that may be missing; an empty one counts as missing. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

const digits = z.string().regex(/^-?\d{1,15}$/, { error: 'Must be a whole number' });

/** A whole number of a query string between `min` and `max`; anything else is refused. */
export function wholeNumber(min: number, max: number) {
  return digits
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `Must be between ${min} and ${max}` });
}

/** How many items a cursor call answers. */
export const Limit = optional(wholeNumber(1, limits.pageSize.max)).transform(
  (limit) => limit ?? limits.pageSize.default,
);

/** How many items a page has; more or fewer than allowed become the nearest allowed. */
export const PageSize = optional(digits.transform(Number)).transform((size) =>
  Math.min(limits.pageSize.max, Math.max(1, size ?? limits.pageSize.default)),
);

export const SortOrder = optional(z.enum(['asc', 'desc'], { error: 'Must be asc or desc' })).transform(
  (order) => order ?? 'desc',
);

export const Cursor = optional(z.string().max(2_000));

/** The query string of a call that takes none. */
export const NoParameters = z.strictObject({});
