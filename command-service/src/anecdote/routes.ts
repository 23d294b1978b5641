import {
  type AnecdoteId,
  AnecdoteView,
  CreateAnecdote,
  EditAnecdote,
  ErasedAnecdote,
  Identified,
  LinkAnecdote,
  Problem,
  ReactionChange,
  ReactSameHere,
  success,
} from '@anecdotes/contracts';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import type { ExecuteCommand } from '../execute-command.ts';
import type { CommandMetadata } from '../handle-command.ts';
import type { VersionedState } from '../load-state.ts';
import { type CommandResponse, respond } from '../respond.ts';
import type { StateCache } from '../vault/state-cache.ts';
import {
  type AnecdoteChange,
  type AnecdoteDependencies,
  anecdoteIdOf,
  changeAnecdote,
  createAnecdote,
  requireLive,
} from './commands.ts';
import type { AnecdoteState } from './decider.ts';
import { eraseAnecdote } from './erase.ts';
import { reactionsOf, viewOf } from './view.ts';

const params = z.object({ id: z.string() });
const config = { access: 'journal', scope: 'write', limit: 'command' } as const;
const noBody = z.strictObject({}).nullish();
const ofView = { 200: success(AnecdoteView) };
const reaction = {
  config,
  schema: { params, body: ReactSameHere.nullish(), response: { 200: success(ReactionChange) } },
};

type Answer = (id: AnecdoteId, after: VersionedState<AnecdoteState>, metadata: CommandMetadata) => CommandResponse;

/** The routes that change one anecdote. */
export function anecdoteRoutes(
  app: HttpServer,
  deps: AnecdoteDependencies & { readonly vault: pg.Pool; readonly states: StateCache },
  executeCommand: ExecuteCommand,
): void {
  /** Executes a command on the anecdote in the path; `seen` is the revision that the caller saw. */
  function change(
    request: FastifyRequest,
    reply: FastifyReply,
    command: AnecdoteChange,
    { seen, answer = anecdoteResponse }: { seen?: number | undefined; answer?: Answer } = {},
  ) {
    const id = idIn(request);
    return executeCommand(request, reply, async (metadata) =>
      answer(id, await changeAnecdote(deps, id, command, metadata, seen), metadata),
    );
  }

  app.post(
    '/anecdotes',
    { config, schema: { body: CreateAnecdote, response: { 201: success(AnecdoteView) } } },
    (request, reply) =>
      executeCommand(request, reply, async (metadata) => {
        const { id, ...made } = await createAnecdote(deps, metadata, request.body);
        return anecdoteResponse(id, made, metadata, { status: 201, location: `/api/anecdotes/${id}` });
      }),
  );

  app.put('/anecdotes/:id', { config, schema: { params, body: EditAnecdote, response: ofView } }, (request, reply) =>
    change(request, reply, { type: 'EditAnecdote', fields: request.body }, { seen: revisionSeenBy(request) }),
  );

  app.put(
    '/anecdotes/:id/parent',
    { config, schema: { params, body: LinkAnecdote, response: ofView } },
    (request, reply) =>
      change(request, reply, { type: 'LinkAnecdote', parent: request.body.parent }, { seen: revisionSeenBy(request) }),
  );

  app.delete(
    '/anecdotes/:id/parent',
    { config, schema: { params, body: noBody, response: ofView } },
    (request, reply) => change(request, reply, { type: 'UnlinkAnecdote' }, { seen: revisionSeenBy(request) }),
  );

  app.delete(
    '/anecdotes/:id',
    { config, schema: { params, body: noBody, response: { 200: success(Identified) } } },
    (request, reply) =>
      change(request, reply, { type: 'DeleteAnecdote' }, { seen: revisionSeenBy(request), answer: deletionResponse }),
  );

  app.post('/anecdotes/:id/restore', { config, schema: { params, body: noBody, response: ofView } }, (request, reply) =>
    change(request, reply, { type: 'RestoreAnecdote' }),
  );

  // Erasing cannot be undone, so it is not for API keys, nor for the journal that all guests share.
  const forMembers = { access: 'member', limit: 'command' } as const;
  app.post(
    '/anecdotes/:id/erase',
    { config: forMembers, schema: { params, body: noBody, response: { 200: success(ErasedAnecdote) } } },
    (request, reply) => {
      const id = idIn(request);
      return executeCommand(request, reply, async (metadata) => {
        const { position, isWhole } = await eraseAnecdote(deps, id, metadata);
        return respond({ id, is_whole: isWhole }, { at: metadata.at, position });
      });
    },
  );

  app.post('/anecdotes/:id/react', reaction, (request, reply) =>
    change(request, reply, { type: 'ReactSameHere' }, { answer: reactionResponse }),
  );

  app.delete('/anecdotes/:id/react', reaction, (request, reply) =>
    change(request, reply, { type: 'WithdrawSameHere' }, { answer: reactionResponse }),
  );
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

const deletionResponse: Answer = (id, { position }, { at }) => respond({ id }, { at, position });

const reactionResponse: Answer = (_id, after, { at, actor }) => {
  const { state, revision, position } = requireLive(after);
  return respond({ success: true, ...reactionsOf(state, actor.account_id) }, { at, position, revision });
};

/** Throws ANECDOTE_NOT_FOUND for an invalid id. */
function idIn({ params }: FastifyRequest): AnecdoteId {
  return anecdoteIdOf((params as { id: string }).id);
}

/** The revision in the `If-Match` header; undefined when any will do. Throws MALFORMED_REQUEST. */
function revisionSeenBy({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const ifMatch = headers['if-match'];
  if (ifMatch === undefined || ifMatch === '*') return undefined;
  const revision = /^"(\d{1,15})"$/.exec(ifMatch)?.[1];
  if (revision === undefined) throw new Problem('MALFORMED_REQUEST', { message: 'If-Match must be "<revision>"' });
  return Number(revision);
}
