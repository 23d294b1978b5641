import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { LogIn } from '../src/account/commands.ts';
import { AnecdoteView } from '../src/anecdote/views.ts';
import { FailureEnvelope } from '../src/envelope.ts';
import { type ProblemCode, problems } from '../src/problem.ts';
import type { Access } from '../src/server/auth/route-policy.ts';
import { type ApiCall, apiCalls, apiParameters, apiTopics } from './api-calls.ts';
import { type Example, examples, failure } from './examples.ts';

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

type Json = { readonly [key: string]: unknown };

/** The manually written documentation of calls. */
type Written = {
  readonly calls: Readonly<Record<string, ApiCall>>;
  readonly examples: Readonly<Record<string, Example>>;
};

/**
 * The OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1) of `routes`. Throws an Error that names the route if
 * it has no answer schema, no description or no example, if an example does not fit its schema, if a call with an id in
 * its path declares no problem of status 404, or if a described call has no route.
 */
export function openApiDocument(
  routes: readonly DocumentedRoute[],
  written: Written = { calls: apiCalls, examples },
): Json {
  const names = new Set(routes.map(({ name }) => name));
  for (const name of Object.keys(written.calls)) if (!names.has(name)) throw new Error(`no route ${name} for apiCalls`);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of [...routes].sort((one, other) => byPath(one).localeCompare(byPath(other)))) {
    const [method = '', path = ''] = route.name.split(' ');
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: operationOf(route, written, method, path) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Anecdotes',
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description: [
        'Every answer in JSON is {success, data, error, timestamp}. A refusal has a stable code in error.code; each ' +
          'answer here lists its codes. A known path answers an unsupported method with 405 and Allow.',
        'Reads with an ETag answer 304 to If-None-Match while nothing has changed.',
        'RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-11) give the limit and the remaining calls; ' +
          'the Retry-After of 429 and 503 says when to try again. An account may have 20 live connections and 20 calls ' +
          'that wait for changes at a time.',
        'A call or field that will be removed is announced by a Deprecation header (RFC 9745) at least six months ' +
          'before, with a link to its replacement, and by Sunset (RFC 8594) with the day of its removal.',
      ].join('\n\n'),
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [...new Set([...names].map(tagOf))].sort().map((name) => ({ name, description: topicOf(name) })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session, or an API key.' },
      },
      schemas: { Anecdote: componentOf(AnecdoteView), Failure: componentOf(FailureEnvelope) },
      headers: answerHeaders,
      examples: Object.fromEntries(
        Object.entries(problems)
          .filter(([code]) => JSON.stringify(paths).includes(`#/components/examples/${code}"`))
          .map(([code, { message }]) => [code, { value: failure(code, message) }]),
      ),
    },
  };
}

function operationOf(route: DocumentedRoute, written: Written, method: string, path: string): Json {
  const { name, access, scope, schema } = route;
  const call = written.calls[name];
  if (call === undefined) throw new Error(`apiCalls in contracts/docs/api-calls.ts does not describe ${name}`);
  const example = written.examples[name];
  if (example === undefined) throw new Error(`examples in contracts/docs/examples.ts has none of ${name}`);
  const [body, bodyType] = bodyOf(route, path);
  const hasBody = schema.body !== undefined || body !== undefined;
  const codes = problemsOf(route, hasBody, method, call.problems ?? []);
  if (path.includes(':id') && !call.problems?.some((code) => problems[code].status === 404))
    throw new Error(`${name} takes an id, but apiCalls in contracts/docs/api-calls.ts names no problem of status 404`);
  const { querystring } = schema;
  return {
    operationId: operationIdOf(method, path),
    tags: [tagOf(name)],
    summary: call.summary,
    ...(scope !== undefined && { description: `An API key needs the scope ${scope}.` }),
    ...(access === 'public' && { security: [] }),
    parameters: [
      ...pathParameters(path),
      ...queryParameters(querystring),
      ...headerParameters(method, access),
      ...(codes.includes('REVISION_CONFLICT') ? [IF_MATCH] : []),
      ...(hasTag(route) ? [IF_NONE_MATCH] : []),
    ],
    ...(files[name] !== undefined && {
      requestBody: { required: true, content: { [files[name]]: { schema: { type: 'string', format: 'binary' } } } },
    }),
    ...(body !== undefined && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: {
          [bodyType]: { schema: schemaOf(body, 'input'), example: exampleOf(name, 'body', body, example.body) },
        },
      },
    }),
    responses: {
      ...answersOf(route, example, method, path),
      ...refusals(codes),
    },
  };
}

