import { setTimeout as delay } from 'node:timers/promises';
import { type AccountId, type MailCampaign, type MailId, streams } from '@anecdotes/contracts';
import { createNotifier } from '@anecdotes/contracts/server/concurrency/notifier';
import type pg from 'pg';
import { isReplaced } from '../account/one-time-tokens.ts';
import { createSystemMetadata } from '../command-metadata.ts';
import type { CommandDependencies } from '../handle-command.ts';
import { changeVault } from '../vault/change-vault.ts';
import { isAskedByVisitor, keepUnrecorded } from './asked-by-visitor.ts';
import { type MailContent, type Outbox, openContent } from './outbox.ts';
import { renderMail } from './templates.ts';
import type { MailTransport } from './transport.ts';

export type MailWorkerDependencies = CommandDependencies & {
  readonly vault: pg.Pool;
  readonly outbox: Outbox;
  readonly transport: MailTransport;
  /** The URL of the product, with which every link begins. */
  readonly baseUrl: string;
  readonly onError: (error: unknown) => void;
  /** Called for a mail that could not be sent in time and will not be sent. */
  readonly onGivenUp: (mail: { readonly id: MailId; readonly campaign: MailCampaign }) => void;
};

export type MailWorker = { stop(): Promise<void> };

/** After a process has begun to send a mail, no other process sends it for this long. */
const LEASE = '1 minute';
const POLL_MS = 2_000;
const STOP_TIMEOUT_MS = 3_000;
/** Seconds to wait before each next attempt; a mail that could not be sent within 24 hours is given up. */
const BACKOFF_S = [60, 120, 300, 900, 3_600];
const GIVE_UP = '24 hours';

/** Sends the mails of the outbox until it is stopped; any number of processes may do so at once. */
export function startMailWorker(deps: MailWorkerDependencies): MailWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const queued = createNotifier();
  deps.outbox.onQueued(queued.notify);

  async function work(): Promise<void> {
    while (!signal.aborted) {
      const seen = queued.count();
      const outcome = await sendNext(deps).catch((error: unknown) => {
        deps.onError(error);
        return 'idle' as const;
      });
      if (outcome === 'idle') await queued.wait(seen, POLL_MS, signal);
    }
  }

  const working = work();
  return {
    async stop() {
      stopping.abort();
      // A mail server that does not answer must not delay the shutdown; the mail is sent again after its lease.
      await Promise.race([working, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      deps.transport.close();
    },
  };
}

type Leased = { id: MailId; account: AccountId; campaign: MailCampaign; content: string; attempts: number };

/** Sends one mail that is due, or drops it if a newer link has replaced its own; `'idle'` when there is none. */
export async function sendNext(deps: MailWorkerDependencies): Promise<'worked' | 'idle'> {
  const mail = await leaseNext(deps.vault);
  if (mail === undefined) return 'idle';
  const { id, account, campaign } = mail;
  let content: MailContent | undefined;
  try {
    content = await openContent(deps.keys, mail);
    if (content === undefined) return 'worked';
    const { token } = content;
    if (token !== undefined && (await isReplaced(deps.vault, { account, purpose: campaign, token }))) {
      await deps.vault.query('update vault.mail set content = null where id = $1', [id]);
      return 'worked';
    }
    await deps.transport.send({ ...renderMail(content, deps.baseUrl), id, account });
  } catch (error) {
    // What cannot be opened fails in the same way each time.
    if (content !== undefined || mail.attempts === 1) deps.onError(error);
    await retryLater(deps, mail);
    return 'worked';
  }
  if (isAskedByVisitor(campaign)) {
    await keepUnrecorded(deps, { id, account, recipient: content.to });
    return 'worked';
  }
  await changeVault(deps, createSystemMetadata(deps, account), async ({ tx, record, metadata }) => {
    const { rowCount } = await tx.query(
      'update vault.mail set sent_at = now(), content = null where id = $1 and content is not null',
      [id],
    );
    if (rowCount === 0) return;
    const data = { account, campaign, recipient: content.to };
    record(streams.mail(id), [{ type: 'MailSent', data, at: metadata.at.toISOString() }]);
  });
  return 'worked';
}

async function leaseNext(vault: pg.Pool): Promise<Leased | undefined> {
  const { rows } = await vault.query<Leased>({
    name: 'lease-mail',
    text: `update vault.mail set leased_until = now() + interval '${LEASE}', attempts = attempts + 1
           where id = (
             select id from vault.mail
             where content is not null and due_at <= now() and (leased_until is null or leased_until < now())
             order by due_at limit 1 for update skip locked)
           returning id, account, campaign, content, attempts`,
  });
  return rows[0];
}

/** Schedules the next attempt for a mail, or gives it up. The lease stays: the server may have accepted the mail. */
async function retryLater(
  { vault, onGivenUp }: MailWorkerDependencies,
  { id, campaign, attempts }: Leased,
): Promise<void> {
  const seconds = BACKOFF_S[attempts - 1] ?? BACKOFF_S.at(-1);
  const { rows } = await vault.query<{ isGivenUp: boolean }>(
    `update vault.mail set
       due_at = now() + make_interval(secs => $2),
       content = case when created_at > now() - interval '${GIVE_UP}' then content end
     where id = $1 and content is not null
     returning content is null as "isGivenUp"`,
    [id, seconds],
  );
  if (rows[0]?.isGivenUp) onGivenUp({ id, campaign });
}
