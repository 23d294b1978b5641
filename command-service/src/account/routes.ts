import {
  AskByEmail,
  ChangePassword,
  CheckInvitation,
  CheckResetLink,
  ConfirmPassword,
  EraseAccount,
  Identified,
  Invitation,
  LogInAnswer,
  Message,
  PasswordReset,
  Problem,
  Register,
  Registration,
  ResetPassword,
  SessionId,
  succeed,
  success,
  Verification,
  VerifyEmail,
} from '@anecdotes/contracts';
import { memberOf, personOf } from '@anecdotes/contracts/server/auth/authentication';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { addressOf, limit, type RateRule } from '@anecdotes/contracts/server/http/rate-limit';
import { visitorRules } from '@anecdotes/contracts/server/http/rate-rules';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { withPosition } from '../respond.ts';
import type { AccountRouteDependencies } from './commands.ts';
import { logInForms } from './forms.ts';
import { findInvitation } from './invitations.ts';
import { visitorOf } from './log-in.ts';
import { mailLink } from './mailed-links.ts';
import { resetToken, verificationToken } from './one-time-tokens.ts';
import { changePassword, confirmPassword, endOwnSession, eraseAccount } from './own-account.ts';
import { checkResetLink, resetPassword } from './password/password-reset.ts';
import { register } from './registration.ts';
import { verifyEmail } from './verification.ts';
import { withMinimumDuration } from './with-minimum-duration.ts';

const AUTH_BYTES = 8 * 1024;
const noBody = z.strictObject({}).nullish();

/** The account routes: those of visitors, and those of people about their own account. */
export async function accountRoutes(app: HttpServer, deps: AccountRouteDependencies): Promise<void> {
  visitorRoutes(app, deps);
  ownAccountRoutes(app, deps);
  await app.register(async (forms: HttpServer) => logInForms(forms, deps));
}

function visitorRoutes(app: HttpServer, deps: AccountRouteDependencies): void {
  const withFloor = <Result>(work: () => Promise<Result>) => withMinimumDuration(deps.minResponseMs, work);
  /** Options of a call that anybody may make, but not from another site, and only as often as `rules` allow. */
  const open = <Body extends z.ZodType, Response extends z.ZodType>(
    body: Body,
    rules: readonly RateRule[],
    response: { [status: number]: Response },
  ) => ({
    config: { access: 'public', limit: 'command' } as const,
    schema: { body, response },
    bodyLimit: AUTH_BYTES,
    onRequest: async (request: FastifyRequest) => deps.csrf.checkOrigin(request),
    // After validation, so that only valid forms count: people correct a mistake and send the form again.
    preHandler: async (request: FastifyRequest) => limit(deps.limiter, rules, addressOf(request)),
  });

  app.post(
    '/auth/register',
    open(Register, visitorRules.register, { 201: success(Registration) }),
    async (request, reply) => {
      const { username, email, password, invitation } = request.body;
      const full_name = request.body.full_name || nameFrom(email);
      const wanted = { username, email, password, full_name, invitation };
      const { at, position } = await withFloor(() => register(deps, wanted, request.id));
      const registration: Registration = {
        ...{ username, email, full_name, is_active: true, is_verified: false },
        message: 'Registration successful! Please check your email to verify your account before logging in.',
      };
      return withPosition(reply, position).code(201).send(succeed(registration, at));
    },
  );

  app.post(
    '/auth/check-invitation',
    open(CheckInvitation, visitorRules.redeem, { 200: success(Invitation) }),
    async (request, reply) => {
      if (deps.registration === 'closed') throw new Problem('REGISTRATION_CLOSED');
      const { email, isUsed } = await findInvitation(deps, request.body.token);
      if (isUsed) throw new Problem('INVITATION_INVALID');
      return reply.header('cache-control', 'no-store').send(succeed<Invitation>({ email }, deps.clock()));
    },
  );

  app.post(
    '/auth/verify-email',
    open(VerifyEmail, visitorRules.redeem, { 200: success(Verification) }),
    async (request, reply) => {
      const { username, wasVerified, position } = await verifyEmail(deps, request.body.token, request.id);
      const verification: Verification = {
        ...{ is_verified: true, already_verified: wasVerified, username },
        message: wasVerified
          ? 'This email address is already verified. You can log in.'
          : 'Email verified successfully! You can now log in.',
      };
      return withPosition(reply, position).send(succeed(verification, deps.clock()));
    },
  );

  app.post(
    '/auth/resend-verification-email',
    open(AskByEmail, visitorRules.askForMail, { 200: success(Message) }),
    async (request) => {
      await withFloor(() => mailLink(deps, request.body.email, verificationToken));
      const message = 'If an account with this email exists and is not verified, a verification email has been sent.';
      return succeed({ message }, deps.clock());
    },
  );

  app.post(
    '/auth/forgot-password',
    open(AskByEmail, visitorRules.askForMail, { 200: success(Message) }),
    async (request) => {
      await withFloor(() => mailLink(deps, request.body.email, resetToken));
      const message = 'If an account with this email exists, you will receive a password reset link shortly.';
      return succeed({ message }, deps.clock());
    },
  );

  app.post(
    '/auth/check-reset-link',
    open(CheckResetLink, visitorRules.redeem, { 200: success(z.null()) }),
    async (request, reply) => {
      await checkResetLink(deps, request.body.token);
      return reply.header('cache-control', 'no-store').send(succeed(null, deps.clock()));
    },
  );

  app.post(
    '/auth/reset-password',
    open(ResetPassword, visitorRules.redeem, { 200: success(PasswordReset) }),
    async (request, reply) => {
      const { token, new_password } = request.body;
      const { account, position } = await resetPassword(deps, { token, newPassword: new_password }, request.id);
      const message = 'Password reset successfully! You can now log in with your new password.';
      return withPosition(reply, position).send(succeed<PasswordReset>({ account, message }, deps.clock()));
    },
  );
}

