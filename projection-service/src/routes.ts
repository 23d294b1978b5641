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
  PastParameters,
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
import { isKnown } from './conditional.ts';
import { graphOf } from './connections/graph.ts';
import { connectionsOf } from './connections/queries.ts';
import type { Keyset } from './keyset.ts';
import { daysOfYear, memoriesOf, randomAnecdote } from './looking-back/queries.ts';
import { mapOf } from './map/queries.ts';
import { type AskingDependencies, createAsking } from './past/asking.ts';
import { relatedTo } from './related/queries.ts';
import { samplesOf } from './samples/queries.ts';
import { autocomplete, search } from './search/queries.ts';
import { statisticsOf } from './statistics/queries.ts';
import { findTags, taggedAnecdotes, tagStatistics } from './tags/queries.ts';
import { timelineOf } from './timeline/queries.ts';

/** What queries about a journal need. */
type JournalDependencies = AskingDependencies & { readonly keyset: Keyset };

const reading = { access: 'journal', scope: 'read', limit: 'read' } as const;
const searching = { ...reading, limit: 'search' } as const;
/** For routes whose answer depends only on the views, not on the time or on chance. */
const conditional = { ...reading, isConditional: true } as const;
const searchingConditionally = { ...searching, isConditional: true } as const;

/** The routes about anecdotes; each answers about the caller's own journal only. */
export function anecdoteRoutes(app: HttpServer, deps: JournalDependencies): void {
  const { db, keyset, clock } = deps;
  const ask = createAsking(deps);
  app.get(
    '/api/anecdotes',
    { config: conditional, schema: { querystring: PageParameters, response: { 200: AnecdotePage } } },
    (request, reply) =>
      ask(request, reply, ({ db, account, totals }) => listAnecdotesPage(db, account, request.query, totals)),
  );

  app.get(
    '/api/anecdotes/cursor',
    { config: conditional, schema: { querystring: CursorParameters, response: { 200: AnecdoteCursorPage } } },
    (request, reply) =>
      ask(request, reply, ({ db, account, totals }) => listAnecdotesAfter(db, keyset, account, request.query, totals)),
  );

  app.get(
    '/api/anecdotes/months',
    {
      config: conditional,
      schema: { querystring: MonthParameters, response: { 200: success(z.array(AnecdoteMonth)) } },
    },
    async (request, reply) =>
      succeed(await ask(request, reply, ({ db, account }) => monthsOfAnecdotes(db, account, request.query))),
  );

  app.get(
    '/api/anecdotes/map',
    { config: conditional, schema: { querystring: MapParameters, response: { 200: success(AnecdoteMap) } } },
    async (request, reply) =>
      succeed(await ask(request, reply, ({ db, account }) => mapOf(db, account, request.query))),
  );

  app.get(
    '/api/anecdotes/memories',
    { config: reading, schema: { querystring: MemoryParameters, response: { 200: success(MemoriesView) } } },
    async (request, reply) =>
      succeed(await ask(request, reply, ({ db, account, now }) => memoriesOf(db, account, request.query, now))),
  );

  app.get(
    '/api/anecdotes/days',
    { config: reading, schema: { querystring: DayParameters, response: { 200: success(DaysView) } } },
    async (request, reply) =>
      succeed(await ask(request, reply, ({ db, account, now }) => daysOfYear(db, account, request.query, now))),
  );

  app.get(
    '/api/anecdotes/random',
    { config: reading, schema: { querystring: MonthParameters, response: { 200: success(RandomAnecdote) } } },
    async (request, reply) =>
      succeed(await ask(request, reply, ({ db, account }) => randomAnecdote(db, account, request.query))),
  );

  app.get(
    '/api/anecdotes/related',
    {
      config: searching,
      schema: { querystring: RelatedParameters, response: { 200: success(RelatedAnecdotes) } },
    },
    async (request, reply) =>
      succeed(found(await ask(request, reply, ({ db, account, now }) => relatedTo(db, account, request.query, now)))),
  );

  app.get(
    '/api/anecdotes/samples',
    { config: reading, schema: { querystring: NoParameters, response: { 200: success(SamplesView) } } },
    async (request) => succeed(await samplesOf(db, principalOf(request).account, clock())),
  );

  app.get(
    '/api/anecdotes/search',
    { config: searchingConditionally, schema: { querystring: SearchParameters, response: { 200: SearchPage } } },
    (request, reply) => ask(request, reply, ({ db, account }) => search(db, keyset, account, request.query)),
  );

  app.get(
    '/api/anecdotes/search/autocomplete',
    {
      config: searchingConditionally,
      schema: { querystring: AutocompleteParameters, response: { 200: success(z.array(z.string())) } },
    },
    async (request, reply) =>
      succeed(await ask(request, reply, ({ db, account }) => autocomplete(db, account, request.query))),
  );

  app.get(
    '/api/anecdotes/:id',
    {
      config: reading,
      schema: { querystring: PastParameters, response: { 200: success(AnecdoteView), 304: z.undefined() } },
    },
    async (request, reply) => {
      const id = anecdoteIdOf(request.params);
      const anecdote = found(await ask(request, reply, ({ db, account }) => findAnecdote(db, account, id)));
      const tag = `"${anecdote.revision}"`;
      reply.header('etag', tag);
      return isKnown(request, tag) ? reply.code(304).send(undefined) : succeed(anecdote);
    },
  );

  app.get(
    '/api/anecdotes/:id/timeline',
    { config: conditional, schema: { querystring: PastParameters, response: { 200: success(TimelineView) } } },
    async (request, reply) => {
      const id = anecdoteIdOf(request.params);
      return succeed(found(await ask(request, reply, ({ db, account }) => timelineOf(db, account, id))));
    },
  );

  app.get(
    '/api/anecdotes/:id/connections',
    {
      config: conditional,
      schema: { querystring: ConnectionsParameters, response: { 200: success(ConnectionsView) } },
    },
    async (request, reply) => {
      const id = anecdoteIdOf(request.params);
      return succeed(
        found(await ask(request, reply, ({ db, account }) => connectionsOf(db, account, id, request.query))),
      );
    },
  );

  app.get(
    '/api/connections',
    { config: conditional, schema: { querystring: GraphParameters, response: { 200: success(JournalGraph) } } },
    async (request, reply) =>
      succeed(await ask(request, reply, ({ db, account }) => graphOf(db, account, request.query))),
  );

  app.get(
    '/api/anecdotes/:id/reactions',
    { config: conditional, schema: { querystring: PastParameters, response: { 200: success(ReactionsView) } } },
    async (request, reply) => {
      const id = anecdoteIdOf(request.params);
      const anecdote = found(await ask(request, reply, ({ db, account }) => findAnecdote(db, account, id)));
      const { reaction_count: count, user_reacted } = anecdote;
      return succeed({ reaction_type: 'same_here' as const, count, user_reacted });
    },
  );
}

