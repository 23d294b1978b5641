import {
  AnecdoteId,
  AnecdoteView,
  BatchChange,
  BatchItem,
  CreateAnecdote,
  CreateAnecdotes,
  DeleteAnecdotes,
  EditAnecdote,
  ErasedAnecdote,
  Identified,
  LinkAnecdote,
  limits,
  type Operation,
  Problem,
  ReactionChange,
  ReactSameHere,
  RestoreAnecdotes,
  success,
} from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { addressOf } from '@anecdotes/contracts/server/http/rate-limit';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import type { ExecuteCommand } from '../execute-command.ts';
import type { CommandMetadata } from '../handle-command.ts';
import type { VersionedState } from '../load-state.ts';
import { type CommandResponse, respond } from '../respond.ts';
import type { StateCache } from '../vault/state-cache.ts';
import type { WriteLimits } from '../write-limits.ts';
import { changeAnecdotes, createAnecdotes } from './batch.ts';
import { createBatchIntake } from './batch-intake.ts';
import { type AnecdoteDependencies, changeAnecdote, createAnecdote, requireLive } from './commands.ts';
import type { AnecdoteState } from './decider.ts';
import { eraseAnecdote } from './erase.ts';
import { reactionsOf, viewOf } from './view.ts';

const params = z.object({ id: z.string() });
const config = { access: 'journal', scope: 'write', limit: 'command' } as const;
const noBody = z.strictObject({}).nullish();
const ofView = { 200: success(AnecdoteView) };
const ofChanges = { 200: success(z.array(BatchChange)) };
const ofReactions = { 200: success(ReactionChange) };

/** The routes that change anecdotes. */
export function anecdoteRoutes(
  app: HttpServer,
  deps: AnecdoteDependencies & {
    readonly vault: pg.Pool;
    readonly states: StateCache;
    readonly writeLimits: WriteLimits;
  },
  executeCommand: ExecuteCommand,
): void {
  app.post(
    '/anecdotes',
    { config, schema: { body: CreateAnecdote, response: { 201: success(AnecdoteView) } } },
    (request, reply) =>
      executeCommand(request, reply, async (metadata) => {
        const { id, ...made } = await createAnecdote(deps, metadata, request.body);
        return anecdoteResponse(id, made, metadata, { status: 201, location: `/api/anecdotes/${id}` });
      }),
  );

  const preHandler = async (request: FastifyRequest) => {
    const writer = { principal: principalOf(request), address: addressOf(request) };
    await deps.writeLimits.countItems(writer, itemsOf(request.body));
  };
  const intake = createBatchIntake();
  const batch = { config, onRequest: intake.admit, preHandler };
  const creation = {
    ...batch,
    schema: { body: CreateAnecdotes, response: { 200: success(z.array(BatchItem)) } },
    bodyLimit: limits.batchBytes,
  };
  app.post('/anecdotes/batch', creation, (request, reply) =>
    executeCommand(request, reply, async (metadata) => {
      const { anecdotes, operation } = request.body;
      const part = partOf(metadata, 'batch', operation);
      const { answers, position } = await intake.runInTurn(request, () => createAnecdotes(deps, part, anecdotes));
      return respond(answers, { at: metadata.at, position });
    }),
  );

  app.post(
    '/anecdotes/batch/delete',
    { ...batch, schema: { body: DeleteAnecdotes, response: ofChanges } },
    (request, reply) =>
      executeCommand(request, reply, async (metadata) => {
        const { ids, operation } = request.body;
        const part = partOf(metadata, 'batch', operation);
        const change = async (id: string) => changeAnecdote(deps, anecdoteIdOf(id), { type: 'DeleteAnecdote' }, part);
        const { answers, position } = await intake.runInTurn(request, () => changeAnecdotes(ids, change));
        return respond(answers, { at: metadata.at, position });
      }),
  );

  app.post(
    '/anecdotes/batch/restore',
    { ...batch, schema: { body: RestoreAnecdotes, response: ofChanges } },
    (request, reply) =>
      executeCommand(request, reply, async (metadata) => {
        const { ids, operation } = request.body;
        const part = partOf(metadata, 'restore', operation);
        const change = async (id: string) => changeAnecdote(deps, anecdoteIdOf(id), { type: 'RestoreAnecdote' }, part);
        const { answers, position } = await intake.runInTurn(request, () => changeAnecdotes(ids, change));
        return respond(answers, { at: metadata.at, position });
      }),
  );

  app.put('/anecdotes/:id', { config, schema: { params, body: EditAnecdote, response: ofView } }, (request, reply) => {
    const id = anecdoteIdOf(request.params.id);
    const seen = revisionOf(request.headers['if-match']);
    return executeCommand(request, reply, async (metadata) =>
      anecdoteResponse(
        id,
        await changeAnecdote(deps, id, { type: 'EditAnecdote', fields: request.body }, metadata, seen),
        metadata,
      ),
    );
  });

  app.put(
    '/anecdotes/:id/parent',
    { config, schema: { params, body: LinkAnecdote, response: ofView } },
    (request, reply) => {
      const id = anecdoteIdOf(request.params.id);
      const seen = revisionOf(request.headers['if-match']);
      const { parent } = request.body;
      return executeCommand(request, reply, async (metadata) =>
        anecdoteResponse(
          id,
          await changeAnecdote(deps, id, { type: 'LinkAnecdote', parent }, metadata, seen),
          metadata,
        ),
      );
    },
  );

  app.delete(
    '/anecdotes/:id/parent',
    { config, schema: { params, body: noBody, response: ofView } },
    (request, reply) => {
      const id = anecdoteIdOf(request.params.id);
      const seen = revisionOf(request.headers['if-match']);
      return executeCommand(request, reply, async (metadata) =>
        anecdoteResponse(id, await changeAnecdote(deps, id, { type: 'UnlinkAnecdote' }, metadata, seen), metadata),
      );
    },
  );

  app.delete(
    '/anecdotes/:id',
    { config, schema: { params, body: noBody, response: { 200: success(Identified) } } },
    (request, reply) => {
      const id = anecdoteIdOf(request.params.id);
      const seen = revisionOf(request.headers['if-match']);
      return executeCommand(request, reply, async (metadata) => {
        const { position } = await changeAnecdote(deps, id, { type: 'DeleteAnecdote' }, metadata, seen);
        return respond({ id }, { at: metadata.at, position });
      });
    },
  );

  app.post(
    '/anecdotes/:id/restore',
    { config, schema: { params, body: noBody, response: ofView } },
    (request, reply) => {
      const id = anecdoteIdOf(request.params.id);
      return executeCommand(request, reply, async (metadata) =>
        anecdoteResponse(id, await changeAnecdote(deps, id, { type: 'RestoreAnecdote' }, metadata), metadata),
      );
    },
  );

  // Erasing cannot be undone, so it is not for API keys, nor for the journal that all guests share.
  const forMembers = { access: 'member', limit: 'command' } as const;
  app.post(
    '/anecdotes/:id/erase',
    { config: forMembers, schema: { params, body: noBody, response: { 200: success(ErasedAnecdote) } } },
    (request, reply) => {
      const id = anecdoteIdOf(request.params.id);
      return executeCommand(request, reply, async (metadata) => {
        const { position, isWhole } = await eraseAnecdote(deps, id, metadata);
        return respond({ id, is_whole: isWhole }, { at: metadata.at, position });
      });
    },
  );

  app.post(
    '/anecdotes/:id/react',
    { config, schema: { params, body: ReactSameHere.nullish(), response: ofReactions } },
    (request, reply) => {
      const id = anecdoteIdOf(request.params.id);
      return executeCommand(request, reply, async (metadata) =>
        reactionResponse(await changeAnecdote(deps, id, { type: 'ReactSameHere' }, metadata), metadata),
      );
    },
  );

  app.delete(
    '/anecdotes/:id/react',
    { config, schema: { params, body: ReactSameHere.nullish(), response: ofReactions } },
    (request, reply) => {
      const id = anecdoteIdOf(request.params.id);
      return executeCommand(request, reply, async (metadata) =>
        reactionResponse(await changeAnecdote(deps, id, { type: 'WithdrawSameHere' }, metadata), metadata),
      );
    },
  );
}