const HEADER = '#/components/headers/';
const refer = (...names: (keyof typeof answerHeaders)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: HEADER + name }]));

const text = { type: 'string' };
const answerHeaders = {
  ETag: { description: 'Identifies this state of the answer, for If-None-Match.', schema: text },
  'X-Log-Position': {
    description: 'The position of the change in the log; a read that sends it as X-Min-Position sees the change.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'RateLimit-Policy': {
    description: 'The number of calls (q) that are allowed within a number of seconds (w).',
    schema: text,
    example: '"read";q=3000;w=60',
  },
  RateLimit: {
    description: 'The number of calls left (r), and the seconds until all are available again (t).',
    schema: text,
    example: '"read";r=2999;t=1',
  },
  'Retry-After': { description: 'The number of seconds after which to try again.', schema: { type: 'integer' } },
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  schema: text,
  description: 'The ETag of the anecdote that the change is based on; if it was changed since, the answer is 409.',
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  schema: text,
  description: 'The ETag of an earlier answer; while that is current, the answer is 304 without a body.',
};

/** The schema, if any, and media type of a route's body. The login routes declare none: they parse forms themselves. */
function bodyOf({ schema: { body } }: DocumentedRoute, path: string): [z.ZodType | undefined, string] {
  if (forms.includes(path)) return [LogIn, 'application/x-www-form-urlencoded'];
  // A call that needs no body accepts an empty object.
  const isEmpty = body !== undefined && JSON.stringify(schemaOf(body, 'input')).includes('"properties":{}');
  return [isEmpty ? undefined : body, 'application/json'];
}

const forms = ['/api/auth/login', '/api/auth/token'];

/** True for a route whose answers have an ETag. */
function hasTag({ isConditional, schema: { response = {} } }: DocumentedRoute): boolean {
  return isConditional === true || 304 in response;
}

function answersOf(route: DocumentedRoute, { answer, answers = {} }: Example, method: string, path: string): Json {
  const { name, access, schema } = route;
  const responses = Object.entries(schema.response ?? {}).filter(([status]) => status !== '304');
  if (responses.length === 0) throw new Error(`${name} has no schema of its answer`);
  const isChange = method !== 'GET' && access !== 'public';
  const answerHeaders = refer(
    ...(isChange ? ['X-Log-Position' as const] : []),
    ...(hasTag(route) ? ['ETag' as const] : []),
    ...['RateLimit-Policy' as const, 'RateLimit' as const],
  );
  return {
    ...Object.fromEntries(
      responses.map(([status, shape]) => {
        const example = answers[Number(status)] ?? answer;
        const content = status === '204' ? undefined : contentOf(name, path, shape, example);
        return [status, { description: 'Done', headers: answerHeaders, ...(content !== undefined && { content }) }];
      }),
    ),
    ...(hasTag(route) && { 304: { description: 'Nothing has changed', headers: refer('ETag') } }),
  };
}

/** Returns `example`; throws an Error if it does not match `shape`. */
function exampleOf(name: string, what: 'body' | 'answer', shape: z.ZodType, example: unknown): unknown {
  if (example === undefined && !(what === 'body' && shape.safeParse(undefined).success))
    throw new Error(`examples in contracts/docs/examples.ts has no ${what} of ${name}`);
  const { success, data, error } = shape.safeParse(example);
  if (!success) throw new Error(`the example of the ${what} of ${name} is wrong: ${z.prettifyError(error)}`);
  // Parsing removes unknown fields.
  if (what === 'answer' && !isDeepStrictEqual(data, example))
    throw new Error(`the example of the ${what} of ${name} has more than its schema`);
  return example;
}