/** The routes about tags and statistics. */
export function tagRoutes(app: HttpServer, deps: JournalDependencies): void {
  const { keyset } = deps;
  const ask = createAsking(deps);
  app.get(
    '/api/tags',
    { config: conditional, schema: { querystring: TagParameters, response: { 200: TagPage } } },
    (request, reply) => ask(request, reply, ({ db, account }) => findTags(db, keyset, account, request.query)),
  );

  app.get(
    '/api/tags/anecdotes',
    { config: conditional, schema: { querystring: TaggedParameters, response: { 200: success(TaggedAnecdotes) } } },
    async (request, reply) =>
      succeed(await ask(request, reply, ({ db, account }) => taggedAnecdotes(db, account, request.query.tag))),
  );

  app.get(
    '/api/tags/stats',
    { config: conditional, schema: { querystring: PastParameters, response: { 200: success(TagStatistics) } } },
    async (request, reply) => succeed(await ask(request, reply, ({ db, account }) => tagStatistics(db, account))),
  );

  app.get(
    '/api/statistics',
    { config: reading, schema: { querystring: PastParameters, response: { 200: success(Statistics) } } },
    async (request, reply) =>
      succeed(await ask(request, reply, ({ db, account, now }) => statisticsOf(db, account, now))),
  );
}

/** The routes about operations and about this installation. */
export function otherRoutes(
  app: HttpServer,
  {
    vault,
    keys,
    configuration,
  }: Pick<AccountRouteDependencies, 'vault' | 'keys'> & { configuration: PublicConfiguration },
): void {
  app.get(
    '/api/operations',
    { config: reading, schema: { querystring: NoParameters, response: { 200: success(z.array(OperationView)) } } },
    async (request) => succeed(await operationsOf(vault, keys, principalOf(request).account)),
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
