import { limits, type NamedChanges, type StoredEvent, success, UndoHistory, UndoneItem } from '@anecdotes/contracts';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { z } from 'zod';
import type { ExecuteCommand } from '../execute-command.ts';
import { respond } from '../respond.ts';
import { changeEach } from './batch.ts';
import type { BatchIntake } from './batch-intake.ts';
import { type AnecdoteDependencies, anecdoteIdOf } from './commands.ts';
import { undoChanges } from './undo.ts';

/** The route that undoes what an operation or an API key did to some anecdotes. */
export function undoRoute(
  app: HttpServer,
  deps: AnecdoteDependencies,
  executeCommand: ExecuteCommand,
  intake: BatchIntake,
): void {
  app.post(
    '/history/undo',
    {
      ...intake.route,
      schema: { body: UndoHistory, response: { 200: success(z.array(UndoneItem)) } },
      bodyLimit: limits.batchBytes,
    },
    (request, reply) =>
      executeCommand(request, reply, async (metadata) => {
        const { changes, anecdotes, operation = { id: metadata.commandId, kind: 'undo' } } = request.body;
        const undoOne = async (id: string) => {
          const anecdote = anecdoteIdOf(id);
          const undone = await undoChanges(deps, anecdote, isOneOf(changes), { ...metadata, operation });
          const { isUndone, conflicts, position } = undone;
          return { data: { id: anecdote, is_undone: isUndone, conflicts: [...conflicts] }, position };
        };
        const { answers, position } = await intake.runInTurn(request, () =>
          changeEach([...new Set(anecdotes)], undoOne),
        );
        return respond(answers, { at: metadata.at, position });
      }),
  );
}

function isOneOf(changes: NamedChanges): (event: StoredEvent) => boolean {
  if ('operation' in changes) return ({ metadata }) => metadata.operation?.id === changes.operation;
  return ({ metadata }) => metadata.origin.key_id === changes.key && metadata.at >= changes.since;
}
