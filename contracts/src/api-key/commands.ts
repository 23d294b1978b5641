import { z } from 'zod';
import { limits } from '../limits.ts';
import { isSingleLine, isVisible, refuseHiddenCharacters, storableText } from '../text.ts';
import { ApiKeyScope } from './events.ts';

const nameMissing = 'Please enter a name for the API key';

/** Body of `POST /api-keys`. */
export const CreateApiKey = z.strictObject({
  name: z
    .string({ error: nameMissing })
    .trim()
    .refine(isVisible, { error: nameMissing })
    .pipe(storableText(limits.apiKeyName))
    .refine(isSingleLine, { error: 'Please enter a name without line breaks' })
    .superRefine(refuseHiddenCharacters),
  scopes: z
    .array(ApiKeyScope)
    .min(1)
    .max(2)
    .transform((scopes) => ApiKeyScope.options.filter((scope) => scopes.includes(scope)))
    .optional()
    .describe('read and write by default.'),
  expires_at: z.iso.datetime({ offset: true }).nullish().describe('Never by default.'),
});
export type CreateApiKey = z.infer<typeof CreateApiKey>;

/** Body of `PUT /api-keys/{id}`. */
export const ChangeApiKey = z.strictObject({ is_active: z.boolean() });

/** Body of `POST /api-keys/{id}/rotate`. */
export const RotateApiKey = z.strictObject({
  grace_seconds: z
    .int()
    .min(0)
    .max(limits.apiKeyGraceSeconds)
    .default(0)
    .describe('How long the previous secret stays valid.'),
});