/** The problems that every call of this kind can have, and those of this call. */
function problemsOf(
  { name, access, schema }: DocumentedRoute,
  hasBody: boolean,
  method: string,
  own: readonly ProblemCode[],
): readonly ProblemCode[] {
  const isPublic = access === 'public';
  const isChange = method !== 'GET';
  return [
    'MALFORMED_REQUEST',
    // A path parameter that is too long is answered with NOT_FOUND.
    ...(name.includes(':') ? (['NOT_FOUND'] as const) : []),
    ...(hasBody || schema.querystring !== undefined ? (['VALIDATION_FAILED'] as const) : []),
    ...(hasBody ? (['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(isPublic ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(access === 'member' ? (['GUEST_NOT_ALLOWED'] as const) : []),
    ...(isChange ? (['CSRF_REFUSED'] as const) : []),
    // ANECDOTE_NOT_FOUND: a repeated command whose anecdote was erased since.
    ...(isChange && access === 'journal'
      ? (['IDEMPOTENCY_KEY_REUSED', 'DAILY_LIMIT_REACHED', 'ANECDOTE_NOT_FOUND'] as const)
      : []),
    ...(isChange || isPublic ? [] : (['NOT_YET_VISIBLE'] as const)),
    ...own,
    'RATE_LIMITED',
    'UNAVAILABLE',
  ];
}

/** One answer for each status, with its possible codes. */
function refusals(codes: readonly ProblemCode[]): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status);
  const entries = [...byStatus].filter(([status]) => status >= 400).sort(([one], [other]) => one - other);
  return Object.fromEntries(
    entries.map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `${code}: ${problems[code].message}`).join('; '),
        ...(status === 429 && { headers: refer('Retry-After', 'RateLimit-Policy', 'RateLimit') }),
        ...(status === 503 && { headers: refer('Retry-After') }),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: `${REFERENCE}Failure` },
                { properties: { error: { properties: { code: { enum: ofStatus } } } } },
              ],
            },
            examples: Object.fromEntries(ofStatus.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
          },
        },
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

function contentOf(name: string, path: string, answer: z.ZodType, example: unknown): Json {
  const other = otherTypes[path];
  if (other !== undefined && binary.includes(other)) return { [other]: {} };
  const schema = other === undefined ? schemaOf(answer, 'output') : { type: 'string' };
  return { [other ?? 'application/json']: { schema, example: exampleOf(name, 'answer', answer, example) } };
}

/** Bodies that are a file. */
const files: Readonly<Record<string, string>> = { 'POST /api/import': 'application/octet-stream' };

/** Media types of binary answers, which have no example. */
const binary = ['image/gif', 'application/zip'];

/** Answers that are not JSON. */
const otherTypes: Readonly<Record<string, string>> = {
  '/api/live': 'text/event-stream',
  '/api/export': 'application/zip',
  '/api/docs': 'text/html',
  '/api/email-tracking/open/:token': 'image/gif',
};

/** Schemas that are defined once and referenced by name. */
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
      // The pattern is long and adds nothing to the format.
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

/** A sort key: the path, then the method. */
function byPath({ name }: DocumentedRoute): string {
  return name.split(' ').reverse().join(' ');
}

/** The first part of the path, such as `anecdotes`. */
function tagOf(name: string): string {
  const [, , part = ''] = name.split('/');
  return groups[part] ?? part;
}

const groups: Readonly<Record<string, string>> = { 'openapi.json': 'docs', 'journal.schema.json': 'export' };

function topicOf(tag: string): string {
  const topic = apiTopics[tag];
  if (topic === undefined) throw new Error(`apiTopics in contracts/docs/api-calls.ts does not describe ${tag}`);
  return topic;
}

/** An operation id such as `putAnecdotesByIdParent`. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace('/api/', '')
    .replaceAll(/:(\w+)/g, 'by/$1')
    .split(/\W+/);
  return method.toLowerCase() + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}
