import { type IncomingMessage, request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { type PostAddress, Problem } from '@anecdotes/contracts';
import { publicLookup, type Resolve } from '@anecdotes/contracts/server/http/public-addresses';
import { type RedditPost, readPost } from './reddit-post.ts';

/** The site that posts come from. */
export type RedditSite = {
  /** Throws POST_NOT_FOUND, POST_DELETED, REDDIT_REFUSED, REDDIT_UNAVAILABLE or REDDIT_UNREADABLE. */
  post(address: PostAddress): Promise<RedditPost>;
};

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;
const REFUSALS = new Set([401, 403, 429]);

/**
 * The site at `base`. Request URLs are built here from validated parts; redirects are not followed, proxies from the
 * environment not used, and answers limited in time, size and content type. Host names of reddit.com must resolve to
 * public addresses; any other `base` is the operator's own choice.
 */
export function createRedditSite(
  base: string,
  { timeoutMs = TIMEOUT_MS, resolve }: { timeoutMs?: number; resolve?: Resolve } = {},
): RedditSite {
  const { protocol, hostname } = new URL(base);
  const request = protocol === 'https:' ? requestSecurely : requestPlainly;
  const isReddit = /(?:^|\.)reddit\.com$/.test(hostname);
  return {
    async post({ subreddit, post }) {
      const url = new URL(`/r/${subreddit}/comments/${post}.json?limit=1&depth=1`, base);
      const signal = AbortSignal.timeout(timeoutMs);
      const options = {
        agent: false,
        headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'anecdotes-journal/1.0' },
        signal,
        ...(isReddit && { lookup: publicLookup(resolve) }),
      } as const;
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request(url, options, resolve).on('error', reject).end();
      }).catch(unavailable);
      try {
        checkHead(answer);
        return readPost(await bodyOf(answer).catch(unavailable), post);
      } finally {
        answer.destroy();
      }
    },
  };
}

/** Replaces a connection error, which would show internal hosts and addresses, by REDDIT_UNAVAILABLE. */
function unavailable(error: unknown): never {
  throw error instanceof Problem ? error : new Problem('REDDIT_UNAVAILABLE');
}

function checkHead({ statusCode = 0, headers }: IncomingMessage): void {
  if (REFUSALS.has(statusCode)) throw new Problem('REDDIT_REFUSED');
  if (statusCode === 404) throw new Problem('POST_NOT_FOUND');
  if (statusCode >= 500) throw new Problem('REDDIT_UNAVAILABLE');
  const isJson = /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (statusCode !== 200 || !isJson || !isPlain) throw new Problem('REDDIT_UNREADABLE');
}

async function bodyOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Problem('REDDIT_UNREADABLE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
