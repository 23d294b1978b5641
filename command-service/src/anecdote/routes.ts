import {
  AnecdoteId,
  CreateAnecdote,
  CreateAnecdotes,
  DeleteAnecdotes,
  EditAnecdote,
  LinkAnecdote,
  limits,
  type Operation,
  Problem,
  ReactSameHere,
  RestoreAnecdotes,
} from '@anecdotes/contracts';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { z } from 'zod';
import type { CarryOut } from '../execute-command.ts';
import type { Attribution, Located } from '../handle-command.ts';
import { type Answer, answer } from '../respond.ts';
import { changeAnecdotes, createAnecdotes } from './batch.ts';
import { type AnecdoteDependencies, createAnecdote, createChanges, live } from './commands.ts';
import type { AnecdoteState } from './decider.ts';
import { reactionsOf, viewOf } from './view.ts';

const params = z.object({ id: z.string() });
const noBody = z.strictObject({}).nullish();

/** The calls that change anecdotes. */
export function anecdoteRoutes(app: HttpServer, deps: AnecdoteDependencies, carryOut: CarryOut): void {
  const change = createChanges(deps);

  app.post('/anecdotes', { schema: { body: CreateAnecdote } }, (request, reply) =>
    carryOut(request, reply, async (attribution) => {
      const { id, ...made } = await createAnecdote(deps, attribution, request.body);
      return anecdoteAnswer(id, made, attribution, { status: 201, location: `/api/anecdotes/${id}` });
    }),
  );

  const batch = { schema: { body: CreateAnecdotes }, bodyLimit: limits.batchBytes };
  app.post('/anecdotes/batch', batch, (request, reply) =>
    carryOut(request, reply, async (attribution) => {
      const { anecdotes, operation } = request.body;
      const { answers, position } = await createAnecdotes(deps, partOf(attribution, 'batch', operation), anecdotes);
      return answer(answers, { at: attribution.at, position });
    }),
  );

  app.post('/anecdotes/batch/delete', { schema: { body: DeleteAnecdotes } }, (request, reply) =>
    carryOut(request, reply, async (attribution) => {
      const { ids, operation } = request.body;
      const part = partOf(attribution, 'batch', operation);
      const { answers, position } = await changeAnecdotes(ids, async (id) =>
        change(anecdoteIdOf(id), { type: 'DeleteAnecdote' }, part),
      );
      return answer(answers, { at: attribution.at, position });
    }),
  );

  app.post('/anecdotes/batch/restore', { schema: { body: RestoreAnecdotes } }, (request, reply) =>
    carryOut(request, reply, async (attribution) => {
      const { ids, operation } = request.body;
      const part = partOf(attribution, 'restore', operation);
      const { answers, position } = await changeAnecdotes(ids, async (id) =>
        change(anecdoteIdOf(id), { type: 'RestoreAnecdote' }, part),
      );
      return answer(answers, { at: attribution.at, position });
    }),
  );

  app.put('/anecdotes/:id', { schema: { params, body: EditAnecdote } }, (request, reply) => {
    const id = anecdoteIdOf(request.params.id);
    const seen = revisionOf(request.headers['if-match']);
    return carryOut(request, reply, async (attribution) =>
      anecdoteAnswer(
        id,
        await change(id, { type: 'EditAnecdote', fields: request.body }, attribution, seen),
        attribution,
      ),
    );
  });

  app.put('/anecdotes/:id/parent', { schema: { params, body: LinkAnecdote } }, (request, reply) => {
    const id = anecdoteIdOf(request.params.id);
    const seen = revisionOf(request.headers['if-match']);
    const { parent } = request.body;
    return carryOut(request, reply, async (attribution) =>
      anecdoteAnswer(id, await change(id, { type: 'LinkAnecdote', parent }, attribution, seen), attribution),
    );
  });

  app.delete('/anecdotes/:id/parent', { schema: { params, body: noBody } }, (request, reply) => {
    const id = anecdoteIdOf(request.params.id);
    const seen = revisionOf(request.headers['if-match']);
    return carryOut(request, reply, async (attribution) =>
      anecdoteAnswer(id, await change(id, { type: 'UnlinkAnecdote' }, attribution, seen), attribution),
    );
  });

  app.delete('/anecdotes/:id', { schema: { params, body: noBody } }, (request, reply) => {
    const id = anecdoteIdOf(request.params.id);
    const seen = revisionOf(request.headers['if-match']);
    return carryOut(request, reply, async (attribution) => {
      const { position } = await change(id, { type: 'DeleteAnecdote' }, attribution, seen);
      return answer({ id }, { at: attribution.at, position });
    });
  });

  app.post('/anecdotes/:id/restore', { schema: { params, body: noBody } }, (request, reply) => {
    const id = anecdoteIdOf(request.params.id);
    return carryOut(request, reply, async (attribution) =>
      anecdoteAnswer(id, await change(id, { type: 'RestoreAnecdote' }, attribution), attribution),
    );
  });

  app.post('/anecdotes/:id/react', { schema: { params, body: ReactSameHere.nullish() } }, (request, reply) => {
    const id = anecdoteIdOf(request.params.id);
    return carryOut(request, reply, async (attribution) =>
      reactionAnswer(await change(id, { type: 'ReactSameHere' }, attribution), attribution),
    );
  });

  app.delete('/anecdotes/:id/react', { schema: { params, body: ReactSameHere.nullish() } }, (request, reply) => {
    const id = anecdoteIdOf(request.params.id);
    return carryOut(request, reply, async (attribution) =>
      reactionAnswer(await change(id, { type: 'WithdrawSameHere' }, attribution), attribution),
    );
  });
}

/** Attributes a command to `operation`, or to one of its own. */
function partOf(attribution: Attribution, kind: Operation['kind'], operation?: Operation): Attribution {
  return { ...attribution, operation: operation ?? { id: attribution.commandId, kind } };
}

function anecdoteAnswer(
  id: AnecdoteId,
  located: Located<AnecdoteState>,
  attribution: Attribution,
  told: { status?: number; location?: string } = {},
): Answer {
  const { state, revision, position } = live(located);
  const view = viewOf(id, state, revision, attribution.actor.account_id);
  return answer(view, { at: attribution.at, position, revision, ...told });
}

function reactionAnswer(located: Located<AnecdoteState>, attribution: Attribution): Answer {
  const { state, revision, position } = live(located);
  const reactions = reactionsOf(state, attribution.actor.account_id);
  return answer({ success: true, ...reactions }, { at: attribution.at, position, revision });
}

/** What is no id names no anecdote. */
function anecdoteIdOf(text: string): AnecdoteId {
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
