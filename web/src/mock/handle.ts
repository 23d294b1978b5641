import type { Success } from '@anecdotes/contracts';
import type { z } from 'zod';
import type { Caller } from './callers.ts';
import type { Mock } from './context.ts';

/** One call, as a handler sees it. */
export type Call = {
  readonly mock: Mock;
  readonly now: Date;
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  /** The account behind the token; throws UNAUTHENTICATED. */
  caller(): Caller;
  /** The query string; throws VALIDATION_FAILED. */
  query<Schema extends z.ZodType>(schema: Schema): z.output<Schema>;
  /** The body; throws VALIDATION_FAILED. */
  input<Schema extends z.ZodType>(schema: Schema): z.output<Schema>;
  /** The fields of a form. */
  form(): Record<string, string>;
};

/** What a handler answers; without an envelope it has nothing to say. */
export type Answer = {
  readonly envelope?: Success<unknown> | object;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Tells no position: whether anything changed is nobody's business. */
  readonly isSilent?: true;
};

export type Handle = (call: Call) => Answer | Promise<Answer>;
