import { fail, ImportedPost, ImportPost, KnownPost, Problem, publicAddressOf } from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { addressOf, type RateLimiter } from '@anecdotes/contracts/server/http/rate-limit';
import type pg from 'pg';
import { type AnecdoteDependencies, requireLive } from '../anecdote/commands.ts';
import { viewOf } from '../anecdote/view.ts';
import type { ExecuteCommand } from '../execute-command.ts';
import type { CommandMetadata } from '../handle-command.ts';
import { type CommandResponse, respond } from '../respond.ts';
import { anecdoteFromPastedPost, anecdoteFromPost } from './anecdote-from-post.ts';
import { type Import, importPost } from './import-post.ts';
import { createImportThrottle } from './import-throttle.ts';
import type { RedditSite } from './reddit-site.ts';

export type ImportDependencies = AnecdoteDependencies & {
  readonly vault: pg.Pool;
  readonly limiter: RateLimiter;
  /** Where posts come from; null when importing is turned off. */
  readonly reddit: RedditSite | null;
  /** The blind index of a post in an account. */
  readonly postIndex: (accountAndPost: string) => string;
};

/** The route that imports a post. */
export function importRoutes(app: HttpServer, deps: ImportDependencies, executeCommand: ExecuteCommand): void {
  const throttle = createImportThrottle(deps.limiter);

  app.post(
    '/reddit',
    {
      config: { access: 'journal', scope: 'write', limit: 'command' },
      schema: { body: ImportPost, response: { 201: ImportedPost, 200: KnownPost } },
    },
    (request, reply) => {
      const { reddit } = deps;
      const { account, role } = principalOf(request);
      const importer = { account, role, address: addressOf(request) };
      const { url, post: pasted } = request.body;
      const fetchAnecdote = async () => {
        if (pasted !== undefined) return anecdoteFromPastedPost(pasted, request.body);
        if (reddit === null) throw new Problem('IMPORT_TURNED_OFF');
        return throttle.fetchFromSite(importer, async () => anecdoteFromPost(await reddit.post(url), request.body));
      };
      return executeCommand(request, reply, async (metadata) => {
        const post = {
          mark: deps.postIndex(`${account} ${url.post}`),
          sourceAddress: publicAddressOf(url),
          fetchAnecdote,
        };
        const done = await throttle.runQueued(importer, () => importPost(deps, asImport(metadata), post));
        return done.status === 'imported' ? importedResponse(done, metadata) : knownResponse(done, metadata);
      });
    },
  );
}

function asImport(metadata: CommandMetadata): CommandMetadata {
  const { commandId: id, actor, origin } = metadata;
  return {
    ...metadata,
    actor: { ...actor, kind: 'import' },
    origin: { ...origin, channel: 'import', source: 'reddit' },
    operation: { id, kind: 'import' },
  };
}

function importedResponse(done: Import, metadata: CommandMetadata): CommandResponse {
  const { state, revision, position } = requireLive(done);
  const view = viewOf(done.id, state, revision, metadata.actor.account_id);
  const meta = { at: metadata.at, position, revision, status: 201, location: `/api/anecdotes/${done.id}` };
  return respond(view, meta, { message: 'Post imported successfully', anecdoteId: done.id });
}

/** Status 200 although nothing was imported, because the answer names the anecdote that the post already is. */
function knownResponse(done: Import, metadata: CommandMetadata): CommandResponse {
  const problem = new Problem('ALREADY_IMPORTED');
  const failure = fail(problem, metadata.correlationId, metadata.at);
  const body = { ...failure, message: problem.message, anecdoteId: done.id };
  return { ...respond(null, { at: metadata.at, position: done.position }), body: JSON.stringify(body) };
}
