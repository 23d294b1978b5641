import { describeIssue, fail, headers as names, Problem, validationProblem } from '@anecdotes/contracts';
import { type HttpHandler, http } from 'msw/http';
import type { z } from 'zod';
import { callerOf } from './callers.ts';
import type { Mock } from './context.ts';
import type { Answer, Call, Handle } from './handle.ts';
import { newId } from './ids.ts';
import { createRepetition } from './repetition.ts';
import { MockFailure } from './storage.ts';

/** Makes the handlers of the API's paths: `get('/tags', …)`. */
export function paths(mock: Mock) {
  const repetition = createRepetition();
  const of = (method: 'get' | 'post' | 'put' | 'delete') => (path: string, handle: Handle) =>
    http[method](`*/api${path}`, async ({ request, params }): Promise<Response> => {
      try {
        const call = await read(mock, request, params as Record<string, string>);
        if (method === 'get') return respond(await handle(call), mock);
        const change = async () => {
          const answer = await handle(call);
          mock.tables.advance(call.now);
          mock.changed();
          return answer;
        };
        const isKeyed = !path.startsWith('/auth/');
        return respond(await (isKeyed ? repetition.once(call, change) : change()), mock);
      } catch (error) {
        return failureOf(error, mock);
      }
    });
  return { get: of('get'), post: of('post'), put: of('put'), delete: of('delete') } satisfies Record<
    string,
    (path: string, handle: Handle) => HttpHandler
  >;
}

/** The answer to a call in which `error` was thrown. */
export function failureOf(error: unknown, { clock }: Pick<Mock, 'clock'>): Response {
  const known = error instanceof Problem || error instanceof MockFailure ? error : new Problem('INTERNAL_ERROR');
  return Response.json(fail(known, newId(clock()), clock()), { status: known.status });
}

function respond({ envelope, status = 200, headers = {}, isSilent }: Answer, { tables }: Mock): Response {
  if (envelope === undefined) return new Response(null, { status: 204 });
  const position = isSilent ? {} : { [names.logPosition]: String(tables.position()) };
  return Response.json(envelope, { status, headers: { ...position, ...headers } });
}

async function read(mock: Mock, request: Request, params: Record<string, string>): Promise<Call> {
  const text = await request.text();
  const url = new URL(request.url);
  return {
    mock,
    now: mock.clock(),
    request,
    params,
    caller: () => callerOf(mock, request.headers.get('authorization')),
    query: (schema) => parsed(schema, Object.fromEntries(url.searchParams)),
    input: (schema) => parsed(schema, jsonOf(text)),
    form: () => Object.fromEntries(new URLSearchParams(text)),
  };
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, describeIssue);
  if (!result.success) throw validationProblem(result.error);
  return result.data;
}

function jsonOf(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('MALFORMED_REQUEST');
  }
}
