import type { z } from 'zod';
import type { Access } from '../src/server/auth/route-policy.ts';

/** A route of the API as it is registered. */
export type DocumentedRoute = {
  /** `METHOD /path`, with parameters as `:id`. */
  readonly name: string;
  readonly access: Access;
  readonly scope?: string | undefined;
  readonly isConditional?: boolean | undefined;
  readonly schema: {
    readonly body?: z.ZodType;
    readonly querystring?: z.ZodType;
    readonly response?: { readonly [status: number]: z.ZodType };
  };
};

/** True for a route whose answers have an ETag. */
export function hasTag({ isConditional, schema: { response = {} } }: DocumentedRoute): boolean {
  return isConditional === true || 304 in response;
}
