import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import type pg from 'pg';
import { z } from 'zod';
import type { CommandDependencies } from '../handle-command.ts';
import { recordOpening } from './openings.ts';
import { hashOf } from './outbox.ts';

/** The smallest GIF there is: one transparent pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** `GET /email-tracking/open/{token}`: the picture in a mail; known tokens and others are answered alike. */
export function pixelRoute(app: HttpServer, deps: CommandDependencies & { readonly vault: pg.Pool }): void {
  const config = { access: 'public', limit: 'read' } as const;
  const schema = { params: z.object({ token: z.string() }) };
  app.get('/email-tracking/open/:token', { config, schema, exposeHeadRoute: false }, async (request, reply) => {
    await recordOpening(deps, hashOf(request.params.token)).catch((error: unknown) => {
      request.log.warn({ err: error }, 'mail statistics: an opened mail could not be recorded; it is not counted');
    });
    return reply
      .header('cache-control', 'no-store')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/gif')
      .send(pixel);
  });
}
