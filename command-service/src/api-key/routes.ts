import { ApiKeyId, ChangeApiKey, CreateApiKey, Problem, RotateApiKey } from '@anecdotes/contracts';
import { memberOf, type PersonPrincipal } from '@anecdotes/contracts/server/auth/authentication';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CarryOut } from '../execute-command.ts';
import type { Attribution } from '../handle-command.ts';
import { type Answer, answer } from '../respond.ts';
import {
  type ApiKeyDependencies,
  type ChangedKey,
  createApiKey,
  deleteApiKey,
  rotateApiKey,
  setApiKeyActive,
} from './commands.ts';

const params = z.object({ id: z.string() });
const noBody = z.strictObject({}).nullish();

/** The calls that change API keys: for members, by token only. */
export function apiKeyRoutes(app: HttpServer, deps: ApiKeyDependencies, carryOut: CarryOut): void {
  app.post('/api-keys', { schema: { body: CreateApiKey } }, (request, reply) => {
    const caller = memberOf(request);
    return carryOut(request, reply, async (attribution) =>
      keyAnswer(await createApiKey(deps, caller, attribution, request.body), attribution, 201),
    );
  });

  app.put('/api-keys/:id', { schema: { params, body: ChangeApiKey } }, (request, reply) => {
    const { caller, id } = ownKeyOf(request);
    return carryOut(request, reply, async (attribution) =>
      keyAnswer(await setApiKeyActive(deps, caller, attribution, id, request.body.is_active), attribution),
    );
  });

  app.post('/api-keys/:id/rotate', { schema: { params, body: RotateApiKey.nullish() } }, (request, reply) => {
    const { caller, id } = ownKeyOf(request);
    return carryOut(request, reply, async (attribution) =>
      keyAnswer(await rotateApiKey(deps, caller, attribution, id, request.body?.grace_seconds ?? 0), attribution),
    );
  });

  app.delete('/api-keys/:id', { schema: { params, body: noBody } }, (request, reply) => {
    const { id } = ownKeyOf(request);
    return carryOut(request, reply, async (attribution) => {
      const { position } = await deleteApiKey(deps, attribution, id);
      const told = { id, success: true, message: 'API key deleted successfully' };
      return answer(told, { at: attribution.at, position });
    });
  });
}

/** An answer of which everything but the secret may be kept. */
function keyAnswer({ view, located }: ChangedKey, attribution: Attribution, status = 200): Answer {
  const told = { at: attribution.at, position: located.position, status };
  const { key: _, ...keepable } = view;
  return view.key === undefined ? answer(view, told) : { ...answer(view, told), keptBody: answer(keepable, told).body };
}

/** What is no id names no key. */
function ownKeyOf(request: FastifyRequest): { caller: PersonPrincipal; id: ApiKeyId } {
  const caller = memberOf(request);
  const id = ApiKeyId.safeParse((request.params as { id?: unknown }).id);
  if (!id.success) throw new Problem('API_KEY_NOT_FOUND');
  return { caller, id: id.data };
}
