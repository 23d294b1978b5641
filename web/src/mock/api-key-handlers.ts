import { type ApiKey, ChangeApiKey, CreateApiKey, limits, Problem, RotateApiKey, succeed } from '@anecdotes/contracts';
import { type ApiKeyCommand, apiKeyDecider } from '../../../command-service/src/api-key/decider.ts';
import { paths } from './call.ts';
import { memberOnly } from './callers.ts';
import type { Mock } from './context.ts';
import { execute } from './decide.ts';
import type { Call } from './handle.ts';
import { digest, newId } from './ids.ts';
import { compare } from './lists.ts';
import type { MockApiKey } from './tables.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 49;

/** API keys, which look like the service's and open nothing. */
export function apiKeyHandlers(mock: Mock) {
  const { keys } = mock.tables;
  const api = paths(mock);
  const own = (call: Call) => {
    const { account } = memberOnly(call.caller());
    return keys.all().filter((key) => key.account === account.account);
  };
  /** Carries out `command` on the key that the path names, or makes one. Throws the refusal. */
  const change = (call: Call, command: ApiKeyCommand): ApiKey => {
    const before = own(call).find(({ id }) => id === call.params.id);
    const context = { account: call.caller().account.account, now: call.now.toISOString() };
    const { state } = execute(apiKeyDecider, command, before ?? apiKeyDecider.initial, context);
    const others = keys.all().filter((key) => key !== before);
    const after = 'name' in state ? [{ id: before?.id ?? newId(call.now), ...state }] : [];
    // Their ids are in the order in which they were made.
    keys.replace([...others, ...after].toSorted((a, b) => compare(a.id, b.id)));
    return viewOf((after[0] ?? before) as MockApiKey);
  };

  return [
    api.get('/api-keys', (call) => ({ envelope: succeed<ApiKey[]>(own(call).map(viewOf).reverse()) })),

    api.post('/api-keys', async (call) => {
      const held = own(call);
      const { name, scopes = ['read', 'write'], expires_at } = call.input(CreateApiKey);
      const expiresAt = expires_at ? new Date(expires_at).toISOString() : null;
      if (expiresAt !== null && expiresAt <= call.now.toISOString()) {
        const message = 'Please choose an expiration date in the future';
        throw new Problem('VALIDATION_FAILED', { message, fields: { expires_at: message } });
      }
      if (held.length >= limits.apiKeys) throw new Problem('API_KEY_LIMIT_REACHED');
      const { key, keyHash } = await newSecret();
      const made = change(call, { type: 'CreateApiKey', name, keyHash, scopes, expiresAt });
      return { envelope: succeed<ApiKey>({ ...made, key }, call.now), status: 201 };
    }),

    api.put('/api-keys/:id', (call) => {
      memberOnly(call.caller());
      const { is_active: isActive } = call.input(ChangeApiKey);
      return { envelope: succeed<ApiKey>(change(call, { type: 'SetApiKeyActive', isActive }), call.now) };
    }),

    api.post('/api-keys/:id/rotate', async (call) => {
      memberOnly(call.caller());
      call.input(RotateApiKey.nullish());
      const { key, keyHash } = await newSecret();
      const previousValidUntil = call.now.toISOString();
      const rotated = change(call, { type: 'RotateApiKey', keyHash, previousValidUntil });
      return { envelope: succeed<ApiKey>({ ...rotated, key }, call.now) };
    }),

    api.delete('/api-keys/:id', (call) => {
      const { id } = change(call, { type: 'DeleteApiKey' });
      return { envelope: succeed({ id, success: true, message: 'API key deleted successfully' }, call.now) };
    }),
  ];
}

function viewOf({ id, status, account, ...key }: MockApiKey): ApiKey {
  const { name, keyHash: key_hash, scopes, createdAt: created_at, expiresAt: expires_at } = key;
  const is_active = status === 'active';
  return {
    id,
    name,
    key_hash,
    user_id: account,
    is_active,
    scopes: [...scopes],
    last_used: null,
    created_at,
    expires_at,
  };
}

async function newSecret(): Promise<{ key: string; keyHash: string }> {
  const random = crypto.getRandomValues(new Uint8Array(SECRET_LENGTH));
  const key = `anec_${Array.from(random, (byte) => DIGITS.charAt(byte % DIGITS.length)).join('')}`;
  return { key, keyHash: await digest(key) };
}
