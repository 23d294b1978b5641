import { hash } from 'node:crypto';
import { readApiDocument } from '@anecdotes/contracts/server/http/api-document';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { z } from 'zod';
import { type ApiDocument, pageOf, STYLE } from './page.ts';

const text = readApiDocument();
const page = pageOf(JSON.parse(text) as ApiDocument);
const styleHash = hash('sha256', STYLE, 'base64');

/**
 * The description of the API: the OpenAPI document of both services, and the same as a readable page without a script.
 */
export function apiDocumentRoutes(app: HttpServer): void {
  const config = { access: 'public', limit: 'read' } as const;

  app.get(
    '/api/openapi.json',
    { config, schema: { response: { 200: z.looseObject({ openapi: z.string() }) } } },
    async (_request, reply) => {
      reply.type('application/json; charset=utf-8');
      // Sent unchanged: a text is not serialized again.
      return text as unknown as { openapi: string };
    },
  );

  app.get('/api/docs', { config, schema: { response: { 200: z.string() } } }, async (_request, reply) => {
    reply.type('text/html; charset=utf-8');
    reply.header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    return page;
  });
}
