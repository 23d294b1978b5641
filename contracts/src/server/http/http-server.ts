import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { limits } from '../../limits.ts';
import { NoParameters } from '../../parameters.ts';
import { describeIssue } from '../../plain-words.ts';
import { Problem } from '../../problem.ts';
import { repetitionProblem, validationProblem } from '../../validation-problem.ts';
import { requireRoutePolicies } from '../auth/route-policy.ts';
import { newId } from '../crypto/identifiers.ts';
import { percentDecoded } from '../percent-decoded.ts';
import { createShortages, type Shortages } from '../postgres/shortage.ts';
import { answerBrokenRequest } from './broken-requests.ts';
import { checkAnswers } from './check-answers.ts';
import { compressAnswers } from './compress-responses.ts';
import { CHECK_MS, closeSlowReaders, closeSlowSenders, connectionTimeouts } from './connection-limits.ts';
import { handleError } from './errors.ts';
import { acceptOnlyJson } from './json-parser.ts';
import { unknownRoute } from './known-methods.ts';
import { loggerOptions } from './logging.ts';
import { dataHeaders } from './security-headers.ts';

/** A Fastify instance whose route schemas are zod schemas. */
export type HttpServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** The request that its hooks and handlers receive. */
export type HttpRequest = FastifyRequest;

/** A server with the limits of this product: sizes, times, strict JSON, one error envelope, compressed answers. */
export function createHttpServer(options: {
  logger: FastifyServerOptions['logger'];
  trustProxy?: string | undefined;
  /** How long connections may take; shorter in tests. */
  connectionTimeouts?: typeof connectionTimeouts;
}): HttpServer {
  const allowed = options.connectionTimeouts ?? connectionTimeouts;
  const app: FastifyInstance = Fastify({
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: limits.bodyBytes,
    rewriteUrl: ({ url = '/' }) => {
      const path = withoutHost(url);
      return isMalformedPage(path) ? '/not-found' : path;
    },
    routerOptions: { maxParamLength: limits.pathParameter },
    requestTimeout: allowed.upload,
    http: {
      headersTimeout: allowed.headers,
      requestTimeout: allowed.upload,
      connectionsCheckingInterval: Math.min(CHECK_MS, allowed.headers),
    },
    forceCloseConnections: 'idle',
    keepAliveTimeout: 5_000,
    genReqId: () => newId(),
    // Fastify's own answer is not in our envelope; see drainOnClose.
    return503OnClosing: false,
    // No hook runs for a URL that cannot be parsed, so the headers are set here.
    frameworkErrors: (error, request, reply) => handleError(error, request, reply.headers(dataHeaders)),
    clientErrorHandler: answerBrokenRequest,
  });
  acceptOnlyJson(app);
  app.setValidatorCompiler(({ schema, httpPart }) => (input) => {
    const repetition = httpPart === 'querystring' ? repetitionProblem(input) : undefined;
    if (repetition !== undefined) return { error: repetition };
    const result = (schema as z.ZodType).safeParse(input, describeIssue);
    return result.success ? { value: result.data } : { error: validationProblem(result.error) };
  });
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  refuseMalformedQueries(app);
  refuseUnknownParameters(app);
  requireRoutePolicies(app);
  drainOnClose(app, allowed.close);
  if (process.env.NODE_ENV === 'test') checkAnswers(app);
  compressAnswers(app);
  closeSlowSenders(app, allowed);
  closeSlowReaders(app, allowed.answer);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) => handleError(unknownRoute(request), request, reply));
  return app.withTypeProvider<ZodTypeProvider>();
}

/** The path and query of `url`, also of one with a host, as clients of a proxy send it. */
function withoutHost(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
}

/** Whether `url` is outside of the API and cannot be decoded: the web app shows that it does not exist, like others. */
function isMalformedPage(url: string): boolean {
  return !/^\/api(?:[/?]|$)/.test(url) && percentDecoded(url.split('?', 1)[0] ?? '') === undefined;
}

/** Refuses a query string of the API that cannot be decoded: it would be read as the text `%FF`, and find nothing. */
function refuseMalformedQueries(app: FastifyInstance): void {
  app.addHook('preValidation', ({ is404, url }, _reply, done) => {
    const isMalformed = url.startsWith('/api/') && !is404 && percentDecoded(url) === undefined;
    return isMalformed
      ? done(new Problem('MALFORMED_REQUEST', { message: 'The query string is not percent-encoded UTF-8' }))
      : done();
  });
}

/**
 * Refuses a query string for calls that change something, unless they declare one: a misspelled or unknown parameter,
 * such as `dry_run`, would otherwise be ignored and the change made.
 */
function refuseUnknownParameters(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { method, is404, query, routeOptions } = request;
    const isReading = method === 'GET' || method === 'HEAD';
    if (isReading || is404 || routeOptions.schema?.querystring !== undefined) return done();
    const { error } = NoParameters.safeParse(query, describeIssue);
    return error === undefined ? done() : done(validationProblem(error));
  });
}

/**
 * While the server closes, new requests are refused and each answer closes its connection: a kept-alive connection
 * would delay the close until it times out. So would a file that still arrives: after `milliseconds` the connections
 * that are left are cut.
 */
function drainOnClose(app: FastifyInstance, milliseconds: number): void {
  let draining = false;
  let cutting: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    draining = true;
    cutting = setTimeout(() => app.server.closeAllConnections(), milliseconds).unref();
  });
  app.addHook('onClose', async () => clearTimeout(cutting));
  app.addHook('onRequest', (_request, reply, done) => {
    if (!draining) return done();
    reply.headers(dataHeaders);
    return done(new Problem('UNAVAILABLE', { retryAfter: 1 }));
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** The server of a program with these settings, its shortages, and a function that logs failures that are retried. */
export function createServiceServer({
  LOG_LEVEL,
  TRUST_PROXY,
}: {
  LOG_LEVEL: string;
  TRUST_PROXY?: string | undefined;
}): {
  app: HttpServer;
  shortages: Shortages;
  reportFailure(component: string): (error: unknown) => void;
} {
  const shortages = createShortages();
  const app = createHttpServer({ logger: loggerOptions(LOG_LEVEL, shortages), trustProxy: TRUST_PROXY });
  return {
    app,
    shortages,
    reportFailure: (component) => (error) => app.log.warn({ err: error }, `${component} failed; will retry`),
  };
}
