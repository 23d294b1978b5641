import { z } from 'zod';
import { AnecdoteView } from '../src/anecdote/views.ts';
import { FailureEnvelope } from '../src/envelope.ts';
import { headers } from '../src/headers.ts';
import { type ProblemCode, problems } from '../src/problem.ts';
import type { Access } from '../src/server/auth/route-policy.ts';
import { apiCalls } from './api-calls.ts';

/** A route of the API as it is registered. */
export type DocumentedRoute = {
  /** `METHOD /path`, with parameters as `:id`. */
  readonly name: string;
  readonly access: Access;
  readonly scope?: string | undefined;
  readonly schema: {
    readonly body?: z.ZodType;
    readonly querystring?: z.ZodType;
    readonly response?: { readonly [status: number]: z.ZodType };
  };
};

type Json = { readonly [key: string]: unknown };

/**
 * The OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1) of `routes`. Throws for a route that `apiCalls` does not
 * describe, and for a call there that no route has.
 */
export function openApiDocument(routes: readonly DocumentedRoute[]): Json {
  const names = new Set(routes.map(({ name }) => name));
  for (const name of Object.keys(apiCalls)) if (!names.has(name)) throw new Error(`no route ${name} for apiCalls`);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of [...routes].sort((one, other) => byPath(one).localeCompare(byPath(other)))) {
    const [method = '', path = ''] = route.name.split(' ');
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: operationOf(route, method, path) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Anecdotes',
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Every answer in JSON is {success, data, error, timestamp}. A refusal has a stable code in error.code; each ' +
        'answer here lists its codes. A call or a field that is about to go is announced by a Deprecation header ' +
        '(RFC 9745) at least six months before.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [...new Set([...names].map(tagOf))].sort().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session, or an API key.' },
      },
      schemas: { Anecdote: componentOf(AnecdoteView), Failure: componentOf(FailureEnvelope) },
    },
  };
}

function operationOf({ name, access, scope, schema }: DocumentedRoute, method: string, path: string): Json {
  const call = apiCalls[name];
  if (call === undefined) throw new Error(`apiCalls in contracts/docs/api-calls.ts does not describe ${name}`);
  const { body, querystring, response = {} } = schema;
  const [[status = '200', answer] = []] = Object.entries(response);
  return {
    operationId: operationIdOf(method, path),
    tags: [tagOf(name)],
    summary: call.summary,
    ...(scope !== undefined && { description: `An API key needs the scope ${scope}.` }),
    ...(access === 'public' && { security: [] }),
    parameters: [...pathParameters(path), ...queryParameters(querystring), ...headerParameters(method, access)],
    ...(files[name] !== undefined && {
      requestBody: { required: true, content: { [files[name]]: { schema: { type: 'string', format: 'binary' } } } },
    }),
    ...(body !== undefined && {
      requestBody: { required: !body.safeParse(undefined).success, content: json(schemaOf(body, 'input')) },
    }),
    responses: {
      [status]: {
        description: 'Done',
        ...(method !== 'GET' && access !== 'public' && { headers: { [headers.logPosition]: POSITION } }),
        ...(answer !== undefined && { content: contentOf(path, answer) }),
      },
      ...refusals(problemsOf(access, body !== undefined, querystring !== undefined, call.problems ?? [])),
    },
  };
}

const POSITION = {
  description: 'The position of the change in the log; a read that sends it as X-Min-Position sees the change.',
  schema: { type: 'string', pattern: '^[0-9]+$' },
};

function problemsOf(
  access: Access,
  hasBody: boolean,
  hasQuery: boolean,
  own: readonly ProblemCode[],
): readonly ProblemCode[] {
  return [
    ...(hasBody || hasQuery ? (['VALIDATION_FAILED'] as const) : []),
    ...(hasBody ? (['MALFORMED_REQUEST', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(access === 'public' ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(access === 'member' ? (['GUEST_NOT_ALLOWED'] as const) : []),
    ...(hasBody && access === 'journal' ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...own,
    'RATE_LIMITED',
    'UNAVAILABLE',
  ];
}

/** One answer for each status, with the codes that it may carry. */
function refusals(codes: readonly ProblemCode[]): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status);
  const entries = [...byStatus].filter(([status]) => status >= 400).sort(([one], [other]) => one - other);
  return Object.fromEntries(
    entries.map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `${code}: ${problems[code].message}`).join('; '),
        content: json({ $ref: `${REFERENCE}Failure` }),
      },
    ]),
  );
}

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
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
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
    ? [header(headers.minPosition, 'The position of a change that the answer must show; waits up to 2 s for it.')]
    : [
        header(
          'Idempotency-Key',
          'A name for this command: repeated with it, the answer is repeated, not the command.',
        ),
      ];
}

function contentOf(path: string, answer: z.ZodType): Json {
  const other = otherTypes[path];
  return other === undefined ? json(schemaOf(answer, 'output')) : { [other]: { schema: { type: 'string' } } };
}

/** Bodies that are a file. */
const files: Readonly<Record<string, string>> = { 'POST /api/import': 'application/octet-stream' };

/** Answers that are not JSON. */
const otherTypes: Readonly<Record<string, string>> = {
  '/api/live': 'text/event-stream',
  '/api/export': 'application/zip',
  '/api/docs': 'text/html',
  '/api/email-tracking/open/:token': 'image/gif',
};

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** What is named and told once. */
const named = z.registry<{ id: string }>();
named.add(AnecdoteView, { id: 'Anecdote' });
named.add(FailureEnvelope, { id: 'Failure' });

function schemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  metadata: z.core.$ZodRegistry<{ id: string }> = named,
): Json {
  const described = z.toJSONSchema(schema, {
    io,
    metadata,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Long, and no more than what the format says.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  const { $schema: _dialect, $defs: _named, ...own } = described;
  return JSON.parse(JSON.stringify(own).replaceAll('#/$defs/', REFERENCE));
}

function componentOf(schema: z.ZodType): Json {
  return schemaOf(schema, 'output', z.registry());
}

const REFERENCE = '#/components/schemas/';

/** The path before the method. */
function byPath({ name }: DocumentedRoute): string {
  return name.split(' ').reverse().join(' ');
}

/** The first part of the path, such as `anecdotes`. */
function tagOf(name: string): string {
  return name.split('/')[2] ?? '';
}

/** Such as `putAnecdotesByIdParent`. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace('/api/', '')
    .replaceAll(/:(\w+)/g, 'by/$1')
    .split(/\W+/);
  return method.toLowerCase() + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}
