import {
  BatchChange,
  BatchItem,
  CreateAnecdotes,
  DeleteAnecdotes,
  limits,
  type Operation,
  RestoreAnecdotes,
  success,
} from '@anecdotes/contracts';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { z } from 'zod';
import type { ExecuteCommand } from '../execute-command.ts';
import type { CommandMetadata } from '../handle-command.ts';
import { respond } from '../respond.ts';
import { changeAnecdotes, createAnecdotes } from './batch.ts';
import type { BatchIntake } from './batch-intake.ts';
import { type AnecdoteDependencies, anecdoteIdOf, changeAnecdote } from './commands.ts';

const ofChanges = { 200: success(z.array(BatchChange)) };

/** The routes that create, delete or restore many anecdotes. */
export function batchRoutes(
  app: HttpServer,
  deps: AnecdoteDependencies,
  executeCommand: ExecuteCommand,
  intake: BatchIntake,
): void {
  app.post(
    '/anecdotes/batch',
    {
      ...intake.route,
      schema: { body: CreateAnecdotes, response: { 200: success(z.array(BatchItem)) } },
      bodyLimit: limits.batchBytes,
    },
    (request, reply) =>
      executeCommand(request, reply, async (metadata) => {
        const { anecdotes, operation } = request.body;
        const part = partOf(metadata, 'batch', operation);
        const { answers, position } = await intake.runInTurn(request, () => createAnecdotes(deps, part, anecdotes));
        return respond(answers, { at: metadata.at, position });
      }),
  );

  const addRoute = (
    path: string,
    body: typeof DeleteAnecdotes | typeof RestoreAnecdotes,
    kind: Operation['kind'],
    type: 'DeleteAnecdote' | 'RestoreAnecdote',
  ) =>
    app.post(path, { ...intake.route, schema: { body, response: ofChanges } }, (request, reply) =>
      executeCommand(request, reply, async (metadata) => {
        const { ids, operation } = request.body;
        const part = partOf(metadata, kind, operation);
        const change = async (id: string) => changeAnecdote(deps, anecdoteIdOf(id), { type }, part);
        const { answers, position } = await intake.runInTurn(request, () => changeAnecdotes(ids, change));
        return respond(answers, { at: metadata.at, position });
      }),
    );
  addRoute('/anecdotes/batch/delete', DeleteAnecdotes, 'batch', 'DeleteAnecdote');
  addRoute('/anecdotes/batch/restore', RestoreAnecdotes, 'restore', 'RestoreAnecdote');
}

/** Attributes a command to `operation` or, without one, to an operation with the id of the command. */
function partOf(metadata: CommandMetadata, kind: Operation['kind'], operation?: Operation): CommandMetadata {
  return { ...metadata, operation: operation ?? { id: metadata.commandId, kind } };
}
