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
  is_test_user: z
    .literal(true)
    .optional()
    .describe('Only set for people in ANALYTICS_TEST_USERS; their usage events are counted separately.'),
});
export type User = z.infer<typeof User>;

export const LogInAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int().describe('In seconds.'),
});
export type LogInAnswer = z.infer<typeof LogInAnswer>;

/** Who may register. */
export const RegistrationMode = z.enum(['open', 'invite', 'closed'], { error: 'Must be open, invite or closed' });
export type RegistrationMode = z.infer<typeof RegistrationMode>;

/** The answer to `POST /auth/register`: the same for an address that is already registered. */
export const Registration = z.object({
  username: z.string(),
  email: z.string(),
  full_name: z.string(),
  is_active: z.boolean(),
  is_verified: z.boolean(),
  message: z.string(),
});
export type Registration = z.infer<typeof Registration>;

/** The answer to `POST /auth/check-invitation`: the only address that the invitation lets register. */
export const Invitation = z.object({ email: z.string() });
export type Invitation = z.infer<typeof Invitation>;

/** The answer to `POST /auth/verify-email`: whose address it is, and whether it was verified before. */
export const Verification = z.object({
  is_verified: z.literal(true),
  already_verified: z.boolean(),
  username: z.string(),
  message: z.string(),
});
export type Verification = z.infer<typeof Verification>;

/** The answer to `POST /auth/reset-password`: whose password was reset; only the holder of the mailed token gets it. */
export const PasswordReset = z.object({ account: z.uuid(), message: z.string() });
export type PasswordReset = z.infer<typeof PasswordReset>;

/** An item of `GET /auth/sessions`. */
export const Session = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  user_agent: z.string().nullable().describe('The program that logged in, from its header User-Agent.'),
  is_current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/** `GET /api/config`: what the web app must know before anyone logs in. */
export const PublicConfiguration = z.object({
  guest: z
    .object({ username: z.string(), password: z.string() })
    .nullable()
    .describe("The guest's name and password; null when the guest account is turned off."),
  registration: RegistrationMode.describe('Who may register: anybody, people with an invitation, or nobody.'),
  production: z.boolean().describe('True when features for development, like e-mail statistics, are not shown.'),
  local_mailbox: z
    .string()
    .nullable()
    .describe('The path of the page that shows mails when they are kept on this machine; null when mails are sent.'),
  analytics_url: z
    .string()
    .nullable()
    .describe('The address that usage events are sent to instead of POST /analytics.'),
  map_tile_url: z
    .string()
    .nullable()
    .describe('The address of a map tile, with {z}, {x}, {y} and perhaps {s} and {r}; null for a map without tiles.'),
  map_tile_attribution: z.string().nullable().describe('Plain text to be shown on every map with tiles.'),
  geocoder_url: z
    .string()
    .nullable()
    .describe(
      "The base address of a geocoder with /search and /reverse in Nominatim's format; null when there is none.",
    ),
});
export type PublicConfiguration = z.infer<typeof PublicConfiguration>;