/** The number of anecdotes in the body of a batch. */
function itemsOf(body: unknown): number {
  const { anecdotes, ids } = body as { anecdotes?: readonly unknown[]; ids?: readonly unknown[] };
  return (anecdotes ?? ids ?? []).length;
}

/** Attributes a command to `operation` or, without one, to an operation with the id of the command. */
function partOf(metadata: CommandMetadata, kind: Operation['kind'], operation?: Operation): CommandMetadata {
  return { ...metadata, operation: operation ?? { id: metadata.commandId, kind } };
}

function anecdoteResponse(
  id: AnecdoteId,
  versioned: VersionedState<AnecdoteState>,
  metadata: CommandMetadata,
  meta: { status?: number; location?: string } = {},
): CommandResponse {
  const { state, revision, position } = requireLive(versioned);
  const view = viewOf(id, state, revision, metadata.actor.account_id);
  return respond(view, { at: metadata.at, position, revision, ...meta });
}

function reactionResponse(versioned: VersionedState<AnecdoteState>, metadata: CommandMetadata): CommandResponse {
  const { state, revision, position } = requireLive(versioned);
  const reactions = reactionsOf(state, metadata.actor.account_id);
  return respond({ success: true, ...reactions }, { at: metadata.at, position, revision });
}

/** Throws ANECDOTE_NOT_FOUND for an invalid id. */
export function anecdoteIdOf(text: string): AnecdoteId {
  const id = AnecdoteId.safeParse(text);
  if (!id.success) throw new Problem('ANECDOTE_NOT_FOUND');
  return id.data;
}

/** The revision in an `If-Match` header; undefined when any will do. Throws MALFORMED_REQUEST. */
function revisionOf(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined;
  const revision = /^"(\d{1,15})"$/.exec(ifMatch)?.[1];
  if (revision === undefined) throw new Problem('MALFORMED_REQUEST', { message: 'If-Match must be "<revision>"' });
  return Number(revision);
}
