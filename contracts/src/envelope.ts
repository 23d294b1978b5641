import { z } from 'zod';
import type { Problem } from './problem.ts';

const EnvelopeError = z.object({
  code: z.string(),
  message: z.string().describe('For people to read; the wording may change.'),
  timestamp: z.iso.datetime(),
  fields: z
    .record(z.string(), z.string())
    .optional()
    .describe('What is wrong with each field or parameter, by its path, such as tags.3.'),
  revision: z.int().optional().describe('The present revision, for REVISION_CONFLICT.'),
  requestId: z.string().optional().describe('Names the request in the log of the server.'),
});

/** The answer to a call that failed. */
export const FailureEnvelope = z.object({
  success: z.literal(false),
  data: z.null(),
  error: EnvelopeError,
  detail: z.string().describe('The message again, for older clients.'),
  timestamp: z.iso.datetime(),
});
export type FailureEnvelope = z.infer<typeof FailureEnvelope>;

/** The schema of a successful answer that carries `data`. */
export function success<Data extends z.ZodType>(data: Data) {
  return z.object({ success: z.literal(true), data, error: z.null(), timestamp: z.iso.datetime() });
}

/** An answer with the id of what was changed. */
export const Identified = z.object({ id: z.uuid() });

/** An answer that says in a sentence what was done. */
export const Message = z.object({ message: z.string() });

export type Success<Data> = { success: true; data: Data; error: null; timestamp: string };

/** Wraps `data` as a successful answer given at `now`. */
export function succeed<Data>(data: Data, now: Date = new Date()): Success<Data> {
  return { success: true, data, error: null, timestamp: now.toISOString() };
}

/** Wraps a refusal as the answer to the request `requestId`, given at `now`. */
export function fail(
  { code, message, details: { fields, revision } }: Pick<Problem, 'message' | 'details'> & { code: string },
  requestId: string,
  now: Date = new Date(),
): FailureEnvelope {
  const timestamp = now.toISOString();
  const details = { ...(fields && { fields }), ...(revision !== undefined && { revision }) };
  const error = { code, message, timestamp, ...details, requestId };
  return { success: false, data: null, error, detail: message, timestamp };
}

const isCapped = z
  .literal(true)
  .optional()
  .describe('Present when a search has more hits than were counted; the total is then how many were counted.');

export const Pagination = z.object({
  currentPage: z.int(),
  pageSize: z.int(),
  totalItems: z.int(),
  totalPages: z.int(),
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
  isCapped,
});

export const CursorPagination = z.object({
  nextCursor: z.string().nullable().describe('Sent as cursor, gives the next page; null on the last one.'),
  hasMore: z.boolean(),
  totalCount: z.int(),
  isCapped,
});

export const Filters = z
  .object({
    availableTags: z.array(z.string()),
    dateRange: z.object({ earliest: z.iso.datetime().nullable(), latest: z.iso.datetime().nullable() }),
  })
  .describe('The tags and the period of the whole journal.');
