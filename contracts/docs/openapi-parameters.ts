import type { z } from 'zod';
import type { Access } from '../src/server/auth/route-policy.ts';
import { type ApiCall, apiParameters } from './api-calls.ts';
import { type DocumentedRoute, hasTag } from './documented-route.ts';
import { type Json, schemaOf } from './openapi-schemas.ts';

/** The parameters of `route` in path, query and headers. */
export function parametersOf(
  route: DocumentedRoute,
  { isConditional }: ApiCall,
  method: string,
  path: string,
): readonly Json[] {
  return [
    ...pathParameters(path),
    ...queryParameters(route.schema.querystring),
    ...headerParameters(method, route.access),
    ...(isConditional ? [IF_MATCH] : []),
    ...(hasTag(route) ? [IF_NONE_MATCH] : []),
  ];
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  schema: { type: 'string' },
  description: 'The ETag of the anecdote that the change is based on; if it was changed since, the answer is 409.',
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

function queryParameters(querystring: z.ZodType | undefined): Json[] {
  if (querystring === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(querystring, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(apiParameters[name] !== undefined && { description: apiParameters[name] }),
    schema,
  }));
}

function headerParameters(method: string, access: Access): Json[] {
  if (access !== 'journal') return [];
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    schema: { type: 'string' },
    description,
  });
  return method === 'GET'
    ? [
        header(
          'X-Min-Position',
          'The position of a change that the answer must include; the call waits up to 2 s for it.',
        ),
      ]
    : [
        header(
          'Idempotency-Key',
          'A unique name for this command; a repeated call with the same name gets the same answer and changes nothing.',
        ),
      ];
}
