import { z } from 'zod';
import { ApiKeyScope } from './events.ts';

/** An API key as its owner sees it; `key`, the secret itself, is only in the answer to the call that created or rotated it. */
export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  key_hash: z.string(),
  user_id: z.uuid(),
  is_active: z.boolean(),
  scopes: z.array(ApiKeyScope),
  last_used: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  key: z.string().optional(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** `DELETE /api-keys/{id}`. */
export const DeletedApiKey = z.object({ id: z.uuid(), success: z.literal(true), message: z.string() });
