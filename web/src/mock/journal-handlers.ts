import {
  type AnecdoteMonth,
  type AnecdoteView,
  AutocompleteParameters,
  type ConnectionsView,
  CursorParameters,
  MonthParameters,
  NoParameters,
  normaliseTag,
  PageParameters,
  Problem,
  type ReactionsView,
  SearchParameters,
  type Statistics,
  succeed,
  type Tag,
  TagParameters,
  type TagStatistics,
  type TimelineView,
} from '@anecdotes/contracts';
import { journalOf, reactionsOf, wanted } from './anecdote-handlers.ts';
import { viewOf } from './anecdotes.ts';
import { paths } from './call.ts';
import { connectionsOf, timelineOf } from './chains.ts';
import type { Mock } from './context.ts';
import { countedTags, monthsOf, statisticsOf, tagStatistics } from './figures.ts';
import type { Call } from './handle.ts';
import { behindCursor, filtered, page } from './lists.ts';
import { autocomplete, search } from './search.ts';

/** The questions about anecdotes, tags and figures. Fixed paths come before those with an id. */
export function journalHandlers(mock: Mock) {
  const api = paths(mock);
  return [
    api.get('/anecdotes', (call) => ({ envelope: page(live(call), call.query(PageParameters)) })),
    api.get('/anecdotes/cursor', (call) => ({ envelope: behindCursor(live(call), call.query(CursorParameters)) })),
    api.get('/anecdotes/months', (call) => {
      const parameters = call.query(MonthParameters);
      const months = monthsOf(filtered(live(call), parameters), parameters.time_zone ?? 'UTC');
      return { envelope: succeed<AnecdoteMonth[]>(months) };
    }),
    api.get('/anecdotes/search', (call) => ({ envelope: search(live(call), call.query(SearchParameters)) })),
    api.get('/anecdotes/search/autocomplete', (call) => {
      const { q, limit } = call.query(AutocompleteParameters);
      return { envelope: succeed<string[]>(autocomplete(live(call), q, limit)) };
    }),

    api.get('/anecdotes/:id', (call) => {
      const anecdote = one(call);
      return { envelope: succeed<AnecdoteView>(anecdote), headers: { etag: `"${anecdote.revision}"` } };
    }),
    api.get('/anecdotes/:id/timeline', (call) => ({
      envelope: succeed<TimelineView>(timelineOf(live(call), one(call))),
    })),
    api.get('/anecdotes/:id/connections', (call) => ({
      envelope: succeed<ConnectionsView>(connectionsOf(live(call), one(call))),
    })),
    api.get('/anecdotes/:id/reactions', (call) => ({ envelope: succeed<ReactionsView>(reactionsOf(one(call))) })),

    api.get('/tags', (call) => {
      const { search_term, limit } = call.query(TagParameters);
      const term = normaliseTag(search_term ?? '');
      const tags = countedTags(live(call)).filter(({ name }) => name.includes(term));
      return { envelope: { ...succeed<Tag[]>(tags.slice(0, limit)), totalCount: tags.length } };
    }),
    api.get('/tags/stats', (call) => ({ envelope: succeed<TagStatistics>(tagStatistics(live(call))) })),
    api.get('/statistics', (call) => ({ envelope: succeed<Statistics>(statisticsOf(live(call), call.now)) })),
  ];
}

function live(call: Call): AnecdoteView[] {
  return journalOf(call)
    .all()
    .filter(({ deleted_at }) => deleted_at === null)
    .map(viewOf);
}

function one(call: Call): AnecdoteView {
  call.query(NoParameters);
  const anecdote = wanted(call);
  if (anecdote.deleted_at !== null) throw new Problem('ANECDOTE_NOT_FOUND');
  return viewOf(anecdote);
}
