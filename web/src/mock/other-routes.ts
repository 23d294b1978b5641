import {
  AnalyticsBatch,
  ImportPost,
  limits,
  type PastedPost,
  Problem,
  type PublicConfiguration,
  publicAddressOf,
} from '@anecdotes/contracts';
import { GUEST } from './accounts.ts';
import { change, created } from './anecdote-routes.ts';
import type { Routes } from './call.ts';
import { liveOf } from './journal.ts';
import { followChanges } from './live.ts';

/** The configuration, imports, the stream of changes and analytics. */
export const otherRoutes: Routes = {
  'get /live': followChanges,

  'get /config': () => {
    const outside = { analytics_url: null, map_tile_url: null, map_tile_attribution: null, geocoder_url: null };
    const here = { registration: 'open', production: false, local_mailbox: null } as const;
    const data: PublicConfiguration = { guest: { ...GUEST }, ...here, ...outside };
    return { data };
  },

  'post /reddit': (call) => {
    const { url, time_zone, post } = call.input(ImportPost);
    const source = publicAddressOf(url);
    const known = liveOf(call).find(({ description }) => description.endsWith(source));
    if (known !== undefined) {
      const problem = new Problem('ALREADY_IMPORTED');
      return { problem, message: problem.message, anecdoteId: known.id };
    }
    const slug = url.slug?.replace(/[_-]+/g, ' ').slice(0, limits.location);
    const unasked = {
      title: slug ?? `A post of r/${url.subreddit}`,
      text: 'The mock API cannot fetch the text of a post. Only the real service can.',
    };
    const { title, text = '', posted_at: timestamp }: PastedPost = post ?? unasked;
    const description = [title.trim(), text.trim(), source].filter(Boolean).join('\n\n');
    const fields = { description, tags: ['reddit'], time_zone, timestamp };
    const anecdote = change(call, { type: 'ImportAnecdote', fields, sourceAddress: source });
    return { ...created(anecdote), message: 'Post imported successfully', anecdoteId: anecdote.id };
  },

  // The mock service cannot read files.
  'post /import': (call) => {
    call.caller();
    throw new Problem('IMPORT_UNREADABLE');
  },

  'post /analytics': (call) => {
    call.input(AnalyticsBatch);
    return { content: null, status: 204 };
  },
};
