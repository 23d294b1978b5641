import { z } from 'zod';
import { ApiKeyScope } from './events.ts';

/** An API key as its owner sees it. */
export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  key_hash: z.string().describe('SHA-256 of the secret.'),
  user_id: z.uuid(),
  is_active: z.boolean(),
  scopes: z.array(ApiKeyScope),
  last_used: z.iso.datetime().nullable().describe('Accurate to the minute.'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  key: z.string().optional().describe('The secret; only in the answer to its creation or rotation.'),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** `DELETE /api-keys/{id}`. */
export const DeletedApiKey = z.object({ id: z.uuid(), success: z.literal(true), message: z.string() });
