import { ImportPost, Problem, publicAddressOf } from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import { failure } from '@anecdotes/contracts/server/http/errors';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import type { RateLimiter } from '@anecdotes/contracts/server/http/rate-limit';
import { type AnecdoteDependencies, live } from '../anecdote/commands.ts';
import { viewOf } from '../anecdote/view.ts';
import type { CarryOut } from '../execute-command.ts';
import type { Attribution } from '../handle-command.ts';
import { type Answer, answer } from '../respond.ts';
import { type Import, importPost } from './import-post.ts';
import { createTurns } from './import-throttle.ts';
import { noteOf, noteOfPasted } from './note.ts';
import type { RedditSite } from './reddit-site.ts';

export type ImportDependencies = AnecdoteDependencies & {
  readonly limiter: RateLimiter;
  /** Where posts come from; null when importing is turned off. */
  readonly reddit: RedditSite | null;
  /** Marks an account's post. */
  readonly postMark: (accountAndPost: string) => string;
};

/** The call that imports a post. */
export function importRoutes(app: HttpServer, deps: ImportDependencies, carryOut: CarryOut): void {
  const turns = createTurns(deps.limiter);

  app.post('/reddit', { schema: { body: ImportPost } }, (request, reply) => {
    const { reddit } = deps;
    const { account, role } = principalOf(request);
    const { url, post: pasted } = request.body;
    const fetchNote = async () => {
      if (pasted !== undefined) return noteOfPasted(pasted, request.body);
      if (reddit === null) throw new Problem('IMPORT_TURNED_OFF');
      return turns.goOut({ account, role }, async () => noteOf(await reddit.post(url), request.body));
    };
    return carryOut(request, reply, async (attribution) => {
      const post = {
        mark: deps.postMark(`${account} ${url.post}`),
        sourceAddress: publicAddressOf(url),
        fetchNote,
      };
      const done = await turns.inTurn(account, () => importPost(deps, asImport(attribution), post));
      return done.status === 'imported' ? importedAnswer(done, attribution) : knownAnswer(done, attribution);
    });
  });
}

function asImport(attribution: Attribution): Attribution {
  const { commandId: id, origin } = attribution;
  const operation = { id, kind: 'import' } as const;
  return { ...attribution, origin: { ...origin, channel: 'import', source: 'reddit' }, operation };
}

function importedAnswer(done: Import, attribution: Attribution): Answer {
  const { state, revision, position } = live(done);
  const view = viewOf(done.id, state, revision, attribution.actor.account_id);
  const told = { at: attribution.at, position, revision, status: 201, location: `/api/anecdotes/${done.id}` };
  return answer(view, told, { message: 'Post imported successfully', anecdoteId: done.id });
}

/** No failure of the call, since it names what was looked for: 200, though nothing was done. */
function knownAnswer(done: Import, attribution: Attribution): Answer {
  const problem = new Problem('ALREADY_IMPORTED');
  const told = failure(problem, attribution.correlationId, attribution.at);
  const body = { ...told, message: problem.message, anecdoteId: done.id };
  return { ...answer(null, { at: attribution.at, position: done.position }), body: JSON.stringify(body) };
}
