import { type AccountId, DeleteTag, limits, OperationView, Problem, RenameTag, success } from '@anecdotes/contracts';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { addressOf } from '@anecdotes/contracts/server/http/rate-limit';
import { type Intent, sealIntent } from '@anecdotes/contracts/server/operations';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { BatchIntake } from '../anecdote/batch-intake.ts';
import type { ExecuteCommand } from '../execute-command.ts';
import type { CommandMetadata } from '../handle-command.ts';
import { type CommandResponse, respond } from '../respond.ts';
import { writerOf } from '../write-limits.ts';
import { look, lookUntilDone } from './look.ts';
import type { OperationDependencies, OperationRunner } from './runner.ts';
import { anecdotesOf, cancelOperation, insertOperation, type StoredOperation, setPaused } from './stored-operations.ts';

/** Calls that stop or undo an operation are allowed even when none of the daily bytes are left. */
const config = { access: 'journal', scope: 'write', limit: 'command', needsBytes: false } as const;
const response = { 200: success(OperationView), 202: success(OperationView) };
const params = z.object({ id: z.string() });
const noBody = z.strictObject({}).nullish();
const OperationId = z.uuid().toLowerCase();

const RETRY_AFTER_S = 5;

type Wanted = Pick<StoredOperation, 'kind' | 'undoes' | 'anecdotes'> & { readonly change: Intent };

/** The routes that change many anecdotes as one operation, and those that undo, pause, resume or cancel it. */
export function operationRoutes(
  app: HttpServer,
  deps: OperationDependencies,
  executeCommand: ExecuteCommand,
  runner: OperationRunner,
  intake: BatchIntake,
): void {
  const run = async (request: FastifyRequest, metadata: CommandMetadata, wanted: Wanted): Promise<CommandResponse> => {
    await begin(deps, metadata, wanted);
    // It is stored already; what it uses up is refused to later calls.
    await deps.writeLimits.countItems(writerOf(request), wanted.anecdotes.length).catch(() => {});
    runner.wake(metadata.commandId, addressOf(request));
    return answerOf(await lookUntilDone(deps, metadata), metadata.at);
  };
  const onMany = { ...intake.route, bodyLimit: limits.batchBytes };

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
      const undone = await look(deps, account, operationIdOf(request.params.id));
      if (isUnderWay(undone.status)) throw new Problem('OPERATION_RUNNING', { retryAfter: RETRY_AFTER_S });
      // Undone before, perhaps by this very call: the answer is the operation that undid it.
      if (undone.undone_by !== null) {
        const undoing = { ...metadata, commandId: undone.undone_by as CommandMetadata['commandId'] };
        return answerOf(await lookUntilDone(deps, undoing), metadata.at);
      }
      // Undoing an undo writes everything once more, so it needs some of the daily bytes.
      if (undone.kind === 'undo') await deps.writeLimits.requireBytes(writerOf(request));
      await intake.route.preHandler(request);
      const planned = await anecdotesOf(deps.vault, account, undone.id);
      if (planned === undefined) throw new Problem('OPERATION_NOT_FOUND');
      // A cancelled operation has not reached the rest.
      const anecdotes = planned.slice(0, undone.done);
      const change = undone.change ?? undone.file;
      if (change === null) throw new Problem('OPERATION_NOT_FOUND');
      return run(request, metadata, { kind: 'undo', undoes: undone.id, change, anecdotes });
    }),
  );

  const addControlRoute = (path: string, change: (account: AccountId, id: string) => Promise<unknown>) =>
    app.post(path, { config, schema: { params, body: noBody, response } }, (request, reply) =>
      executeCommand(request, reply, async (metadata) => {
        const account = metadata.actor.account_id;
        const id = operationIdOf(request.params.id);
        await change(account, id);
        runner.look();
        return answerOf(await look(deps, account, id), metadata.at);
      }),
    );
  addControlRoute('/operations/:id/pause', (account, id) => setPaused(deps.vault, account, id, true));
  addControlRoute('/operations/:id/resume', async (account, id) => {
    const isResumed = await setPaused(deps.vault, account, id, false);
    if (!isResumed) throw new Problem('OPERATION_RUNNING', { retryAfter: RETRY_AFTER_S });
  });
  addControlRoute('/operations/:id/cancel', (account, id) => cancelOperation(deps.vault, account, id));
}

/** Stores an operation to be run. Throws OPERATION_RUNNING while the account has another one. */
async function begin(
  { vault, keys }: OperationDependencies,
  { commandId: id, at, actor, origin, correlationId }: CommandMetadata,
  { change, anecdotes, ...wanted }: Wanted,
): Promise<void> {
  const account = actor.account_id;
  const key = await keys.get(account);
  if (key === 'destroyed') throw new Problem('UNAUTHENTICATED');
  const sender = { actor, origin, correlationId };
  const operation = { ...wanted, id, account, change: sealIntent(key, id, change), parents: null, sender };
  if (!(await insertOperation(vault, { ...operation, anecdotes: [...new Set(anecdotes)] }, at))) {
    throw new Problem('OPERATION_RUNNING', { retryAfter: RETRY_AFTER_S });
  }
}

/** The id in the path of a call. Throws OPERATION_NOT_FOUND for an invalid id. */
function operationIdOf(text: string): string {
  const { data: id } = OperationId.safeParse(text);
  if (id === undefined) throw new Problem('OPERATION_NOT_FOUND');
  return id;
}

function answerOf(operation: OperationView, at: Date): CommandResponse {
  const { status, position } = operation;
  return respond(operation, { at, position: BigInt(position), status: isUnderWay(status) ? 202 : 200 });
}

function isUnderWay(status: OperationView['status']): boolean {
  return status === 'running' || status === 'paused';
}
