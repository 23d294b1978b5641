import type { FastifyContextConfig } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createHttpServer } from '../http/http-server.ts';

/** Starts a server with one route that has this policy. */
async function start(url: string, config?: FastifyContextConfig, schema?: object): Promise<unknown> {
  const app = createHttpServer({ logger: false });
  onTestFinished(() => app.close());
  app.get(url, { ...(config && { config }), ...(schema && { schema }) }, async () => ({}));
  return app.ready();
}

test.each([
  ['no policy', '/api/new', undefined, 'config.access'],
  ['no policy outside of the API', '/new', undefined, 'config.access'],
  ['no scope for API keys', '/api/new', { access: 'journal', limit: 'read' }, 'config.scope'],
  ['no kind of call', '/api/new', { access: 'person' }, 'config.limit'],
  ['no schema of what it takes', '/api/new', { access: 'person', limit: 'read' }, 'schema'],
  ['no schema of what it answers', '/api/new', { access: 'public', limit: 'read' }, 'schema.response'],
] as const)(
  'a server with a route that declares %s does not start and names the route',
  async (_, url, config, name) => {
    await expect(start(url, config)).rejects.toThrow(`${url} declares no ${name}`);
  },
);

test.each([
  ['/api/new', { access: 'journal', scope: 'read', limit: 'read' }],
  ['/api/new', { access: 'member', limit: 'command' }],
  ['/metrics', { access: 'operator' }],
] as const)('a server whose route %s has a complete policy starts', async (url, config) => {
  await expect(
    start(url, config, { querystring: z.strictObject({}), response: { 200: z.object({}) } }),
  ).resolves.toBeDefined();
});
