import {
  AnecdoteCursorPage,
  AnecdoteMap,
  AnecdoteMonth,
  AnecdotePage,
  AnecdoteView,
  AutocompleteParameters,
  ConnectionsParameters,
  ConnectionsView,
  CursorParameters,
  DayParameters,
  DaysView,
  GraphParameters,
  JournalGraph,
  MapParameters,
  MemoriesView,
  MemoryParameters,
  MonthParameters,
  NoParameters,
  OperationView,
  PageParameters,
  PublicConfiguration,
  RandomAnecdote,
  ReactionsView,
  RelatedAnecdotes,
  RelatedParameters,
  SamplesView,
  SearchPage,
  SearchParameters,
  Statistics,
  succeed,
  success,
  TaggedAnecdotes,
  TaggedParameters,
  TagPage,
  TagParameters,
  TagStatistics,
  TimelineView,
} from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { operationsOf } from '@anecdotes/contracts/server/operations';
import { z } from 'zod';
import type { AccountRouteDependencies } from './account/routes.ts';
import { anecdoteIdOf, found } from './anecdotes/id.ts';
import { monthsOfAnecdotes } from './anecdotes/months.ts';
import { findAnecdote, listAnecdotesAfter, listAnecdotesPage } from './anecdotes/queries.ts';
import { graphOf } from './connections/graph.ts';
import { connectionsOf } from './connections/queries.ts';
import type { ViewsDatabase } from './db/database.ts';
import type { Keyset } from './keyset.ts';
import { daysOfYear, memoriesOf, randomAnecdote } from './looking-back/queries.ts';
import { mapOf } from './map/queries.ts';
import { relatedTo } from './related/queries.ts';
import { samplesOf } from './samples/queries.ts';
import { autocomplete, search } from './search/queries.ts';
import { statisticsOf } from './statistics/queries.ts';
import { findTags, taggedAnecdotes, tagStatistics } from './tags/queries.ts';
import { timelineOf } from './timeline/queries.ts';

export type RouteDependencies = {
  db: ViewsDatabase;
  keyset: Keyset;
  clock: () => Date;
  configuration: PublicConfiguration;
};

const reading = { access: 'journal', scope: 'read', limit: 'read' } as const;
const searching = { ...reading, limit: 'search' } as const;

