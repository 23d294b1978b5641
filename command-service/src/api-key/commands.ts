import { type ApiKey, type ApiKeyId, type CreateApiKey, Problem, streams } from '@anecdotes/contracts';
import { apiKeyHash, newApiKeySecret } from '@anecdotes/contracts/server/auth/api-key-secret';
import type { PersonPrincipal } from '@anecdotes/contracts/server/auth/authentication';
import { derivedId } from '@anecdotes/contracts/server/crypto/identifiers';
import type { CommandMetadata } from '../handle-command.ts';
import { loadState } from '../load-state.ts';
import { type Changed, changeVault, type VaultChange, type VaultDependencies } from '../vault/change-vault.ts';
import { type ApiKeyCommand, type ApiKeyState, apiKeyDecider } from './decider.ts';
import { addKey, findKey, lockKeys, removeKey, replaceSecret, switchKey } from './secrets.ts';

/** A key as its owner sees it after a change. */
export type ChangedKey = Changed<ApiKey>;

type LiveKey = ApiKeyState & { status: 'active' | 'inactive' };

/**
 * Creates a key and its secret, which is in `result.key` and nowhere else. Throws API_KEY_LIMIT_REACHED,
 * VALIDATION_FAILED for an expiration date in the past.
 */
export async function createApiKey(
  deps: VaultDependencies,
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
  return changeVault(deps, metadata, async (change) => {
    await lockKeys(change.tx, caller);
    // Executed again: the answer with the first secret was lost, so the key gets a new one.
    const made = metadata.repeated ? await findKey(deps.keys, change.tx, account, id) : undefined;
    if (made !== undefined) return { ...(await rotate(change, id, made, hash, metadata.at)), key };
    const command = { type: 'CreateApiKey', name, keyHash, scopes, expiresAt } as const;
    const state = decideLive(change, id, apiKeyDecider.initial, command);
    await addKey(deps.keys, change.tx, { id, account, name, hash, scopes, expiresAt, createdAt: metadata.at });
    return { ...viewOf(id, state, null), key };
  });
}

/**
 * Gives a key a new secret; the previous one stays valid for `graceSeconds`. Throws API_KEY_NOT_FOUND, and API_KEY_EXPIRED
 * because the new secret would expire with the key.
 */
export async function rotateApiKey(
  deps: VaultDependencies,
  caller: PersonPrincipal,
  metadata: CommandMetadata,
  id: ApiKeyId,
  graceSeconds: number,
): Promise<ChangedKey> {
  const { key, hash } = newSecret();
  const until = new Date(metadata.at.getTime() + graceSeconds * 1000);
  return changeVault(deps, metadata, async (change) => {
    await lockKeys(change.tx, caller);
    const found = await findKey(deps.keys, change.tx, caller.account, id);
    if (found === undefined) throw new Problem('API_KEY_NOT_FOUND');
    return { ...(await rotate(change, id, found, hash, until)), key };
  });
}

/** Activates or deactivates a key. Throws API_KEY_NOT_FOUND. */
export async function setApiKeyActive(
  deps: VaultDependencies,
  caller: PersonPrincipal,
  metadata: CommandMetadata,
  id: ApiKeyId,
  isActive: boolean,
): Promise<ChangedKey> {
  return changeVault(deps, metadata, async (change) => {
    await lockKeys(change.tx, caller);
    const found = await findKey(deps.keys, change.tx, caller.account, id);
    if (found === undefined) throw new Problem('API_KEY_NOT_FOUND');
    const state = decideLive(change, id, found.state, { type: 'SetApiKeyActive', isActive });
    await switchKey(change.tx, id, isActive);
    return viewOf(id, state, found.lastUsed);
  });
}

/** Deletes a key for good. Throws API_KEY_NOT_FOUND. */
export async function deleteApiKey(
  deps: VaultDependencies,
  metadata: CommandMetadata,
  id: ApiKeyId,
): Promise<Changed<void>> {
  const changed = await changeVault(deps, metadata, async (change) => {
    const found = await findKey(deps.keys, change.tx, metadata.actor.account_id, id);
    if (found === undefined) return false;
    decide(change, id, found.state, { type: 'DeleteApiKey' });
    return removeKey(change.tx, metadata.actor.account_id, id);
  });
  if (!changed.result && !(await wasDeletedBy(deps, metadata, id))) throw new Problem('API_KEY_NOT_FOUND');
  return { result: undefined, position: changed.position };
}

/** True when this very command deleted the key before, and its answer was lost. */
async function wasDeletedBy(deps: VaultDependencies, { repeated, commandId }: CommandMetadata, id: ApiKeyId) {
  if (!repeated) return false;
  return (await loadState(deps, apiKeyDecider, streams.apiKey(id), { commandId })).isDone;
}

/** Records that `keys` of the acting account were deactivated or deleted in the vault. */
export function recordKeys(
  { record, metadata: { actor, at } }: VaultChange,
  keys: readonly ApiKeyId[],
  type: 'ApiKeyDeactivated' | 'ApiKeyDeleted',
): void {
  const event = { type, data: { account: actor.account_id }, at: at.toISOString() };
  for (const id of keys) record(streams.apiKey(id), [event]);
}

async function rotate(
  change: VaultChange,
  id: ApiKeyId,
  { state, lastUsed }: { state: LiveKey; lastUsed: Date | null },
  hash: Buffer,
  until: Date,
): Promise<ApiKey> {
  const keyHash = hash.toString('hex');
  const command = { type: 'RotateApiKey', keyHash, previousValidUntil: until.toISOString() } as const;
  const rotated = decideLive(change, id, state, command);
  await replaceSecret(change.tx, { id, hash, until });
  return viewOf(id, rotated, lastUsed);
}

/** Decides `command` on `state`, which comes from the vault, and records the events; returns the state after them. */
function decide(
  { record, metadata }: VaultChange,
  id: ApiKeyId,
  state: ApiKeyState,
  command: ApiKeyCommand,
): ApiKeyState {
  const context = { now: metadata.at.toISOString(), account: metadata.actor.account_id };
  const decision = apiKeyDecider.decide(command, state, context);
  if ('refused' in decision) throw new Problem(decision.refused);
  record(streams.apiKey(id), decision.events);
  return decision.events.reduce(apiKeyDecider.evolve, state);
}

/** The same for a command after which the key still exists. */
function decideLive(...parameters: Parameters<typeof decide>): LiveKey {
  const next = decide(...parameters);
  if (next.status === 'absent' || next.status === 'deleted') throw new Problem('API_KEY_NOT_FOUND');
  return next;
}

function viewOf(id: ApiKeyId, state: LiveKey, lastUsed: Date | null): ApiKey {
  return {
    id,
    name: state.name,
    key_hash: state.keyHash,
    user_id: state.account,
    is_active: state.status === 'active',
    scopes: [...state.scopes],
    last_used: lastUsed?.toISOString() ?? null,
    created_at: state.createdAt,
    expires_at: state.expiresAt,
  };
}

function newSecret() {
  const key = newApiKeySecret();
  return { key, hash: apiKeyHash(key) };
}
