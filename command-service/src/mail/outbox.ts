import { createHash, randomBytes } from 'node:crypto';
import type { AccountId, MailCampaign, MailId } from '@anecdotes/contracts';
import type { SubjectKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { open, seal } from '@anecdotes/contracts/server/crypto/sealing';
import type pg from 'pg';
import type { VaultChange } from '../vault/change-vault.ts';

/** The data of a mail; stored sealed until it is sent. */
export type MailContent = {
  readonly campaign: MailCampaign;
  readonly to: string;
  /** The one-time token in the mail's link, where it has one. */
  readonly token?: string;
  /** The token in the address of the mail's pixel. */
  readonly openToken: string;
};

type NewMail = { readonly account: AccountId } & Omit<MailContent, 'openToken'>;

/** Purpose and lifetime of the one-time token in a mail. */
export type NewToken = { readonly purpose: 'verify-email' | 'password-reset'; readonly lifeMs: number };

/** Mails that wait to be sent. */
export type Outbox = {
  /** Stores `mail` to be sent, unless its account is erased. */
  enqueue(mail: NewMail): Promise<void>;
  /** The same with a new one-time token, in one step. Older tokens of the account for that purpose become invalid. */
  enqueueWithToken(mail: Omit<NewMail, 'token'>, token: NewToken): Promise<void>;
  /** The same as part of a vault change, with or without a token. */
  enqueueWith(change: VaultChange, mail: Omit<NewMail, 'token'>, token?: NewToken): Promise<void>;
  /** Calls `listener` after every mail that was stored. */
  onQueued(listener: () => void): void;
};

export type OutboxDependencies = { vault: pg.Pool; keys: SubjectKeys; clock: () => Date; newId: () => string };

const TOKEN_BYTES = 32;
const OPEN_TOKEN_BYTES = 16;

const insertMail = `
  insert into vault.mail (id, account, campaign, content, open_hash, created_at, due_at)
  values ($1, $2, $3, $4, $5, $6, now())`;

/** Mails in table `vault.mail`, sealed under the key of their account. */
export function createOutbox(deps: OutboxDependencies): Outbox {
  const listeners: (() => void)[] = [];
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };

  async function valuesOf({ account, ...parts }: NewMail): Promise<unknown[] | undefined> {
    const id = deps.newId();
    const openToken = randomBytes(OPEN_TOKEN_BYTES).toString('base64url');
    const content: MailContent = { ...parts, openToken };
    const key = await deps.keys.get(account);
    if (key === 'destroyed') return undefined;
    const sealed = seal(key, contextOf(id), JSON.stringify(content));
    return [id, account, parts.campaign, sealed, hashOf(openToken), deps.clock()];
  }

  async function insert(db: pg.Pool | pg.ClientBase, mail: NewMail): Promise<void> {
    const values = await valuesOf(mail);
    if (values !== undefined) await db.query(insertMail, values);
  }

  async function insertWithToken(
    db: pg.Pool | pg.ClientBase,
    mail: Omit<NewMail, 'token'>,
    { purpose, lifeMs }: NewToken,
  ): Promise<void> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const values = await valuesOf({ ...mail, token });
    if (values === undefined) return;
    const expiresAt = new Date(deps.clock().getTime() + lifeMs);
    await db.query(
      `with voided as (delete from vault.one_time_token where account = $2 and purpose = $7),
            made as (insert into vault.one_time_token (hash, account, purpose, created_at, expires_at)
                     values ($8, $2, $7, $6, $9))
       ${insertMail}`,
      [...values, purpose, hashOf(token), expiresAt],
    );
  }

  return {
    async enqueue(mail) {
      await insert(deps.vault, mail);
      notifyListeners();
    },
    async enqueueWithToken(mail, token) {
      await insertWithToken(deps.vault, mail, token);
      notifyListeners();
    },
    async enqueueWith({ tx, afterCommit }, mail, token) {
      await (token === undefined ? insert(tx, mail) : insertWithToken(tx, mail, token));
      afterCommit(notifyListeners);
    },
    onQueued(listener) {
      listeners.push(listener);
    },
  };
}

/** Opens the stored content of mail `id`; undefined when its account is erased. */
export async function openContent(
  keys: SubjectKeys,
  { id, account, content }: { id: MailId; account: AccountId; content: string },
): Promise<MailContent | undefined> {
  const key = await keys.get(account);
  return key === 'destroyed' ? undefined : (JSON.parse(open(key, contextOf(id), content)) as MailContent);
}

/** The SHA-256 hash that is stored in place of a token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function contextOf(id: string): string {
  return `mail\n${id}`;
}
