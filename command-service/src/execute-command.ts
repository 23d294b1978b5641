import { AnecdoteId, type CommandId, headers, limits, Problem } from '@anecdotes/contracts';
import { type Principal, principalOf } from '@anecdotes/contracts/server/auth/authentication';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CommandDependencies, CommandMetadata } from './handle-command.ts';
import { type CommandResponse, sendResponse } from './respond.ts';
import type { Idempotency } from './vault/idempotency.ts';
import { type WriteLimits, writerOf } from './write-limits.ts';

/**
 * Executes one request: attributes the command to its caller, honours `Idempotency-Key`, counts the bytes written and
 * sends the answer.
 */
export type ExecuteCommand = (
  request: FastifyRequest,
  reply: FastifyReply,
  run: (metadata: CommandMetadata) => Promise<CommandResponse>,
) => Promise<undefined>;

export function createCommandExecutor(
  { clock, newId, writeLimits }: Pick<CommandDependencies, 'clock' | 'newId'> & { readonly writeLimits: WriteLimits },
  idempotency: Idempotency,
): ExecuteCommand {
  return async (request, reply, execute) => {
    const principal = principalOf(request);
    const run = async (metadata: CommandMetadata) => {
      const response = await execute(metadata);
      // The answer contains the whole new state, so it is about as long as the events that were stored.
      writeLimits.chargeBytes(writerOf(request), Buffer.byteLength(response.body));
      return response;
    };
    const { account } = principal;
    const source = { ...sourceOf(principal), correlationId: request.id };
    const key = idempotencyKeyOf(request);
    if (key === undefined) {
      return sendResponse(
        reply,
        await run({ ...source, commandId: newId() as CommandId, at: clock(), repeated: false }),
      );
    }
    const keyed = { account, key, request: identityOf(request), target: targetOf(request), requestId: request.id };
    return sendResponse(reply, await idempotency.once(keyed, (claim) => run({ ...source, ...claim })));
  };
}

function sourceOf(principal: Principal): Pick<CommandMetadata, 'actor' | 'origin'> {
  const actor = { account_id: principal.account, kind: principal.kind };
  if (principal.kind === 'person') return { actor, origin: { channel: 'web' } };
  return { actor, origin: { channel: 'api', key_id: principal.key } };
}

const visibleAscii = new RegExp(`^[\\x21-\\x7e]{1,${limits.idempotencyKey}}$`);

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[headers.idempotencyKey];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && visibleAscii.test(key)) return key;
  throw new Problem('MALFORMED_REQUEST', {
    message: `Idempotency-Key must be 1 to ${limits.idempotencyKey} visible ASCII characters`,
  });
}

/** The id in the path of a request, of an anecdote or something else; null if there is none. */
function targetOf({ params }: FastifyRequest): string | null {
  return AnecdoteId.safeParse((params as { id?: unknown }).id).data ?? null;
}

/** Identifies what a request asks for, to recognise a repetition: method, route, parameters, body and `If-Match`. */
function identityOf(request: FastifyRequest): string {
  const { method, routeOptions, params, query, body } = request;
  const asked = [method, routeOptions.url, params, body, request.headers['if-match']];
  // Without a query as earlier versions stored it, so that a call is recognised across an upgrade.
  return JSON.stringify(Object.keys(query as object).length > 0 ? [...asked, query] : asked);
}
