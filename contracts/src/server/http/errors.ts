import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../envelope.ts';
import { Problem, type ProblemCode } from '../../problem.ts';
import { MissingKey } from '../crypto/event-keys.ts';
import { sendLimitUsedUp, withdrawLimit } from './rate-limit.ts';

const byFastifyCode: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
};

/** Node's error codes for a dependency that is unavailable for now, or a disk for temporary files that is full. */
const unavailableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['EAI_AGAIN', 'ENOTFOUND', 'ENOENT', 'ERR_STREAM_DESTROYED'],
  ...['ENOSPC', 'EDQUOT'],
]);
/** SQLSTATEs of temporary failures: read-only, connection, deadlock, resources, lock timeout, intervention, system. */
const temporarySqlStates = /^(?:25006|(?:08|40|53|55P|57|58)[0-9A-Z]{2,3})$/;
/** Messages of pg, without a code, about a connection that was lost or did not answer. */
const connectionFailures = /timeout|Connection terminated|not queryable/i;

const MISSING_KEY = 'Your data cannot be opened right now. The operator of this server can find the reason in its log.';

/** The problem that is sent to the client for any error; it never contains internal details. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof MissingKey) return new Problem('UNAVAILABLE', { retryAfter: 60, message: MISSING_KEY });
  const { code = '', statusCode, message } = error as Partial<FastifyError>;
  const known = byFastifyCode[code];
  if (known !== undefined) return new Problem(known);
  if (unavailableCodes.has(code) || temporarySqlStates.test(code) || connectionFailures.test(message ?? '')) {
    return new Problem('UNAVAILABLE', { retryAfter: 1 });
  }
  if (statusCode === 412) return new Problem('PRECONDITION_FAILED');
  if (statusCode === 416) return new Problem('RANGE_NOT_SATISFIABLE');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Problem('MALFORMED_REQUEST');
  return new Problem('INTERNAL_ERROR');
}

/** Answers an error in the failure envelope; logs what the client may not see. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error);
  if (error instanceof MissingKey) {
    request.log.error(`vault: ${error.message}; is this vault older than the event log? Restore a newer backup of it`);
  } else if (problem.status >= 500) {
    // Expected are a refusal without a cause, such as a read while the views are behind, which health and metrics show,
    // and a caller who disconnects while the body is read.
    const isExpected = error instanceof Problem ? error.cause === undefined : error === request.raw.errored;
    request.log[isExpected ? 'debug' : 'error']({ err: error }, 'request failed');
  }
  const { retryAfter, policy, allow } = problem.details;
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (policy !== undefined && retryAfter !== undefined) sendLimitUsedUp(reply, policy, retryAfter);
  else if (problem.status === 429) withdrawLimit(reply);
  if (allow !== undefined) reply.header('allow', allow);
  reply.removeHeader('etag');
  // Fastify would close the connection, and Node.js that of a caller who asks for it. A caller or a gateway that still
  // sends then finds it broken, often before it has read the answer.
  if (problem.code === 'BODY_TOO_LARGE') reply.removeHeader('connection').raw.shouldKeepAlive = true;
  if (problem.status === 401) reply.header('www-authenticate', challengeFor(problem, request));
  return reply.code(problem.status).send(fail(problem, request.id));
}

/** How to authenticate (RFC 6750, section 3); a caller that sent a token learns that the token is invalid. */
function challengeFor({ code }: Problem, { headers }: FastifyRequest): string {
  return code === 'UNAUTHENTICATED' && headers.authorization !== undefined ? 'Bearer error="invalid_token"' : 'Bearer';
}
