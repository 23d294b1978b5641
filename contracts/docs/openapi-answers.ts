import { z } from 'zod';
import { AnecdoteView, ReactionChange } from '../src/anecdote/views.ts';
import { type ProblemCode, problems } from '../src/problem.ts';
import { type DocumentedRoute, hasTag } from './documented-route.ts';
import type { Example } from './example-values.ts';
import { exampleOf, type Json, REFERENCE, schemaOf } from './openapi-schemas.ts';

const HEADER = '#/components/headers/';
const refer = (...names: (keyof typeof answerHeaders)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: HEADER + name }]));

const text = { type: 'string' };
const position = { type: 'string', pattern: '^[0-9]+$' };
/** The headers of answers, for the components of the document. */
export const answerHeaders = {
  ETag: {
    description: 'Identifies this state of the answer, for If-None-Match; that of an anecdote also for If-Match.',
    schema: text,
  },
  Location: { description: 'The path of the new anecdote.', schema: text },
  'X-Log-Position': {
    description:
      'The position of the change in the log, or the one that the answer to a read shows; a read that sends it as ' +
      'X-Min-Position shows no older state.',
    schema: position,
  },
  'X-As-Of-Position': { description: 'With as_of: the position of the log that the answer shows.', schema: position },
  'X-Renewed-Token': { description: 'A token to use from now on, when half the life of yours is over.', schema: text },
  'Content-Disposition': {
    description: 'The name of the file.',
    schema: text,
    example: 'attachment; filename="anecdotes-2026-03-02.zip"',
  },
  'WWW-Authenticate': { description: 'Bearer; with error="invalid_token" if credentials were sent.', schema: text },
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

/** The successful answers of `route`, by status. */
export function answersOf(route: DocumentedRoute, { answer, answers = {} }: Example, path: string): Json {
  const { name, schema } = route;
  const responses = Object.entries(schema.response ?? {}).filter(([status]) => status !== '304');
  if (responses.length === 0) throw new Error(`${name} has no schema of its answer`);
  return {
    ...Object.fromEntries(
      responses.map(([status, shape]) => {
        const example = answers[Number(status)] ?? answer;
        const content = status === '204' ? undefined : contentOf(name, path, shape, example);
        const headers = refer(...headersOf(route, status, shape), 'RateLimit-Policy', 'RateLimit');
        return [status, { description: 'Done', headers, ...(content !== undefined && { content }) }];
      }),
    ),
    ...(hasTag(route) && {
      304: { description: 'Nothing has changed', headers: refer('ETag', ...positionsOf(route)) },
    }),
  };
}

/** Public calls that append events. */
const publicChanges = ['login', 'token', 'register', 'verify-email', 'reset-password'].map(
  (call) => `POST /api/auth/${call}`,
);

/** The headers of a read that say which position it shows. */
function positionsOf({ name, schema }: DocumentedRoute): (keyof typeof answerHeaders)[] {
  const isAboutPast = schema.querystring instanceof z.ZodObject && 'as_of' in schema.querystring.shape;
  return name.startsWith('GET ') ? ['X-Log-Position', ...(isAboutPast ? (['X-As-Of-Position'] as const) : [])] : [];
}

/** The headers of a successful answer, except those of rate limits. */
function headersOf(route: DocumentedRoute, status: string, shape: z.ZodType) {
  const { name, access } = route;
  const isRead = name.startsWith('GET ');
  const positions = positionsOf(route);
  const data = shape instanceof z.ZodObject ? shape.shape.data : undefined;
  const isOfAnecdote = data === AnecdoteView || data === ReactionChange;
  const has: Partial<Record<keyof typeof answerHeaders, boolean>> = {
    'X-Log-Position': isRead || access !== 'public' || publicChanges.includes(name),
    ETag: isRead ? hasTag(route) : isOfAnecdote,
    Location: status === '201' && isOfAnecdote,
    'X-As-Of-Position': positions.includes('X-As-Of-Position'),
    'X-Renewed-Token': name === 'GET /api/auth/me',
    'Content-Disposition': name === 'GET /api/export',
  };
  return (Object.keys(answerHeaders) as (keyof typeof answerHeaders)[]).filter((header) => has[header]);
}

function contentOf(name: string, path: string, answer: z.ZodType, example: unknown): Json {
  const other = otherTypes[path];
  if (other !== undefined && binary.includes(other)) return { [other]: {} };
  const schema = other === undefined ? schemaOf(answer, 'output') : { type: 'string' };
  return { [other ?? 'application/json']: { schema, example: exampleOf(name, 'answer', answer, example) } };
}

/** Media types of binary answers, which have no example. */
const binary = ['image/gif', 'application/zip'];

/** Answers that are not JSON. */
const otherTypes: Readonly<Record<string, string>> = {
  '/api/live': 'text/event-stream',
  '/api/export': 'application/zip',
  '/api/docs': 'text/html',
  '/api/email-tracking/open/:token': 'image/gif',
};

/** The problems that every call of this kind can have, and those of this call. */
export function problemsOf(
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

const headersOfRefusal: Readonly<Record<number, readonly (keyof typeof answerHeaders)[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
  503: ['Retry-After'],
};

/** One answer for each status, with its possible codes. */
export function refusals(route: DocumentedRoute, codes: readonly ProblemCode[]): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status);
  const entries = [...byStatus].filter(([status]) => status >= 400).sort(([one], [other]) => one - other);
  return Object.fromEntries(
    entries.map(([status, ofStatus]) => {
      const names = [...(status === 401 ? [] : positionsOf(route)), ...(headersOfRefusal[status] ?? [])];
      const refusal = {
        description: ofStatus.map((code) => `${code}: ${problems[code].message}`).join('; '),
        ...(names.length > 0 && { headers: refer(...names) }),
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
      };
      return [status, refusal];
    }),
  );
}
