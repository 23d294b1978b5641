import { z } from 'zod';
import { limits } from '../limits.ts';
import { isDecoded, storableText } from '../text.ts';

const tooLong = `Password must be at most ${limits.password.max} characters`;

/** Form, or body, of `POST /auth/login` and `/auth/token`; the username field also takes the e-mail address. */
export const LogIn = z.object({
  username: z
    .string()
    .trim()
    .min(1, { error: 'Please enter your username' })
    .max(limits.email, { error: `Please enter a username of at most ${limits.email} characters` })
    .describe('The username or the e-mail address.'),
  password: z.string().min(1, { error: 'Please enter your password' }).max(limits.password.max, { error: tooLong }),
});
export type LogIn = z.infer<typeof LogIn>;

const invalidEmail = 'Please enter a valid email address';

/**
 * An e-mail address: an unquoted local part and a domain name, ASCII throughout (an international domain in its
 * `xn--` form), so that it is unambiguous in a mail's envelope and has no special meaning in its headers. The domain is
 * stored in lower case.
 */
export const EmailAddress = z
  .string({ error: invalidEmail })
  .trim()
  .max(limits.email, { error: invalidEmail })
  .regex(
    /^(?=.{1,64}@)[A-Za-z0-9_#$&'*+/=?^{}~-]+(?:\.[A-Za-z0-9_#$&'*+/=?^{}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/,
    { error: invalidEmail },
  )
  .overwrite((address) => address.replace(/@.*/, (domain) => domain.toLowerCase()));

const noUsername = 'Please choose a username';
/** Control, format (bidi marks, zero width), private and unassigned characters, line and paragraph separators. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]/u;

const Username = z
  .string({ error: noUsername })
  .trim()
  .min(1, { error: noUsername })
  .pipe(storableText(limits.username))
  .refine((name) => !name.includes('@'), { error: 'Please choose a username without @' })
  .refine((name) => !invisible.test(name), { error: 'Please choose a username without invisible characters' })
  .refine(isDecoded, { error: 'Please choose a username without unreadable characters' });

const tooShort = `Password must be at least ${limits.password.min} characters`;

/** A new password; the server also refuses passwords that are too common. */
const NewPassword = z
  .string({ error: tooShort })
  .min(limits.password.min, { error: tooShort })
  .refine((password) => password.trim() !== '', { error: 'Password must not be blank' })
  .max(limits.password.max, { error: tooLong })
  .refine((password) => password.isWellFormed() && isDecoded(password), {
    error: 'Password must be well-formed Unicode text',
  });

const password = z.string({ error: 'Please enter your password' }).min(1, { error: 'Please enter your password' });
const anyPassword = password.max(limits.password.max, { error: tooLong });
/** The token of a mailed link; `missing` is the error message when there is none. */
const token = (missing: string) => z.string({ error: missing }).min(1, { error: missing }).max(100);

const noInvitation = 'No invitation provided';

/** Body of `POST /auth/check-invitation`. */
export const CheckInvitation = z.strictObject({ token: token(noInvitation) });

/** Body of `POST /auth/register`; `invitation` is the token of a link. */
export const Register = z.strictObject({
  invitation: token(noInvitation).nullish(),
  username: Username,
  email: EmailAddress,
  password: NewPassword,
  full_name: z
    .string()
    .trim()
    .pipe(storableText(limits.fullName))
    .refine((name) => !invisible.test(name), { error: 'Please enter a name without invisible characters' })
    .nullish(),
});
export type Register = z.infer<typeof Register>;

const noEmail = 'Please enter your email address';

/** Body of `POST /auth/forgot-password` and `/auth/resend-verification-email`. */
export const AskByEmail = z.strictObject({
  email: z.string({ error: noEmail }).trim().min(1, { error: noEmail }).pipe(EmailAddress),
});

/** Body of `POST /auth/verify-email`. */
export const VerifyEmail = z.strictObject({ token: token('No verification token provided') });

const unconfirmed = 'Please confirm your password';

const resetToken = token('No reset token provided.');

/** Body of `POST /auth/check-reset-link`. */
export const CheckResetLink = z.strictObject({ token: resetToken });

/** Body of `POST /auth/reset-password`. */
export const ResetPassword = z
  .strictObject({
    token: resetToken,
    new_password: NewPassword,
    confirm_password: z.string({ error: unconfirmed }).min(1, { error: unconfirmed }).max(limits.password.max),
  })
  .refine(({ new_password, confirm_password }) => new_password === confirm_password, {
    error: 'Passwords do not match',
    path: ['confirm_password'],
  });

/** Body of `POST /auth/change-password`. */
export const ChangePassword = z.strictObject({ current_password: anyPassword, new_password: NewPassword });

/** Body of `POST /auth/confirm-password`. */
export const ConfirmPassword = z.strictObject({ password: anyPassword });

/** Body of `DELETE /auth/me`. */
export const EraseAccount = z.strictObject({ password: anyPassword });
