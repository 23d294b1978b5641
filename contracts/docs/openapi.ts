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

/** What is written about calls by hand. */
type Written = {
  readonly calls: Readonly<Record<string, ApiCall>>;
  readonly examples: Readonly<Record<string, Example>>;
};

/**
 * The OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1) of `routes`. Throws, with the name of the route, where
 * one of them has no schema of its answer, is not described or has no example, where an example does not fit its schema,
 * and where a call that names an object by its id does not say how it is refused when there is none; and for a call that
 * no route has.
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
          'answer here lists its codes. A known address answers another method with 405 and Allow.',
        'Reads with an ETag answer 304 to If-None-Match while nothing has changed.',
        'RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-11) say what is allowed and what is left; ' +
          '429 and 503 say in Retry-After when to try again. An account may have 20 live connections and 20 calls that ' +
          'wait for changes at a time.',
        'A call or a field that is about to go is announced by a Deprecation header (RFC 9745) at least six months ' +
          'before, with a link to what takes its place, and by Sunset (RFC 8594) with the day on which it ends.',
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
  ETag: { description: 'Names this state of the answer, for If-None-Match.', schema: text },
  'X-Log-Position': {
    description: 'The position of the change in the log; a read that sends it as X-Min-Position sees the change.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'RateLimit-Policy': {
    description: 'How many calls are allowed (q) in how many seconds (w).',
    schema: text,
    example: '"read";q=3000;w=60',
  },
  RateLimit: {
    description: 'How many calls are left (r), and in how many seconds all are allowed again (t).',
    schema: text,
    example: '"read";r=2999;t=1',
  },
  'Retry-After': { description: 'In how many seconds to try again.', schema: { type: 'integer' } },
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  schema: text,
  description: 'The ETag of the anecdote that the change was made for; if it was changed since, the answer is 409.',
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  schema: text,
  description: 'The ETag of an earlier answer; while that is still right, the answer is 304 without a body.',
};

/** The schema and the type of what a route is sent, if anything; it parses the forms of logging in by itself. */
function bodyOf({ schema: { body } }: DocumentedRoute, path: string): [z.ZodType | undefined, string] {
  if (forms.includes(path)) return [LogIn, 'application/x-www-form-urlencoded'];
  // A call that needs none takes an empty object.
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

/** `example`, which must be what `shape` takes or gives. */
function exampleOf(name: string, what: 'body' | 'answer', shape: z.ZodType, example: unknown): unknown {
  if (example === undefined && !(what === 'body' && shape.safeParse(undefined).success))
    throw new Error(`examples in contracts/docs/examples.ts has no ${what} of ${name}`);
  const { success, data, error } = shape.safeParse(example);
  if (!success) throw new Error(`the example of the ${what} of ${name} is wrong: ${z.prettifyError(error)}`);
  // Objects drop what they do not know.
  if (what === 'answer' && !isDeepStrictEqual(data, example))
    throw new Error(`the example of the ${what} of ${name} has more than its schema`);
  return example;
}

/** What every call of its kind can be refused with, and what this one can. */
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
    // What is too long is no id of anything.
    ...(name.includes(':') ? (['NOT_FOUND'] as const) : []),
    ...(hasBody || schema.querystring !== undefined ? (['VALIDATION_FAILED'] as const) : []),
    ...(hasBody ? (['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(isPublic ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(access === 'member' ? (['GUEST_NOT_ALLOWED'] as const) : []),
    ...(isChange ? (['CSRF_REFUSED'] as const) : []),
    // Not found: what a command made that is sent again, when that was erased since.
    ...(isChange && access === 'journal'
      ? (['IDEMPOTENCY_KEY_REUSED', 'DAILY_LIMIT_REACHED', 'ANECDOTE_NOT_FOUND'] as const)
      : []),
    ...(isChange || isPublic ? [] : (['NOT_YET_VISIBLE'] as const)),
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
    ? [header('X-Min-Position', 'The position of a change that the answer must show; waits up to 2 s for it.')]
    : [
        header(
          'Idempotency-Key',
          'A name for this command: repeated with it, the answer is repeated, not the command.',
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

/** Answers of which there is no example in a text. */
const binary = ['image/gif', 'application/zip'];

/** Answers that are not JSON. */
const otherTypes: Readonly<Record<string, string>> = {
  '/api/live': 'text/event-stream',
  '/api/export': 'application/zip',
  '/api/docs': 'text/html',
  '/api/email-tracking/open/:token': 'image/gif',
};

/** What is defined once and referred to by its name. */
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
  const [, , part = ''] = name.split('/');
  return groups[part] ?? part;
}

const groups: Readonly<Record<string, string>> = { 'openapi.json': 'docs', 'journal.schema.json': 'export' };

function topicOf(tag: string): string {
  const topic = apiTopics[tag];
  if (topic === undefined) throw new Error(`apiTopics in contracts/docs/api-calls.ts does not describe ${tag}`);
  return topic;
}

/** Such as `putAnecdotesByIdParent`. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace('/api/', '')
    .replaceAll(/:(\w+)/g, 'by/$1')
    .split(/\W+/);
  return method.toLowerCase() + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}
