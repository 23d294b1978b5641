import { headers, type Position, succeed } from '@anecdotes/contracts';
import type { FastifyReply } from 'fastify';

/** The answer to a command as it goes over the wire, so that it can be kept and given again. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What is kept instead of `body` where that holds a secret. */
  readonly keptBody?: string;
};

/**
 * Answers `data` in the envelope; `position` tells the reader after which place in the log to look for the change, and
 * `beside` is what stands beside the envelope's own fields.
 */
export function answer(
  data: unknown,
  told: { at: Date; position: Position; status?: number; revision?: number; location?: string },
  beside: object = {},
): Answer {
  return {
    status: told.status ?? 200,
    headers: {
      [headers.logPosition]: String(told.position),
      ...(told.revision !== undefined && { etag: `"${told.revision}"` }),
      ...(told.location !== undefined && { location: told.location }),
    },
    body: JSON.stringify({ ...succeed(data, told.at), ...beside }),
  };
}

/** Sends an answer; its body is JSON already. */
export function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body);
}
