import type { z } from 'zod';
import { LogIn } from '../src/account/commands.ts';
import { AnecdoteView } from '../src/anecdote/views.ts';
import { FailureEnvelope } from '../src/envelope.ts';
import { problems } from '../src/problem.ts';
import { type ApiCall, apiCalls, apiTopics } from './api-calls.ts';
import type { DocumentedRoute } from './documented-route.ts';
import { type Example, failure } from './example-values.ts';
import { examples } from './examples.ts';
import { answerHeaders, answersOf, problemsOf, refusals } from './openapi-answers.ts';
import { parametersOf } from './openapi-parameters.ts';
import { componentOf, exampleOf, type Json, schemaOf } from './openapi-schemas.ts';

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
          'answer here lists its codes. A known path answers an unsupported method with 405 and Allow, and a fault of ' +
          'the server is 500 INTERNAL_ERROR. Times in answers are in UTC, such as 2026-03-02T07:40:00.000Z. Every GET but ' +
          'those of a stream, an export and a pixel also answers HEAD.',
        'Calls send Authorization: Bearer with an API key, or with the access token that POST /api/auth/login answers. Each ' +
          'call says who may make it.',
        'Reads with an ETag answer 304 to If-None-Match while nothing has changed.',
        'RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-11) give the limit and the remaining calls; ' +
          'they are also on refusals after the check of the caller. The Retry-After of 429 and 503 says when to try again. ' +
          'An account may have 20 live connections and 20 calls that wait for changes at a time.',
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
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of a session, or an API key with the scopes read, write or both. A key with only the scope write ' +
            'can read every anecdote whose id it knows, because the answer to a change holds the whole anecdote, and the ' +
            'dry run of an import tells it which entries are already in the journal.',
        },
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
  const { name, access, schema } = route;
  const call = written.calls[name];
  if (call === undefined) throw new Error(`apiCalls in contracts/docs/api-calls.ts does not describe ${name}`);
  const example = written.examples[name];
  if (example === undefined) throw new Error(`examples in contracts/docs/examples.ts has none of ${name}`);
  const [body, bodyTypes] = bodyOf(route, path);
  const hasBody = schema.body !== undefined || body !== undefined;
  const codes = problemsOf(route, hasBody, method, call.problems ?? []);
  if (path.includes(':id') && !call.problems?.some((code) => problems[code].status === 404))
    throw new Error(`${name} takes an id, but apiCalls in contracts/docs/api-calls.ts names no problem of status 404`);
  return {
    operationId: operationIdOf(method, path),
    tags: [tagOf(name)],
    summary: call.summary,
    description: callersOf(route),
    ...(access === 'public' && { security: [] }),
    parameters: parametersOf(route, call, method, path),
    ...(files[name] !== undefined && {
      requestBody: {
        required: true,
        content: inEach(files[name], { schema: { type: 'string', format: 'binary' } }),
      },
    }),
    ...(body !== undefined && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: inEach(bodyTypes, {
          schema: schemaOf(body, 'input'),
          example: exampleOf(name, 'body', body, example.body),
        }),
      },
    }),
    responses: {
      ...answersOf(route, example, path),
      ...refusals(route, codes),
    },
  };
}

/** Who may make a call. */
function callersOf({ access, scope }: DocumentedRoute): string {
  if (access === 'public') return 'Anybody may make this call.';
  if (scope !== undefined) return `An API key needs the scope ${scope}.`;
  return access === 'member'
    ? 'Needs a session of a member: API keys and the guest are refused.'
    : 'Needs a session: API keys are refused.';
}

/** The schema, if any, and media types of a route's body. The login routes declare none: they parse forms themselves. */
function bodyOf({ schema: { body } }: DocumentedRoute, path: string): [z.ZodType | undefined, readonly string[]] {
  if (forms.includes(path))
    return [LogIn, ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json']];
  // A call that needs no body accepts an empty object.
  const isEmpty = body !== undefined && JSON.stringify(schemaOf(body, 'input')).includes('"properties":{}');
  return [isEmpty ? undefined : body, ['application/json']];
}

/** The content of a body that is the same in each of the media types. */
function inEach(types: readonly string[], media: Json): Json {
  return Object.fromEntries(types.map((type) => [type, media]));
}

const forms = ['/api/auth/login', '/api/auth/token'];

/** Bodies that are a file. */
const files: Readonly<Record<string, readonly string[]>> = {
  'POST /api/import': ['application/octet-stream', 'application/zip'],
};

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
