import { Problem } from '@anecdotes/contracts';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { hashesIn, tileAt, toBundle, widthIn } from '@anecdotes/contracts/server/transparency/tiles';
import type pg from 'pg';
import { z } from 'zod';
import { lastPublished } from './checkpoints.ts';
import { readTile } from './tree-store.ts';

const config = { access: 'public', limit: 'read' } as const;
const schema = { response: { 200: z.unknown() } };

/**
 * The log as C2SP tlog-tiles (https://c2sp.org/tlog-tiles) under `/api/tlog`: the last published checkpoint, and the
 * hashes and entries of its tree. An entry is the hash of an event, so they only reveal how many events there are.
 * A shared cache must not give the cookie of one caller to others, and many store no answer that has one.
 */
export function tlogRoutes(app: HttpServer, pool: pg.Pool): void {
  app.get('/api/tlog/checkpoint', { config, schema }, async (_request, reply) => {
    const { note } = await published(pool);
    return reply
      .removeHeader('set-cookie')
      .header('cache-control', 'max-age=5')
      .type('text/plain; charset=utf-8')
      .send(note);
  });

  app.get('/api/tlog/tile/*', { config, schema }, async (request, reply) => {
    const tile = tileAt(`tile/${(request.params as { '*': string })['*']}`);
    const { size } = await published(pool);
    const isThere = tile !== undefined && tile.width <= widthIn(tile, size);
    const bytes = isThere ? await readTile(pool, tile, tile.width) : undefined;
    if (tile === undefined || bytes === undefined) throw new Problem('NOT_FOUND');
    reply
      .removeHeader('set-cookie')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('application/octet-stream');
    return reply.send(tile.level === 'entries' ? toBundle(hashesIn(bytes)) : Buffer.from(bytes));
  });
}

async function published(pool: pg.Pool) {
  const last = await lastPublished(pool);
  if (last === undefined) throw new Problem('NOT_FOUND');
  return last;
}
