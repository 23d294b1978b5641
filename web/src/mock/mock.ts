import { fail, headers as names, Problem, succeed } from '@anecdotes/contracts';
import { http } from 'msw/http';
import { getResponse } from 'msw/utils/get-response';
import { accountRoutes } from './account-routes.ts';
import { ensureGuest } from './accounts.ts';
import { anecdoteRoutes } from './anecdote-routes.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { batchRoutes } from './batch-routes.ts';
import { type Answer, type Call, type Handle, type Method, type Mock, type Routes, readCall } from './call.ts';
import { type Conditions, simulateNetwork } from './conditions.ts';
import { historyRoutes } from './history-routes.ts';
import { newId } from './ids.ts';
import { journalRoutes } from './journal-routes.ts';
import { otherRoutes } from './other-routes.ts';
import { MockFailure, type MockStorage } from './storage.ts';
import { openTables } from './tables.ts';
import { tagRoutes } from './tag-routes.ts';

type MockDependencies = Pick<Mock, 'onMail'> & {
  readonly storage: MockStorage;
  /** Called before every API call. */
  readonly conditions: () => Conditions;
};

const routes: Routes = {
  ...accountRoutes,
  ...apiKeyRoutes,
  ...batchRoutes,
  ...anecdoteRoutes,
  ...historyRoutes,
  ...journalRoutes,
  ...tagRoutes,
  ...otherRoutes,
};

/** The API without a service: answers every call of the web app from the data in `storage`. */
export async function createMock({ storage, conditions, onMail }: MockDependencies) {
  const mock: Mock = { tables: openTables(storage), onMail, changes: new EventTarget() };
  await ensureGuest(mock);
  /** The answers to changes by their idempotency key, until the page is reloaded. */
  const answered = new Map<string, Answer>();

  const handlers = Object.entries(routes).map(([route, handle]) => {
    const [method, path] = route.split(' ') as [Method, string];
    return http[method](`*/api${path}`, async ({ request, params }): Promise<Response> => {
      const call = await readCall(mock, request, params as Record<string, string>);
      return respond(await (method === 'get' ? handle(call) : change(call, handle)));
    });
  });

  async function change(call: Call, handle: Handle): Promise<Answer> {
    const key = call.request.headers.get(names.idempotencyKey) ?? newId(call.now);
    const answer = answered.get(key) ?? (await handle(call));
    answered.set(key, answer);
    mock.tables.advance(call.now);
    mock.changes.dispatchEvent(new Event('change'));
    return answer;
  }

  function respond({ content, status, headers, isSilent, problem, data = null, ...extraFields }: Answer): Response {
    if (content !== undefined) return new Response(content, { status: status ?? 200, headers: headers ?? {} });
    const now = new Date();
    const position = isSilent ? undefined : { [names.logPosition]: String(mock.tables.position()) };
    const envelope = problem ? fail(problem, newId(now), now) : succeed(data, now);
    const init = { status: status ?? problem?.status ?? 200, headers: { ...position, ...headers } };
    return Response.json({ ...envelope, ...extraFields }, init);
  }

  return {
    ...mock,
    async answer(request: Request): Promise<Response> {
      try {
        if (!request.url.endsWith('/api/live')) await simulateNetwork(conditions(), request.signal);
        return (await getResponse(handlers, request)) ?? respond({ problem: new Problem('NOT_FOUND') });
      } catch (error) {
        if (request.signal.aborted) throw error;
        const isKnown = error instanceof Problem || error instanceof MockFailure;
        return respond({ problem: isKnown ? error : new Problem('INTERNAL_ERROR') });
      }
    },
  };
}
