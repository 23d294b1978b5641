import {
  AnalyticsBatch,
  fail,
  ImportPost,
  limits,
  Problem,
  type PublicConfiguration,
  publicAddressOf,
  succeed,
} from '@anecdotes/contracts';
import { GUEST } from './accounts.ts';
import { change, created, journalOf } from './anecdote-handlers.ts';
import { paths } from './call.ts';
import type { Mock } from './context.ts';
import type { Answer, Call } from './handle.ts';
import { newId } from './ids.ts';

/** The configuration, the import of a post, and the count of uses. */
export function otherHandlers(mock: Mock) {
  const api = paths(mock);
  const configuration: PublicConfiguration = {
    ...{ guest: { ...GUEST }, production: false, local_mailbox: null, analytics_url: null },
    ...{ map_tile_url: null, map_tile_attribution: null, geocoder_url: null },
  };
  return [
    api.get('/config', () => ({ envelope: succeed(configuration) })),

    api.post('/reddit', (call) => {
      const { url, time_zone, post } = call.input(ImportPost);
      const source = publicAddressOf(url);
      const known = journalOf(call)
        .all()
        .find(({ description, deleted_at }) => !deleted_at && description.endsWith(source));
      if (known !== undefined) return alreadyImported(known.id, call);
      const title = url.slug?.replace(/[_-]+/g, ' ').slice(0, limits.location) ?? `A post of r/${url.subreddit}`;
      const parts = post
        ? [post.title.trim(), post.text?.trim() ?? '', source]
        : [title, 'Only the real service asks the site for the text.', source];
      const fields = {
        ...{ description: parts.filter((part) => part !== '').join('\n\n'), tags: ['reddit'] },
        ...{ time_zone, timestamp: post?.posted_at },
      };
      const anecdote = change(call, { type: 'ImportAnecdote', fields, sourceAddress: source });
      const { envelope, headers } = created(anecdote, call);
      const message = 'Post imported successfully';
      return { envelope: { ...envelope, message, anecdoteId: anecdote.id }, status: 201, headers };
    }),

    api.post('/analytics', (call) => {
      call.input(AnalyticsBatch);
      return {};
    }),
  ];
}

function alreadyImported(anecdoteId: string, { now }: Call): Answer {
  const problem = new Problem('ALREADY_IMPORTED');
  return { envelope: { ...fail(problem, newId(now), now), message: problem.message, anecdoteId } };
}
