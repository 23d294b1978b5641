import { type ApiKey, ChangeApiKey, CreateApiKey, limits, Problem, RotateApiKey, succeed } from '@anecdotes/contracts';
import { type Call, paths } from './call.ts';
import { memberOnly } from './callers.ts';
import { digest, newId } from './ids.ts';
import type { Mock } from './mock.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 49;

/** API keys, which look like the service's and open nothing. */
export function apiKeyHandlers(mock: Mock) {
  const { keys } = mock.tables;
  const api = paths(mock);
  const own = (call: Call) => {
    const { account } = memberOnly(call.caller());
    return keys.all().filter((key) => key.user_id === account.id);
  };
  const found = (call: Call): ApiKey => {
    const key = own(call).find(({ id }) => id === call.params.id);
    if (key === undefined) throw new Problem('API_KEY_NOT_FOUND');
    return key;
  };
  const put = (changed: ApiKey): ApiKey => {
    keys.replace(keys.all().map((key) => (key.id === changed.id ? changed : key)));
    return changed;
  };

  return [
    api.get('/api-keys', (call) => ({ envelope: succeed<ApiKey[]>(own(call).reverse()) })),

    api.post('/api-keys', async (call) => {
      const held = own(call);
      const { name, scopes = ['read', 'write'], expires_at } = call.input(CreateApiKey);
      const expiresAt = expires_at ? new Date(expires_at).toISOString() : null;
      if (expiresAt !== null && expiresAt <= call.now.toISOString()) {
        const message = 'Please choose an expiration date in the future';
        throw new Problem('VALIDATION_FAILED', { message, fields: { expires_at: message } });
      }
      if (held.length >= limits.apiKeys) throw new Problem('API_KEY_LIMIT_REACHED');
      const key = newSecret();
      const made: ApiKey = {
        ...{ id: newId(call.now), name, key_hash: await digest(key), user_id: call.caller().account.id },
        ...{ is_active: true, scopes, last_used: null, created_at: call.now.toISOString(), expires_at: expiresAt },
      };
      keys.replace([...keys.all(), made]);
      return { envelope: succeed<ApiKey>({ ...made, key }, call.now), status: 201 };
    }),

    api.put('/api-keys/:id', (call) => {
      memberOnly(call.caller());
      const { is_active } = call.input(ChangeApiKey);
      return { envelope: succeed<ApiKey>(put({ ...found(call), is_active }), call.now) };
    }),

    api.post('/api-keys/:id/rotate', async (call) => {
      const rotated = found(call);
      call.input(RotateApiKey.nullish());
      const key = newSecret();
      return { envelope: succeed<ApiKey>({ ...put({ ...rotated, key_hash: await digest(key) }), key }, call.now) };
    }),

    api.delete('/api-keys/:id', (call) => {
      const { id } = found(call);
      keys.replace(keys.all().filter((key) => key.id !== id));
      return { envelope: succeed({ id, success: true, message: 'API key deleted successfully' }, call.now) };
    }),
  ];
}

function newSecret(): string {
  const random = crypto.getRandomValues(new Uint8Array(SECRET_LENGTH));
  return `anec_${Array.from(random, (byte) => DIGITS.charAt(byte % DIGITS.length)).join('')}`;
}
