import { randomBytes } from 'node:crypto';
import type { AccountId, MailCampaign, MailId } from '@anecdotes/contracts';
import type { SubjectKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { open, seal } from '@anecdotes/contracts/server/crypto/sealing';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { hashOf, makeToken, type NewToken } from '../account/one-time-tokens.ts';
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

const OPEN_TOKEN_BYTES = 16;

/** Mails in table `vault.mail`, sealed under the key of their account. */
export function createOutbox(deps: OutboxDependencies): Outbox {
  const listeners: (() => void)[] = [];
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };

  async function insert(db: pg.Pool | pg.ClientBase, { account, ...parts }: NewMail): Promise<void> {
    const key = await deps.keys.get(account);
    if (key === 'destroyed') return;
    const id = deps.newId();
    const openToken = randomBytes(OPEN_TOKEN_BYTES).toString('base64url');
    const content: MailContent = { ...parts, openToken };
    await db.query(
      `insert into vault.mail (id, account, campaign, content, open_hash, created_at, due_at)
       select $1, account, $3, $4, $5, $6, now() from vault.credential where account = $2 for key share`,
      [id, account, parts.campaign, seal(key, contextOf(id), JSON.stringify(content)), hashOf(openToken), deps.clock()],
    );
  }

  async function insertWithToken(tx: pg.ClientBase, mail: Omit<NewMail, 'token'>, kind: NewToken): Promise<void> {
    // An erasure deletes this row. If one is running, this waits for its end.
    const account = await tx.query('select from vault.credential where account = $1 for key share', [mail.account]);
    if (account.rowCount === 0) return;
    const token = await makeToken(tx, mail.account, kind, deps.clock());
    await insert(tx, { ...mail, token });
  }

  return {
    async enqueue(mail) {
      await insert(deps.vault, mail);
      notifyListeners();
    },
    async enqueueWithToken(mail, token) {
      // Cached before the transaction, in which reading the key would need a second connection.
      await deps.keys.get(mail.account);
      await inTransaction(deps.vault, (tx) => insertWithToken(tx, mail, token));
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

function contextOf(id: string): string {
  return `mail\n${id}`;
}
