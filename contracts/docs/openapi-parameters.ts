import type { z } from 'zod';
import { limits } from '../src/limits.ts';
import type { Access } from '../src/server/auth/route-policy.ts';
import { type ApiCall, apiParameters } from './api-calls.ts';
import { type DocumentedRoute, hasTag } from './documented-route.ts';
import { type Json, schemaOf } from './openapi-schemas.ts';

/** The parameters of `route` in path, query and headers. Throws an Error for a parameter without a description. */
export function parametersOf(
  route: DocumentedRoute,
  { isConditional, parameters, required = [] }: ApiCall,
  method: string,
  path: string,
): readonly Json[] {
  return [
    ...pathParameters(path),
    ...queryParameters(route, { ...apiParameters, ...parameters }, required),
    ...headerParameters(method, route.access),
    ...(isConditional ? [IF_MATCH] : []),
    ...(hasTag(route) ? [IF_NONE_MATCH] : []),
  ];
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  schema: { type: 'string', pattern: '^(\\*|"\\d{1,15}")$' },
  description:
    'The ETag of the anecdote that the change is based on; if it was changed since, other than by a Same Here, the answer is 409. * accepts any.',
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  schema: { type: 'string' },
  description: 'The ETag of an earlier answer; while that is current, the answer is 304 without a body.',
};

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(name === 'id' && { format: 'uuid' }) },
  }));
}

function queryParameters(
  { name: call, schema: { querystring } }: DocumentedRoute,
  descriptions: Readonly<Record<string, string>>,
  alsoRequired: readonly string[],
): Json[] {
  if (querystring === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(querystring, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => {
    const description = descriptions[name];
    if (description === undefined)
      throw new Error(`apiParameters in contracts/docs/api-calls.ts does not describe ${name} of ${call}`);
    const byDefault = defaultOf(querystring, name);
    return {
      name,
      in: 'query',
      required: [...required, ...alsoRequired].includes(name),
      description: [description, ...rangeOf(querystring, name), ...byDefault.map((value) => `Default: ${value}.`)].join(
        ' ',
      ),
      schema: { ...schema, ...(byDefault.length > 0 && { default: byDefault[0] }) },
    };
  });
}

/** The range that a number is clamped to, if the query accepts any number. */
function rangeOf(querystring: z.ZodType, name: string): string[] {
  const [least, most] = [`-${'9'.repeat(12)}`, '9'.repeat(12)].map(
    (text) => parsed(querystring, { [name]: text })[name],
  );
  return typeof least === 'number' && typeof most === 'number' ? [`Clamped to ${least} to ${most}.`] : [];
}

/** The value of a parameter that is left out, if it has one. */
function defaultOf(querystring: z.ZodType, name: string): (number | string)[] {
  const value = parsed(querystring, {})[name];
  return typeof value === 'number' || typeof value === 'string' ? [value] : [];
}

function parsed(querystring: z.ZodType, query: Readonly<Record<string, string>>): Json {
  return (querystring.safeParse(query).data ?? {}) as Json;
}

function headerParameters(method: string, access: Access): Json[] {
  if (access !== 'journal') return [];
  return method === 'GET' ? [MIN_POSITION] : [IDEMPOTENCY_KEY];
}

const MIN_POSITION = {
  name: 'X-Min-Position',
  in: 'header',
  schema: { type: 'string', pattern: '^\\d{1,19}$' },
  description: 'The position of a change that the answer must include; the call waits up to 2 s for it.',
};
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', pattern: '^[!-~]+$', maxLength: limits.idempotencyKey },
  description:
    'A unique name for this command; a repeated call with the same name gets the same answer and changes nothing.',
};
