import { type AccountId, type MailId, streams } from '@anecdotes/contracts';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import type pg from 'pg';
import { z } from 'zod';
import { hashOf } from '../account/one-time-tokens.ts';
import { createSystemMetadata } from '../command-metadata.ts';
import type { CommandDependencies } from '../handle-command.ts';
import { changeVault } from '../vault/change-vault.ts';

/** The smallest GIF there is: one transparent pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** `GET /email-tracking/open/{token}`: the tracking pixel of a mail. Known and unknown tokens get the same answer. */
export function pixelRoute(app: HttpServer, deps: CommandDependencies & { readonly vault: pg.Pool }): void {
  const config = { access: 'public', limit: 'read' } as const;
  const schema = { params: z.object({ token: z.string() }), response: { 200: z.instanceof(Buffer) } };
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

/** So that nobody who has a mail can fill the log. */
const MAX_OPENINGS = 1_000;

/**
 * Records that the mail with this pixel was opened, at most once a minute and MAX_OPENINGS times; in the log only if the
 * mail is in it.
 */
async function recordOpening(deps: CommandDependencies & { readonly vault: pg.Pool }, openHash: Buffer): Promise<void> {
  const { rows: known } = await deps.vault.query<{ account: AccountId }>(
    'select account from vault.mail where open_hash = $1',
    [openHash],
  );
  const account = known[0]?.account;
  if (account === undefined) return;
  await changeVault(deps, createSystemMetadata(deps, account), async ({ tx, record, metadata: { at } }) => {
    const { rows } = await tx.query<{ id: MailId; isInLog: boolean }>(
      `update vault.mail set opened_at = $2, openings = openings || $2::timestamptz
       where open_hash = $1 and (opened_at is null or opened_at <= $2::timestamptz - interval '1 minute')
         and cardinality(openings) < ${MAX_OPENINGS}
       returning id, sent_at is not null and unrecorded is null as "isInLog"`,
      [openHash, at],
    );
    const [mail] = rows;
    if (mail?.isInLog) record(streams.mail(mail.id), [{ type: 'MailOpened', data: { account }, at: at.toISOString() }]);
  });
}
