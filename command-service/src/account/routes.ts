import { headers, LogIn, Problem, succeed } from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/authentication';
import { handleError, validationProblem } from '@anecdotes/contracts/server/errors';
import type { HttpServer } from '@anecdotes/contracts/server/http-server';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type LoggedIn, type LogInDependencies, logIn, logOut } from './log-in.ts';

const FORM_BYTES = 8 * 1024;

/** Logging in (by form, as OAuth2 clients do it) and out. */
export async function accountRoutes(app: HttpServer, deps: LogInDependencies): Promise<void> {
  app.post('/auth/logout', { schema: { body: z.strictObject({}).nullish() } }, async (request) => {
    await logOut(deps.vault, principalOf(request).session);
    return succeed(null, deps.clock());
  });

  await app.register(async (forms: HttpServer) => {
    await forms.register(formbody, { bodyLimit: FORM_BYTES });
    await forms.register(multipart, {
      attachFieldsToBody: 'keyValues',
      limits: { files: 0, fields: 10, parts: 10, fieldNameSize: 100, fieldSize: 1024 },
    });

    forms.setErrorHandler((error, request, reply) => {
      handleError(isBrokenForm(error, request) ? new Problem('MALFORMED_REQUEST') : error, request, reply);
    });

    forms.post('/auth/login', { bodyLimit: FORM_BYTES }, async (request, reply) => {
      const loggedIn = await logIn(deps, credentialsOf(request.body), request.id);
      return withToken(reply, loggedIn).send(succeed(loggedIn.answer, loggedIn.at));
    });

    forms.post('/auth/token', { bodyLimit: FORM_BYTES }, async (request, reply) => {
      const loggedIn = await logIn(deps, credentialsOf(request.body), request.id);
      return withToken(reply, loggedIn).send(loggedIn.answer);
    });
  });
}

function withToken(reply: FastifyReply, { position }: LoggedIn): FastifyReply {
  return reply.header('cache-control', 'no-store').header(headers.logPosition, String(position));
}

/** The multipart parser throws bare errors; whatever else can fail does so after it. */
function isBrokenForm(error: unknown, request: FastifyRequest): boolean {
  return (request.body ?? null) === null && error instanceof Error && !('code' in error);
}

function credentialsOf(form: unknown): LogIn {
  const { username, password } = (form ?? {}) as Record<string, unknown>;
  if (isBlank(username) || isBlank(password)) {
    throw new Problem('VALIDATION_FAILED', {
      message: 'Please enter both username and password',
      fields: {
        ...(isBlank(username) && { username: 'Please enter your username' }),
        ...(isBlank(password) && { password: 'Please enter your password' }),
      },
    });
  }
  const credentials = LogIn.safeParse({ username, password });
  if (!credentials.success) throw validationProblem(credentials.error);
  return credentials.data;
}

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}
