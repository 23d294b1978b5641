import { type ApiKey, ChangeApiKey, CreateApiKey, limits, Problem, RotateApiKey } from '@anecdotes/contracts';
import { type ApiKeyCommand, apiKeyDecider } from '../../../command-service/src/api-key/decider.ts';
import { type Call, invalid, type Routes } from './call.ts';
import { execute } from './decide.ts';
import { digest, newId } from './ids.ts';
import type { MockApiKey } from './tables.ts';

/** The calls about API keys, which look like those of the service but give no access to anything. */
export const apiKeyRoutes: Routes = {
  'get /api-keys': (call) => ({ data: ownKeys(call).map(viewOf).reverse() }),

  'post /api-keys': async (call) => {
    call.checkPasswordIsRecent();
    const held = ownKeys(call);
    const { name, scopes = ['read', 'write'], expires_at } = call.input(CreateApiKey);
    const expiresAt = expires_at ? new Date(expires_at).toISOString() : null;
    if (expiresAt !== null && expiresAt <= call.now.toISOString()) {
      throw invalid('expires_at', 'Please choose an expiration date in the future');
    }
    if (held.length >= limits.apiKeys) throw new Problem('API_KEY_LIMIT_REACHED');
    const { key, keyHash } = await newSecret();
    return { data: { ...change(call, { type: 'CreateApiKey', name, keyHash, scopes, expiresAt }), key }, status: 201 };
  },

  'put /api-keys/:id': (call) => {
    const { is_active: isActive } = call.input(ChangeApiKey);
    return { data: change(call, { type: 'SetApiKeyActive', isActive }) };
  },

  'post /api-keys/:id/rotate': async (call) => {
    call.checkPasswordIsRecent();
    call.input(RotateApiKey.nullish());
    const { key, keyHash } = await newSecret();
    const previousValidUntil = call.now.toISOString();
    return { data: { ...change(call, { type: 'RotateApiKey', keyHash, previousValidUntil }), key } };
  },

  'delete /api-keys/:id': (call) => {
    const { id } = call.params;
    change(call, { type: 'DeleteApiKey' });
    call.tables.keys.remove((key) => key.id === id);
    return { data: { id, success: true, message: 'API key deleted successfully' } };
  },
};

function ownKeys(call: Call): MockApiKey[] {
  const { account } = call.member();
  return call.tables.keys.all().filter((key) => key.account === account.id);
}

/** Executes `command` on the key in the path, or on a new key. Throws the refusal. */
function change(call: Call, command: ApiKeyCommand): ApiKey | undefined {
  const { keys } = call.tables;
  const before = ownKeys(call).find(({ id }) => id === call.params.id);
  const context = { account: call.caller().account.id, now: call.now.toISOString() };
  const { state } = execute(apiKeyDecider, command, before ?? apiKeyDecider.initial, context);
  if (!('name' in state)) return undefined;
  const after = { id: before?.id ?? newId(call.now), ...state };
  keys.put(after);
  return viewOf(after);
}

function viewOf({ id, status, account, keyHash, createdAt, expiresAt, name, scopes }: MockApiKey): ApiKey {
  const key = { id, name, key_hash: keyHash, user_id: account, is_active: status === 'active', scopes: [...scopes] };
  return { ...key, last_used: null, created_at: createdAt, expires_at: expiresAt };
}

async function newSecret(): Promise<{ key: string; keyHash: string }> {
  const key = `anec_${crypto.randomUUID().replaceAll('-', '')}`;
  return { key, keyHash: await digest(key) };
}
