import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';

/**
 * Makes each successful answer of `app` in JSON fail the call unless it has the shape that its route declares. For
 * tests: in service it costs more than it finds.
 */
export function checkAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (reply.statusCode >= 300 || typeof payload !== 'string' || !type.startsWith('application/json')) return payload;
    const schema = answerSchemaOf(request, reply.statusCode);
    if (schema !== undefined) schema.parse(JSON.parse(payload));
    else if (request.url.startsWith('/api/')) throw new Error(`an answer ${reply.statusCode} is not declared`);
    return payload;
  });
}

function answerSchemaOf({ routeOptions }: FastifyRequest, status: number): z.ZodType | undefined {
  const { response = {} } = (routeOptions.schema ?? {}) as { response?: { [status: number]: z.ZodType } };
  return response[status];
}