/** The questions about anecdotes; each is asked about the caller's own journal only. */
export function anecdoteRoutes(app: HttpServer, { db, keyset, clock }: RouteDependencies): void {
  app.get(
    '/api/anecdotes',
    { config: reading, schema: { querystring: PageParameters, response: { 200: AnecdotePage } } },
    (request) => listAnecdotesPage(db, principalOf(request).account, request.query),
  );

  app.get(
    '/api/anecdotes/cursor',
    { config: reading, schema: { querystring: CursorParameters, response: { 200: AnecdoteCursorPage } } },
    (request) => listAnecdotesAfter(db, keyset, principalOf(request).account, request.query),
  );

  app.get(
    '/api/anecdotes/months',
    { config: reading, schema: { querystring: MonthParameters, response: { 200: success(z.array(AnecdoteMonth)) } } },
    async (request) => succeed(await monthsOfAnecdotes(db, principalOf(request).account, request.query)),
  );

  app.get(
    '/api/anecdotes/map',
    { config: reading, schema: { querystring: MapParameters, response: { 200: success(AnecdoteMap) } } },
    async (request) => succeed(await mapOf(db, principalOf(request).account, request.query)),
  );

  app.get(
    '/api/anecdotes/memories',
    { config: reading, schema: { querystring: MemoryParameters, response: { 200: success(MemoriesView) } } },
    async (request) => succeed(await memoriesOf(db, principalOf(request).account, request.query, clock())),
  );

  app.get(
    '/api/anecdotes/days',
    { config: reading, schema: { querystring: DayParameters, response: { 200: success(DaysView) } } },
    async (request) => succeed(await daysOfYear(db, principalOf(request).account, request.query, clock())),
  );

  app.get(
    '/api/anecdotes/random',
    { config: reading, schema: { querystring: MonthParameters, response: { 200: success(RandomAnecdote) } } },
    async (request) => succeed(await randomAnecdote(db, principalOf(request).account, request.query)),
  );

  app.get(
    '/api/anecdotes/related',
    {
      config: searching,
      schema: { querystring: RelatedParameters, response: { 200: success(RelatedAnecdotes) } },
    },
    async (request) => succeed(found(await relatedTo(db, principalOf(request).account, request.query, clock()))),
  );

  app.get(
    '/api/anecdotes/samples',
    { config: reading, schema: { querystring: NoParameters, response: { 200: success(SamplesView) } } },
    async (request) => succeed(await samplesOf(db, principalOf(request).account, clock())),
  );

  app.get(
    '/api/anecdotes/search',
    { config: searching, schema: { querystring: SearchParameters, response: { 200: SearchPage } } },
    (request) => search(db, keyset, principalOf(request).account, request.query),
  );

  app.get(
    '/api/anecdotes/search/autocomplete',
    {
      config: searching,
      schema: { querystring: AutocompleteParameters, response: { 200: success(z.array(z.string())) } },
    },
    async (request) => succeed(await autocomplete(db, principalOf(request).account, request.query)),
  );

  app.get(
    '/api/anecdotes/:id',
    { config: reading, schema: { querystring: NoParameters, response: { 200: success(AnecdoteView) } } },
    async (request, reply) => {
      const anecdote = found(await findAnecdote(db, principalOf(request).account, anecdoteIdOf(request.params)));
      return reply.header('etag', `"${anecdote.revision}"`).send(succeed(anecdote));
    },
  );

  app.get(
    '/api/anecdotes/:id/timeline',
    { config: reading, schema: { querystring: NoParameters, response: { 200: success(TimelineView) } } },
    async (request) => succeed(found(await timelineOf(db, principalOf(request).account, anecdoteIdOf(request.params)))),
  );

  app.get(
    '/api/anecdotes/:id/connections',
    {
      config: reading,
      schema: { querystring: ConnectionsParameters, response: { 200: success(ConnectionsView) } },
    },
    async (request) =>
      succeed(
        found(await connectionsOf(db, principalOf(request).account, anecdoteIdOf(request.params), request.query)),
      ),
  );

  app.get(
    '/api/connections',
    { config: reading, schema: { querystring: GraphParameters, response: { 200: success(JournalGraph) } } },
    async (request) => succeed(await graphOf(db, principalOf(request).account, request.query)),
  );

  app.get(
    '/api/anecdotes/:id/reactions',
    { config: reading, schema: { querystring: NoParameters, response: { 200: success(ReactionsView) } } },
    async (request) => {
      const anecdote = found(await findAnecdote(db, principalOf(request).account, anecdoteIdOf(request.params)));
      const { reaction_count: count, user_reacted } = anecdote;
      return succeed({ reaction_type: 'same_here' as const, count, user_reacted });
    },
  );
}

/** The questions about tags and figures, and about this installation. */
export function journalRoutes(
  app: HttpServer,
  {
    db,
    keyset,
    vault,
    keys,
    clock,
    configuration,
  }: RouteDependencies & Pick<AccountRouteDependencies, 'vault' | 'keys'>,
): void {
  app.get(
    '/api/tags',
    { config: reading, schema: { querystring: TagParameters, response: { 200: TagPage } } },
    (request) => findTags(db, keyset, principalOf(request).account, request.query),
  );

  app.get(
    '/api/tags/anecdotes',
    { config: reading, schema: { querystring: TaggedParameters, response: { 200: success(TaggedAnecdotes) } } },
    async (request) => succeed(await taggedAnecdotes(db, principalOf(request).account, request.query.tag)),
  );

  app.get(
    '/api/operations',
    { config: reading, schema: { querystring: NoParameters, response: { 200: success(z.array(OperationView)) } } },
    async (request) => succeed(await operationsOf(vault, keys, principalOf(request).account)),
  );

  app.get(
    '/api/tags/stats',
    { config: reading, schema: { querystring: NoParameters, response: { 200: success(TagStatistics) } } },
    async (request) => succeed(await tagStatistics(db, principalOf(request).account)),
  );

  app.get(
    '/api/statistics',
    { config: reading, schema: { querystring: NoParameters, response: { 200: success(Statistics) } } },
    async (request) => succeed(await statisticsOf(db, principalOf(request).account, clock())),
  );

  app.get(
    '/api/config',
    {
      config: { access: 'public', limit: 'read' },
      schema: { querystring: NoParameters, response: { 200: success(PublicConfiguration) } },
    },
    async () => succeed(configuration),
  );
}
