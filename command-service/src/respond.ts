import { headers, type Position, succeed } from '@anecdotes/contracts';
import type { FastifyReply } from 'fastify';

/** The answer to a command as it goes over the wire, so that it can be kept and given again. */
export type CommandResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What is kept instead of `body` where that holds a secret. */
  readonly storedBody?: string;
};

/**
 * Returns `data` in the envelope; `position` tells the reader after which place in the log to look for the change, and
 * `beside` is what stands beside the envelope's own fields.
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

/** Sends an answer; its body is JSON already. What it returns a handler has to return. */
export function sendResponse(reply: FastifyReply, { status, headers, body }: CommandResponse): undefined {
  const sent = reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body);
  // Fastify wants the reply itself from a handler that has sent its answer, and its types want the answer.
  return sent as unknown as undefined;
}
