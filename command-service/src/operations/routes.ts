import { setTimeout as delay } from 'node:timers/promises';
import { DeleteTag, limits, OperationView, Problem, RenameTag, success, type TagChange } from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { addressOf } from '@anecdotes/contracts/server/http/rate-limit';
import { operationsOf, sealTagChange } from '@anecdotes/contracts/server/operations';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createBatchIntake } from '../anecdote/batch-intake.ts';
import type { ExecuteCommand } from '../execute-command.ts';
import type { CommandMetadata } from '../handle-command.ts';
import { type CommandResponse, respond } from '../respond.ts';
import type { WriteLimits } from '../write-limits.ts';
import type { OperationDependencies, OperationRunner } from './runner.ts';
import { anecdotesOf, insertOperation, type StoredOperation } from './stored-operations.ts';

const config = { access: 'journal', scope: 'write', limit: 'command' } as const;
const response = { 200: success(OperationView), 202: success(OperationView) };
const params = z.object({ id: z.string() });
const noBody = z.strictObject({}).nullish();
const OperationId = z.uuid().toLowerCase();

/** A call waits so long for its operation; a longer one is answered as it goes on. */
const WAIT_MS = 2_000;
const LOOK_EVERY_MS = 50;
const RETRY_AFTER_S = 5;

type Wanted = Pick<StoredOperation, 'kind' | 'undoes' | 'anecdotes'> & { readonly change: TagChange };

/** The calls that change many anecdotes as one operation, and the one that undoes it. */
export function operationRoutes(
  app: HttpServer,
  deps: OperationDependencies & { readonly writeLimits: WriteLimits },
  executeCommand: ExecuteCommand,
  runner: OperationRunner,
): void {
  const writerOf = (request: FastifyRequest) => ({ principal: principalOf(request), address: addressOf(request) });
  const run = async (request: FastifyRequest, metadata: CommandMetadata, wanted: Wanted): Promise<CommandResponse> => {
    await begin(deps, metadata, wanted);
    runner.wake(metadata.commandId, (bytes) => deps.writeLimits.chargeBytes(writerOf(request), bytes));
    return answerOf(await lookUntilDone(deps, metadata), metadata.at);
  };
  const preHandler = async (request: FastifyRequest) => {
    const { anecdotes } = request.body as { anecdotes: readonly unknown[] };
    await deps.writeLimits.countItems(writerOf(request), anecdotes.length);
  };
  const onMany = { config, onRequest: createBatchIntake().admit, preHandler, bodyLimit: limits.batchBytes };

  app.post('/tags/rename', { ...onMany, schema: { body: RenameTag, response } }, (request, reply) =>
    executeCommand(request, reply, (metadata) => {
      const { from, to, anecdotes } = request.body;
      return run(request, metadata, { kind: 'tags', undoes: null, change: { from, to }, anecdotes });
    }),
  );

  app.post('/tags/delete', { ...onMany, schema: { body: DeleteTag, response } }, (request, reply) =>
    executeCommand(request, reply, (metadata) => {
      const { tag, anecdotes } = request.body;
      return run(request, metadata, { kind: 'tags', undoes: null, change: { from: tag, to: null }, anecdotes });
    }),
  );

  app.post('/operations/:id/undo', { config, schema: { params, body: noBody, response } }, (request, reply) =>
    executeCommand(request, reply, async (metadata) => {
      const account = metadata.actor.account_id;
      const id = OperationId.safeParse(request.params.id).data;
      const [undone] = id === undefined ? [] : await operationsOf(deps.vault, deps.keys, account, id);
      if (undone === undefined) throw new Problem('OPERATION_NOT_FOUND');
      // Undone before, perhaps by this very call: it is answered as the operation that did so.
      if (undone.undone_by !== null) {
        const undoing = { ...metadata, commandId: undone.undone_by as CommandMetadata['commandId'] };
        return answerOf(await lookUntilDone(deps, undoing), metadata.at);
      }
      await deps.writeLimits.countItems(writerOf(request), undone.total);
      const anecdotes = await anecdotesOf(deps.vault, account, undone.id);
      if (anecdotes === undefined) throw new Problem('OPERATION_NOT_FOUND');
      return run(request, metadata, { kind: 'undo', undoes: undone.id, change: undone.change, anecdotes });
    }),
  );
}

/** Keeps an operation to be run. Throws OPERATION_RUNNING while the account has another one. */
async function begin(
  { vault, keys }: OperationDependencies,
  { commandId: id, at, actor, origin, correlationId }: CommandMetadata,
  { change, anecdotes, ...wanted }: Wanted,
): Promise<void> {
  const account = actor.account_id;
  const key = await keys.get(account);
  if (key === 'destroyed') throw new Problem('UNAUTHENTICATED');
  const sender = { actor, origin, correlationId };
  const sealed = sealTagChange(key, id, change);
  const operation = { ...wanted, id, account, change: sealed, anecdotes: [...new Set(anecdotes)], sender };
  if (!(await insertOperation(vault, operation, at))) {
    throw new Problem('OPERATION_RUNNING', { retryAfter: RETRY_AFTER_S });
  }
}

/** The operation when it is done, or as it is after WAIT_MS: any process may run it. */
async function lookUntilDone(
  { vault, keys }: OperationDependencies,
  { commandId, actor }: CommandMetadata,
): Promise<OperationView> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const [operation] = await operationsOf(vault, keys, actor.account_id, commandId);
    if (operation === undefined) throw new Problem('OPERATION_NOT_FOUND');
    if (operation.status === 'done' || performance.now() > until) return operation;
    await delay(LOOK_EVERY_MS);
  }
}

function answerOf(operation: OperationView, at: Date): CommandResponse {
  const { status, position } = operation;
  return respond(operation, { at, position: BigInt(position), status: status === 'done' ? 200 : 202 });
}
