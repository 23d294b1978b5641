import { type ApiKey, type ApiKeyId, type CreateApiKey, Problem, streams } from '@anecdotes/contracts';
import { apiKeyHash, newApiKeySecret } from '@anecdotes/contracts/server/auth/api-key-secret';
import { apiKeyUses } from '@anecdotes/contracts/server/auth/api-keys';
import type { PersonPrincipal } from '@anecdotes/contracts/server/auth/authentication';
import { isSessionLive } from '@anecdotes/contracts/server/auth/sessions';
import { derivedId } from '@anecdotes/contracts/server/crypto/identifiers';
import type pg from 'pg';
import type { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import { type CommandDependencies, type CommandMetadata, handleCommand } from '../handle-command.ts';
import type { VersionedState } from '../load-state.ts';
import { type ApiKeyCommand, type ApiKeyState, apiKeyDecider } from './decider.ts';
import { addKey, removeKeys, replaceSecret, switchKeys } from './secrets.ts';

export type ApiKeyDependencies = CommandDependencies & {
  readonly vault: pg.Pool;
  /** Changes the keys of one account one after the other, so that log and vault end up saying the same. */
  readonly withAccountLock: KeyedMutex;
};

/** A key's state after a command, as its owner sees it. */
export type ChangedKey = { readonly view: ApiKey; readonly versioned: VersionedState<ApiKeyState> };

/**
 * Makes a key and its secret, which is in `view.key` and nowhere else. Throws API_KEY_LIMIT_REACHED, VALIDATION_FAILED
 * for a time that is over.
 */
export async function createApiKey(
  deps: ApiKeyDependencies,
  caller: PersonPrincipal,
  metadata: CommandMetadata,
  { name, scopes = ['read', 'write'], expires_at }: CreateApiKey,
): Promise<ChangedKey> {
  const id = derivedId(`${metadata.commandId}/api-key`, metadata.at) as ApiKeyId;
  const { account } = caller;
  const expiresAt = expires_at ? new Date(expires_at).toISOString() : null;
  if (expiresAt !== null && expiresAt <= metadata.at.toISOString()) {
    const message = 'Please choose an expiration date in the future';
    throw new Problem('VALIDATION_FAILED', { message, fields: { expires_at: message } });
  }
  const { key, hash } = newSecret();
  const keyHash = hash.toString('hex');
  return inSession(deps, caller, async () => {
    // A command that is executed again makes its key anew: the first secret never reached anybody.
    if (metadata.repeated) await removeKeys(deps.vault, account, id);
    await addKey(deps.vault, { id, account, hash, scopes, expiresAt });
    const made = await change(deps, metadata, id, { type: 'CreateApiKey', name, keyHash, scopes, expiresAt });
    return withSecret(made, key, keyHash);
  });
}

/** Gives a key another secret; the one before stays valid for `graceSeconds`. Throws API_KEY_NOT_FOUND. */
export async function rotateApiKey(
  deps: ApiKeyDependencies,
  caller: PersonPrincipal,
  metadata: CommandMetadata,
  id: ApiKeyId,
  graceSeconds: number,
): Promise<ChangedKey> {
  const { key, hash } = newSecret();
  const keyHash = hash.toString('hex');
  const until = new Date(metadata.at.getTime() + graceSeconds * 1000);
  const previousValidUntil = until.toISOString();
  return inSession(deps, caller, async () => {
    const changed = await change(deps, metadata, id, { type: 'RotateApiKey', keyHash, previousValidUntil });
    await replaceSecret(deps.vault, { id, account: caller.account, hash, until });
    return withSecret(changed, key, keyHash);
  });
}

/** Switches a key on or off. Throws API_KEY_NOT_FOUND. */
export async function setApiKeyActive(
  deps: ApiKeyDependencies,
  caller: PersonPrincipal,
  metadata: CommandMetadata,
  id: ApiKeyId,
  isActive: boolean,
): Promise<ChangedKey> {
  const { account } = caller;
  // Off in the vault first: a key that is to stop must not go on because the log is away.
  if (!isActive) await switchKeys(deps.vault, account, false, id);
  return inSession(deps, caller, async () => {
    const changed = await change(deps, metadata, id, { type: 'SetApiKeyActive', isActive });
    await switchKeys(deps.vault, account, isActive, id);
    return changed;
  });
}

/** Deletes a key for good. Throws API_KEY_NOT_FOUND. */
export async function deleteApiKey(
  deps: ApiKeyDependencies,
  metadata: CommandMetadata,
  id: ApiKeyId,
): Promise<VersionedState<ApiKeyState>> {
  await removeKeys(deps.vault, metadata.actor.account_id, id);
  return handle(deps, metadata, id, { type: 'DeleteApiKey' });
}

/** Records that `keys` of the acting account were switched off in the vault. */
export async function recordDeactivations(
  deps: ApiKeyDependencies,
  metadata: CommandMetadata,
  keys: readonly ApiKeyId[],
): Promise<void> {
  await Promise.all(keys.map((id) => handle(deps, metadata, id, { type: 'SetApiKeyActive', isActive: false })));
}

/** Deletes all keys of the acting account. */
export async function deleteApiKeys(deps: ApiKeyDependencies, metadata: CommandMetadata): Promise<void> {
  const keys = await removeKeys(deps.vault, metadata.actor.account_id);
  await Promise.all(keys.map((id) => handle(deps, metadata, id, { type: 'DeleteApiKey' })));
}

/**
 * Runs `change` after the other changes of the caller's keys. What ends sessions may switch keys off as well, and
 * nothing of a session may come after that, though its token is believed a moment longer. Throws UNAUTHENTICATED.
 */
function inSession<Result>(
  deps: ApiKeyDependencies,
  caller: PersonPrincipal,
  change: () => Promise<Result>,
): Promise<Result> {
  return deps.withAccountLock(caller.account, async () => {
    if (!(await isSessionLive(deps.vault, caller))) throw new Problem('UNAUTHENTICATED');
    return change();
  });
}

function handle(deps: ApiKeyDependencies, metadata: CommandMetadata, id: ApiKeyId, command: ApiKeyCommand) {
  const account = metadata.actor.account_id;
  return handleCommand(deps, {
    decider: apiKeyDecider,
    stream: streams.apiKey(id),
    subject: account,
    command,
    metadata,
    context: () => ({ now: metadata.at.toISOString(), account }),
  });
}

async function change(
  deps: ApiKeyDependencies,
  metadata: CommandMetadata,
  id: ApiKeyId,
  command: ApiKeyCommand,
): Promise<ChangedKey> {
  const versioned = await handle(deps, metadata, id, command);
  const { state } = versioned;
  if (state.status === 'absent' || state.status === 'deleted') throw new Problem('API_KEY_NOT_FOUND');
  const uses = await apiKeyUses(deps.vault, state.account);
  const view: ApiKey = {
    id,
    name: state.name,
    key_hash: state.keyHash,
    user_id: state.account,
    is_active: state.status === 'active',
    scopes: [...state.scopes],
    last_used: uses.get(id)?.lastUsed?.toISOString() ?? null,
    created_at: state.createdAt,
    expires_at: state.expiresAt,
  };
  return { view, versioned };
}

function newSecret() {
  const key = newApiKeySecret();
  return { key, hash: apiKeyHash(key) };
}

function withSecret({ view, versioned }: ChangedKey, key: string, key_hash: string): ChangedKey {
  return { view: { ...view, key_hash, key }, versioned };
}
