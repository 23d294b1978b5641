import {
  AutocompleteParameters,
  CursorParameters,
  MapParameters,
  MonthParameters,
  NoParameters,
  PageParameters,
  Problem,
  type PublicConfiguration,
  type ReactionsView,
  SearchParameters,
  succeed,
  TagParameters,
} from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { z } from 'zod';
import { monthsOfAnecdotes } from './anecdotes/months.ts';
import { findAnecdote, listAnecdotesAfter, listAnecdotesPage } from './anecdotes/queries.ts';
import { connectionsOf } from './connections/queries.ts';
import type { ViewsDatabase } from './db/database.ts';
import type { Keyset } from './keyset.ts';
import { mapOf } from './map/queries.ts';
import { samplesOf } from './samples/queries.ts';
import { autocomplete, search } from './search/queries.ts';
import { statisticsOf } from './statistics/queries.ts';
import { findTags, tagStatistics } from './tags/queries.ts';
import { timelineOf } from './timeline/queries.ts';

export type RouteDependencies = {
  db: ViewsDatabase;
  keyset: Keyset;
  clock: () => Date;
  configuration: PublicConfiguration;
};

const Uuid = z.uuid().toLowerCase();

/** An id that cannot be one names nothing, like one that is not there. */
function idOf(parameters: unknown): string {
  const id = Uuid.safeParse((parameters as { id?: unknown }).id);
  if (!id.success) throw new Problem('ANECDOTE_NOT_FOUND');
  return id.data;
}

function found<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new Problem('ANECDOTE_NOT_FOUND');
  return answer;
}

const reading = { access: 'journal', scope: 'read', limit: 'read' } as const;
const searching = { ...reading, limit: 'search' } as const;

/** The questions about anecdotes; each is asked about the caller's own journal only. */
export function anecdoteRoutes(app: HttpServer, { db, keyset, clock }: RouteDependencies): void {
  app.get('/api/anecdotes', { config: reading, schema: { querystring: PageParameters } }, (request) =>
    listAnecdotesPage(db, principalOf(request).account, request.query),
  );

  app.get('/api/anecdotes/cursor', { config: reading, schema: { querystring: CursorParameters } }, (request) =>
    listAnecdotesAfter(db, keyset, principalOf(request).account, request.query),
  );

  app.get('/api/anecdotes/months', { config: reading, schema: { querystring: MonthParameters } }, async (request) =>
    succeed(await monthsOfAnecdotes(db, principalOf(request).account, request.query)),
  );

  app.get('/api/anecdotes/map', { config: reading, schema: { querystring: MapParameters } }, async (request) =>
    succeed(await mapOf(db, principalOf(request).account, request.query)),
  );

  app.get('/api/anecdotes/samples', { config: reading, schema: { querystring: NoParameters } }, async (request) =>
    succeed(await samplesOf(db, principalOf(request).account, clock())),
  );

  app.get('/api/anecdotes/search', { config: searching, schema: { querystring: SearchParameters } }, (request) =>
    search(db, keyset, principalOf(request).account, request.query),
  );

  app.get(
    '/api/anecdotes/search/autocomplete',
    { config: searching, schema: { querystring: AutocompleteParameters } },
    async (request) => succeed(await autocomplete(db, principalOf(request).account, request.query)),
  );

  app.get('/api/anecdotes/:id', { config: reading, schema: { querystring: NoParameters } }, async (request, reply) => {
    const anecdote = found(await findAnecdote(db, principalOf(request).account, idOf(request.params)));
    return reply.header('etag', `"${anecdote.revision}"`).send(succeed(anecdote));
  });

  app.get('/api/anecdotes/:id/timeline', { config: reading, schema: { querystring: NoParameters } }, async (request) =>
    succeed(found(await timelineOf(db, principalOf(request).account, idOf(request.params)))),
  );

  app.get(
    '/api/anecdotes/:id/connections',
    { config: reading, schema: { querystring: NoParameters } },
    async (request) => succeed(found(await connectionsOf(db, principalOf(request).account, idOf(request.params)))),
  );

  app.get(
    '/api/anecdotes/:id/reactions',
    { config: reading, schema: { querystring: NoParameters } },
    async (request) => {
      const anecdote = found(await findAnecdote(db, principalOf(request).account, idOf(request.params)));
      const reactions: ReactionsView = {
        reaction_type: 'same_here',
        count: anecdote.reaction_count,
        user_reacted: anecdote.user_reacted,
      };
      return succeed(reactions);
    },
  );
}

/** The questions about tags and figures, and about this installation. */
export function journalRoutes(app: HttpServer, { db, clock, configuration }: RouteDependencies): void {
  app.get('/api/tags', { config: reading, schema: { querystring: TagParameters } }, async (request) => {
    const { tags, totalCount } = await findTags(db, principalOf(request).account, request.query);
    return { ...succeed(tags), totalCount };
  });

  app.get('/api/tags/stats', { config: reading, schema: { querystring: NoParameters } }, async (request) =>
    succeed(await tagStatistics(db, principalOf(request).account)),
  );

  app.get('/api/statistics', { config: reading, schema: { querystring: NoParameters } }, async (request) =>
    succeed(await statisticsOf(db, principalOf(request).account, clock())),
  );

  app.get(
    '/api/config',
    { config: { access: 'public', limit: 'read' }, schema: { querystring: NoParameters } },
    async () => succeed(configuration),
  );
}
