import type { ApiKey } from '@anecdotes/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { track } from '../../lib/analytics.ts';
import { ApiError, isCancelled, reasonOf, send } from '../../lib/api.ts';
import { newChangeKey } from '../../lib/change-key.ts';
import { notify, notifyError } from '../../lib/messages.ts';
import { useSingleMutation } from '../../lib/use-single-mutation.ts';
import { apiKeysKey } from './queries.ts';
import { keyStrings as strings } from './strings.ts';

export type NewKey = { name: string; scopes: ApiKey['scopes']; expires_at: string | null };

/** A key with its secret. Only the answer to creating or rotating a key contains the secret. */
export type ShownKey = ApiKey & { key: string };

/**
 * Creates a key; a repetition with the same idempotency key makes no other. Throws ApiError, also when the answer lacks
 * the secret.
 */
export async function createApiKey(
  body: Partial<NewKey> & { name: string },
  idempotencyKey = newChangeKey(),
): Promise<ShownKey> {
  const made = await send<ApiKey>('POST', '/api-keys', { body, key: idempotencyKey });
  track('api_key_created');
  return withSecret(made);
}

/** Gives a key a new secret; the old one stays valid for `graceSeconds`. */
export function useRotate(onRotated: (key: ShownKey) => void) {
  return useKeyChange({
    mutationFn: async ({ id, graceSeconds }: { id: string; graceSeconds: number }) => {
      const body = { grace_seconds: graceSeconds };
      return withSecret(await send<ApiKey>('POST', `/api-keys/${id}/rotate`, { body }));
    },
    failure: strings.rotateFailed,
    onDone: (key) => {
      onRotated(key);
      notify(strings.rotated);
    },
  });
}

/** Activates an inactive key, deactivates an active one. */
export function useToggle() {
  return useKeyChange({
    mutationFn: ({ id, is_active }: ApiKey) =>
      send<ApiKey>('PUT', `/api-keys/${id}`, { body: { is_active: !is_active } }),
    failure: strings.toggleFailed,
    onDone: () => {
      track('api_key_status_updated');
      notify(strings.toggled);
    },
  });
}

/** Deletes a key for good. */
export function useDelete(onDeleted: (key: ApiKey) => void) {
  return useKeyChange({
    mutationFn: async (key: ApiKey) => {
      const { success, message } = await send<{ success: boolean; message: string }>('DELETE', `/api-keys/${key.id}`);
      if (!success) throw new ApiError('UNAVAILABLE', message);
      return key;
    },
    failure: strings.deleteFailed,
    onDone: (key) => {
      track('api_key_deleted');
      onDeleted(key);
      notify(strings.deleted);
    },
  });
}

type KeyChange<Input, Answer> = {
  mutationFn: (input: Input) => Promise<Answer>;
  failure: string;
  onDone: (answer: Answer) => void;
};

/** A mutation of one key. The list of keys is loaded again before `onDone` is called. */
function useKeyChange<Input, Answer>({ mutationFn, failure, onDone }: KeyChange<Input, Answer>) {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn,
    onSuccess: async (answer) => {
      await queries.invalidateQueries({ queryKey: apiKeysKey });
      onDone(answer);
    },
    onError: (error) => {
      if (!isCancelled(error)) notifyError(reasonOf(error, failure));
      // It may have been made, and only its answer was lost.
      return queries.invalidateQueries({ queryKey: apiKeysKey });
    },
  });
}

/** Throws ApiError without a secret: an answer that is repeated for an idempotency key does not contain it. */
function withSecret(made: ApiKey): ShownKey {
  const { key } = made;
  if (key === undefined) throw new ApiError('UNAVAILABLE', strings.secretLost);
  return { ...made, key };
}
