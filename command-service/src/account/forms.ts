import type { IncomingMessage } from 'node:http';
import { credentialsOf, LogInAnswer, Problem, succeed, success } from '@anecdotes/contracts';
import { handleError } from '@anecdotes/contracts/server/http/errors';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { addressOf, limit } from '@anecdotes/contracts/server/http/rate-limit';
import { visitorRules } from '@anecdotes/contracts/server/http/rate-rules';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { withPosition } from '../respond.ts';
import { GUEST_USERNAME } from './blind-index.ts';
import type { AccountRouteDependencies } from './commands.ts';
import { type LoggedIn, logIn, visitorOf } from './log-in.ts';

const FORM_BYTES = 8 * 1024;

/** The log-in routes, which take a form as OAuth2 clients send it, or the same fields as JSON. */
export async function logInForms(app: HttpServer, deps: AccountRouteDependencies): Promise<void> {
  await app.register(formbody, { bodyLimit: FORM_BYTES, parser: fieldsOf });
  // Before that of the parser, which reads the form.
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) closeBeyondLimit(request.raw);
  });
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    limits: { files: 0, fields: 10, parts: 10, fieldNameSize: 100, fieldSize: 1024 },
  });

  const readForms = new WeakSet<FastifyRequest>();
  app.addHook('preHandler', async (request) => void readForms.add(request));
  app.setErrorHandler((error, request, reply) => {
    // The multipart parser throws errors without a code; everything else can fail only once the form is read.
    const isBroken = !readForms.has(request) && error instanceof Error && !('code' in error);
    handleError(isBroken ? new Problem('MALFORMED_REQUEST') : error, request, reply);
  });

  const enter = async (request: FastifyRequest): Promise<LoggedIn> => {
    const credentials = credentialsOf(request.body);
    const isGuest = deps.blindIndexes.username(credentials.username) === deps.blindIndexes.username(GUEST_USERNAME);
    await limit(deps.limiter, isGuest ? visitorRules.guestLogIn : visitorRules.logIn, addressOf(request));
    return logIn(deps, credentials, visitorOf(request));
  };
  const options = {
    config: { access: 'public', limit: 'command' } as const,
    bodyLimit: FORM_BYTES,
    onRequest: async (request: FastifyRequest) => {
      deps.csrf.checkOrigin(request);
      // Reading the forms of many log-ins that will be refused would delay other calls.
      deps.passwords.assertNotBusy();
      if (Number(request.headers['content-length'] ?? 0) > FORM_BYTES) throw new Problem('BODY_TOO_LARGE');
    },
  };

  const ofLogIn = { ...options, schema: { response: { 200: success(LogInAnswer) } } };
  app.post('/auth/login', ofLogIn, async (request, reply) => {
    const loggedIn = await enter(request);
    return withPosition(reply, loggedIn.position).send(succeed(loggedIn.answer, loggedIn.at));
  });

  const ofToken = { ...options, schema: { response: { 200: LogInAnswer } } };
  app.post('/auth/token', ofToken, async (request, reply) => {
    const loggedIn = await enter(request);
    return withPosition(reply, loggedIn.position).send(loggedIn.answer);
  });
}

/** The fields of an urlencoded form by name; a field that occurs more than once is an array. */
function fieldsOf(form: string): Record<string, string | string[]> {
  const fields = Map.groupBy(new URLSearchParams(form), ([name]) => name);
  const entries = Array.from(fields, ([name, pairs]) => {
    const values = pairs.map(([, value]) => value);
    return [name, values.length > 1 ? values : (values[0] ?? '')] as const;
  });
  return Object.fromEntries(entries);
}

/** Closes the connection of a form that did not announce its length and is too long; the parser limits only fields. */
function closeBeyondLimit(form: IncomingMessage): void {
  let bytes = 0;
  // Paused, so that the parser gets the first data too.
  form.pause().on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > FORM_BYTES) form.destroy();
  });
}
