import { z } from 'zod';

export const User = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  full_name: z.string(),
  role: z.enum(['guest', 'member']),
  is_active: z.boolean(),
  created_at: z.iso.datetime(),
});
export type User = z.infer<typeof User>;

export const LogInAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
});
export type LogInAnswer = z.infer<typeof LogInAnswer>;

/** `GET /api/config`: what the web app must know before anyone logs in. */
export const PublicConfiguration = z.object({
  guest: z.object({ username: z.string(), password: z.string() }).nullable(),
});
export type PublicConfiguration = z.infer<typeof PublicConfiguration>;
