import { headers, type Position, succeed } from '@anecdotes/contracts';
import type { FastifyReply } from 'fastify';

/** The answer to a command as it is sent, so that it can be stored and sent again. */
export type CommandResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Stored instead of `body` if that holds a secret, or texts that are not needed again. */
  readonly storedBody?: string;
};

/**
 * Returns `data` in the envelope. The client sends `position` with its next query, which then shows the change; `extra`
 * holds further fields on the level of the envelope.
 */
export function respond(
  data: unknown,
  meta: { at: Date; position: Position; status?: number; revision?: number; location?: string },
  extra: object = {},
): CommandResponse {
  return {
    status: meta.status ?? 200,
    headers: {
      [headers.logPosition]: String(meta.position),
      ...(meta.revision !== undefined && { etag: `"${meta.revision}"` }),
      ...(meta.location !== undefined && { location: meta.location }),
    },
    body: JSON.stringify({ ...succeed(data, meta.at), ...extra }),
  };
}

/** Sends `position` in the headers of an answer, which no cache may keep. */
export function withPosition(reply: FastifyReply, position: Position): FastifyReply {
  return reply.header('cache-control', 'no-store').header(headers.logPosition, String(position));
}

/** Sends an answer, whose body is JSON already. The handler must return the result. */
export function sendResponse(reply: FastifyReply, { status, headers, body }: CommandResponse): undefined {
  const sent = reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body);
  // A handler that has sent its answer must return the reply to Fastify, but its types demand the answer.
  return sent as unknown as undefined;
}
