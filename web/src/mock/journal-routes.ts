import {
  type AnecdoteView,
  AutocompleteParameters,
  ConnectionsParameters,
  CursorParameters,
  DayParameters,
  ExportParameters,
  ExportSizeParameters,
  GraphParameters,
  MapParameters,
  MemoryParameters,
  MonthParameters,
  PageParameters,
  PastParameters,
  Problem,
  RelatedParameters,
  SearchParameters,
} from '@anecdotes/contracts';
import { reactionsOf } from './anecdote-routes.ts';
import type { Call, Routes } from './call.ts';
import { connectionsOf, graphOf, timelineOf } from './chains.ts';
import { monthsOf, statisticsOf } from './figures.ts';
import { liveOf } from './journal.ts';
import { behindCursor, filtered, mapOf, page } from './lists.ts';
import { daysOfYear, memoriesOf } from './looking-back.ts';
import { relatedTo } from './related.ts';
import { autocomplete, search } from './search.ts';

/** The queries about anecdotes and statistics. Fixed paths precede those with an id. */
export const journalRoutes: Routes = {
  'get /anecdotes': (call) => page(liveOf(call), call.query(PageParameters)),
  'get /anecdotes/cursor': (call) => behindCursor(liveOf(call), call.query(CursorParameters)),
  'get /anecdotes/months': (call) => {
    const parameters = call.query(MonthParameters);
    return { data: monthsOf(filtered(liveOf(call), parameters), parameters.time_zone ?? 'UTC') };
  },
  'get /anecdotes/memories': (call) => ({ data: memoriesOf(liveOf(call), call.query(MemoryParameters), call.now) }),
  'get /anecdotes/days': (call) => ({ data: daysOfYear(liveOf(call), call.query(DayParameters), call.now) }),
  'get /anecdotes/random': (call) => {
    const found = filtered(liveOf(call), call.query(MonthParameters));
    return { data: found[Math.floor(Math.random() * found.length)] ?? null };
  },
  'get /anecdotes/map': (call) => mapOf(liveOf(call), call.query(MapParameters)),
  'get /anecdotes/related': (call) => {
    const parameters = call.query(RelatedParameters);
    const anecdotes = liveOf(call);
    const saved = anecdotes.find(({ id }) => id === parameters.of);
    if (parameters.of !== undefined && saved === undefined) throw new Problem('ANECDOTE_NOT_FOUND');
    const below = saved ? connectionsOf(anecdotes, saved, ConnectionsParameters.parse({})).children : [];
    return { data: relatedTo(anecdotes, saved, below, parameters, call.now) };
  },
  'get /anecdotes/search': (call) => search(liveOf(call), call.query(SearchParameters)),
  'get /anecdotes/search/autocomplete': (call) => {
    const { q, limit } = call.query(AutocompleteParameters);
    return { data: autocomplete(liveOf(call), q, limit) };
  },

  'get /anecdotes/:id': (call) => {
    const data = one(call);
    return { data, headers: { etag: `"${data.revision}"` } };
  },
  'get /anecdotes/:id/timeline': (call) => ({ data: timelineOf(liveOf(call), one(call)) }),
  'get /anecdotes/:id/connections': (call) => {
    const parameters = call.query(ConnectionsParameters);
    return { data: connectionsOf(liveOf(call), named(call), parameters) };
  },
  // The mock service has no log.
  'get /anecdotes/:id/proof': (call) => {
    one(call);
    throw new Problem('PROOF_NOT_FOUND');
  },
  'get /anecdotes/:id/reactions': (call) => ({ data: reactionsOf(one(call)) }),

  'get /connections': (call) => {
    const { limit, ...filter } = call.query(GraphParameters);
    const anecdotes = liveOf(call);
    return { data: graphOf(anecdotes, filtered(anecdotes, filter), limit) };
  },

  'get /export/size': (call) => {
    const found = filtered(liveOf(call), call.query(ExportSizeParameters));
    return { data: { anecdotes: found.length, bytes: JSON.stringify(found).length } };
  },
  // The mock service cannot create an archive; it returns the anecdotes as JSON.
  'get /export': (call) => {
    call.checkPasswordIsRecent();
    call.query(ExportParameters);
    return {
      content: new Blob([JSON.stringify(liveOf(call))]).stream(),
      headers: { 'content-type': 'application/zip' },
    };
  },

  'get /statistics': (call) => ({ data: statisticsOf(liveOf(call), call.now) }),
};

/** Like `named`, for calls without parameters of their own. Throws VALIDATION_FAILED, ANECDOTE_NOT_FOUND. */
function one(call: Call): AnecdoteView {
  call.query(PastParameters);
  return named(call);
}

/** The anecdote with the id in the path. Throws ANECDOTE_NOT_FOUND. */
function named(call: Call): AnecdoteView {
  const found = liveOf(call).find(({ id }) => id === call.params.id?.toLowerCase());
  if (found === undefined) throw new Problem('ANECDOTE_NOT_FOUND');
  return found;
}
