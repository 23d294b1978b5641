import {
  ApiKey,
  ApiKeyId,
  ChangeApiKey,
  CreateApiKey,
  DeletedApiKey,
  Problem,
  RotateApiKey,
  success,
} from '@anecdotes/contracts';
import { memberOf, type PersonPrincipal } from '@anecdotes/contracts/server/auth/authentication';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ExecuteCommand } from '../execute-command.ts';
import type { CommandMetadata } from '../handle-command.ts';
import { type CommandResponse, respond } from '../respond.ts';
import type { VaultDependencies } from '../vault/change-vault.ts';
import { type ChangedKey, createApiKey, deleteApiKey, rotateApiKey, setApiKeyActive } from './commands.ts';

const params = z.object({ id: z.string() });
const config = { access: 'member', limit: 'command' } as const;
/** For calls whose answers contain a secret. */
const ofSecret = { ...config, needsRecentPassword: true } as const;
const noBody = z.strictObject({}).nullish();
const response = { 200: success(ApiKey) };

/** The routes that change API keys: only for members with a session. */
export function apiKeyRoutes(app: HttpServer, deps: VaultDependencies, executeCommand: ExecuteCommand): void {
  app.post(
    '/api-keys',
    { config: ofSecret, schema: { body: CreateApiKey, response: { 201: success(ApiKey) } } },
    (request, reply) => {
      const caller = memberOf(request);
      return executeCommand(request, reply, async (metadata) =>
        keyResponse(await createApiKey(deps, caller, metadata, request.body), metadata, 201),
      );
    },
  );

  app.put('/api-keys/:id', { config, schema: { params, body: ChangeApiKey, response } }, (request, reply) => {
    const { caller, id } = ownKeyOf(request);
    return executeCommand(request, reply, async (metadata) =>
      keyResponse(await setApiKeyActive(deps, caller, metadata, id, request.body.is_active), metadata),
    );
  });

  app.post(
    '/api-keys/:id/rotate',
    { config: ofSecret, schema: { params, body: RotateApiKey.nullish(), response } },
    (request, reply) => {
      const { caller, id } = ownKeyOf(request);
      return executeCommand(request, reply, async (metadata) =>
        keyResponse(await rotateApiKey(deps, caller, metadata, id, request.body?.grace_seconds ?? 0), metadata),
      );
    },
  );

  app.delete(
    '/api-keys/:id',
    { config, schema: { params, body: noBody, response: { 200: success(DeletedApiKey) } } },
    (request, reply) => {
      const { id } = ownKeyOf(request);
      return executeCommand(request, reply, async (metadata) => {
        const { position } = await deleteApiKey(deps, metadata, id);
        const answer = { id, success: true, message: 'API key deleted successfully' };
        return respond(answer, { at: metadata.at, position });
      });
    },
  );
}

/** An answer that is stored without the secret. */
function keyResponse({ result, position }: ChangedKey, metadata: CommandMetadata, status = 200): CommandResponse {
  const meta = { at: metadata.at, position, status };
  const { key: _, ...withoutSecret } = result;
  return result.key === undefined
    ? respond(result, meta)
    : { ...respond(result, meta), storedBody: respond(withoutSecret, meta).body };
}

/** The caller and the key id in the path. Throws API_KEY_NOT_FOUND for an invalid id. */
function ownKeyOf(request: FastifyRequest): { caller: PersonPrincipal; id: ApiKeyId } {
  const caller = memberOf(request);
  const id = ApiKeyId.safeParse((request.params as { id?: unknown }).id);
  if (!id.success) throw new Problem('API_KEY_NOT_FOUND');
  return { caller, id: id.data };
}
