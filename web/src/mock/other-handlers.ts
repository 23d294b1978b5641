import {
  AnalyticsBatch,
  type AnecdoteView,
  ImportPost,
  limits,
  Problem,
  type PublicConfiguration,
  publicAddressOf,
  type Success,
  succeed,
} from '@anecdotes/contracts';
import { journalOf } from './anecdote-handlers.ts';
import { made, viewOf } from './anecdote-rules.ts';
import { type Answer, type Call, failure, paths } from './call.ts';
import type { Mock } from './mock.ts';
import { GUEST } from './passwords.ts';

/** The configuration, the import of a post, and the count of uses. */
export function otherHandlers(mock: Mock) {
  const api = paths(mock);
  const configuration: PublicConfiguration = {
    ...{ guest: { ...GUEST }, production: false, local_mailbox: null, analytics_url: null },
  };
  return [
    api.get('/config', () => ({ envelope: succeed(configuration) })),

    api.post('/reddit', (call) => {
      const { url, time_zone, post } = call.input(ImportPost);
      const source = publicAddressOf(url);
      const journal = journalOf(call);
      const known = journal.all().find(({ description, deleted_at }) => !deleted_at && description.endsWith(source));
      if (known !== undefined) return alreadyImported(known.id, call);
      const title = url.slug?.replace(/[_-]+/g, ' ').slice(0, limits.location) ?? `A post of r/${url.subreddit}`;
      const parts = post
        ? [post.title.trim(), post.text?.trim() ?? '', source]
        : [title, 'Only the real service asks the site for the text.', source];
      const fields = {
        description: parts.filter((part) => part !== '').join('\n\n'),
        tags: ['reddit'],
        ...(time_zone !== undefined && { time_zone }),
        ...(post?.posted_at !== undefined && { timestamp: post.posted_at }),
      };
      // Of the two events of an import the second says where it comes from.
      const anecdote = { ...made(journal.all(), fields, call.now), revision: 1 };
      journal.replace([...journal.all(), anecdote]);
      const told: Success<AnecdoteView> = succeed(viewOf(anecdote), call.now);
      const envelope = { ...told, message: 'Post imported successfully', anecdoteId: anecdote.id };
      return { envelope, status: 201, headers: { location: `/api/anecdotes/${anecdote.id}`, etag: '"1"' } };
    }),

    api.post('/analytics', (call) => {
      call.input(AnalyticsBatch);
      return {};
    }),
  ];
}

function alreadyImported(anecdoteId: string, { now }: Call): Answer {
  const problem = new Problem('ALREADY_IMPORTED');
  return { envelope: { ...failure(problem, now), message: problem.message, anecdoteId } };
}
