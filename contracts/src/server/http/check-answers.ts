import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { FailureEnvelope } from '../../envelope.ts';
import { readApiDocument } from './api-document.ts';

/** Problems that any request can have, whatever it asks for; the document need not list them. */
const commonProblems = ['INTERNAL_ERROR', 'REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE', 'NOT_FOUND', 'METHOD_NOT_ALLOWED'];

/**
 * Makes a call to `app` fail when its JSON answer is not in the API document: a success must match the schema of its
 * route, from which the document is made; a refusal must be listed in the document. For tests only, because it would
 * cost too much in production.
 */
export function checkAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (typeof payload !== 'string' || !type.startsWith('application/json')) return payload;
    if (reply.statusCode >= 400) checkRefusal(request, reply.statusCode, payload);
    else if (reply.statusCode < 300) checkSuccess(request, reply.statusCode, payload);
    return payload;
  });
}

function checkSuccess({ routeOptions, url }: FastifyRequest, status: number, payload: string): void {
  const { response = {} } = (routeOptions.schema ?? {}) as { response?: { [status: number]: z.ZodType } };
  const schema = response[status];
  if (schema !== undefined) schema.parse(JSON.parse(payload));
  else if (url.startsWith('/api/')) throw new Error(`The route declares no schema for answers with status ${status}.`);
}

function checkRefusal({ routeOptions, method }: FastifyRequest, status: number, payload: string): void {
  const path = (routeOptions.url ?? '').replaceAll(/:(\w+)/g, '{$1}');
  const operation = apiDocument().paths[path]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  if (operation === undefined) return;
  const { code } = FailureEnvelope.parse(JSON.parse(payload)).error;
  const examples = operation.responses[status]?.content?.['application/json']?.examples ?? {};
  if (code in examples || commonProblems.includes(code)) return;
  const message = `${method} ${path} is refused with ${status} ${code}, which contracts/openapi.json does not list`;
  // Without `statusCode`, Fastify would keep the status of the refusal.
  throw Object.assign(new Error(message), { statusCode: 500 });
}

type ApiDocument = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
};
type Operation = {
  readonly responses: {
    readonly [status: string]: { readonly content?: { readonly [type: string]: { readonly examples?: object } } };
  };
};

let cachedDocument: ApiDocument | undefined;

function apiDocument(): ApiDocument {
  cachedDocument ??= JSON.parse(readApiDocument()) as ApiDocument;
  return cachedDocument;
}