function ownAccountRoutes(app: HttpServer, deps: AccountRouteDependencies): void {
  const ofPerson = { access: 'person', limit: 'command' } as const;
  const ofMember = { access: 'member', limit: 'command' } as const;

  app.post(
    '/auth/logout',
    { config: ofPerson, schema: { body: noBody, response: { 200: success(z.null()) } } },
    async (request, reply) => {
      const caller = personOf(request);
      const position = await endOwnSession(deps, caller, caller.session, 'logged-out', request.id);
      return withPosition(reply, position).send(succeed(null, deps.clock()));
    },
  );

  app.delete(
    '/auth/sessions/:id',
    { config: ofPerson, schema: { body: noBody, response: { 200: success(Identified) } } },
    async (request, reply) => {
      const caller = personOf(request);
      const session = SessionId.safeParse((request.params as { id?: unknown }).id);
      // One guest cannot end the sessions of other guests.
      const isForeign = caller.role === 'guest' && session.data !== caller.session;
      if (!session.success || isForeign) throw new Problem('SESSION_NOT_FOUND');
      const position = await endOwnSession(deps, caller, session.data, 'ended', request.id);
      return withPosition(reply, position).send(succeed({ id: session.data }, deps.clock()));
    },
  );

  app.post(
    '/auth/change-password',
    { config: ofMember, schema: { body: ChangePassword, response: { 200: success(Message) } }, bodyLimit: AUTH_BYTES },
    async (request, reply) => {
      const { current_password: current, new_password: next } = request.body;
      const position = await changePassword(deps, memberOf(request), { current, next }, visitorOf(request));
      return withPosition(reply, position).send(succeed({ message: 'Password changed successfully' }, deps.clock()));
    },
  );

  app.post(
    '/auth/confirm-password',
    {
      config: ofMember,
      schema: { body: ConfirmPassword, response: { 200: success(LogInAnswer) } },
      bodyLimit: AUTH_BYTES,
    },
    async (request, reply) => {
      const caller = memberOf(request);
      const { answer, at, position } = await confirmPassword(deps, caller, request.body.password, visitorOf(request));
      return withPosition(reply, position).send(succeed(answer, at));
    },
  );

  app.delete(
    '/auth/me',
    { config: ofMember, schema: { body: EraseAccount, response: { 200: success(Message) } }, bodyLimit: AUTH_BYTES },
    async (request, reply) => {
      const position = await eraseAccount(deps, memberOf(request), request.body.password, visitorOf(request));
      return withPosition(reply, position).send(succeed({ message: 'Your account has been erased' }, deps.clock()));
    },
  );
}

/** The local part of an address with a capital first letter, as the sign-up form derives it. */
function nameFrom(email: string): string {
  const [local = ''] = email.split('@');
  return local.charAt(0).toUpperCase() + local.slice(1);
}
