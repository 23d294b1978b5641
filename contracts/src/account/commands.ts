import { z } from 'zod';

/** Form of `POST /auth/login` and `/auth/token`; the username field also takes the e-mail address. */
export const LogIn = z.object({
  username: z.string().trim().min(1, { error: 'Please enter your username' }).max(254),
  password: z.string().min(1, { error: 'Please enter your password' }).max(128),
});
export type LogIn = z.infer<typeof LogIn>;
