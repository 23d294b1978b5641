import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A local server in place of Reddit, which answers correctly or wrongly, as a test wants. */
export type RedditServer = {
  base: string;
  /** The address of a post, as people paste it. */
  addressOf(post: string): string;
  /** Sets the answer for `post` from now on. */
  put(post: string, answer: Answer): void;
  /** What it was asked for, in order. */
  asked: { url: string; headers: IncomingMessage['headers'] }[];
  /** The largest number of requests that were open at the same time. */
  mostAtOnce(): number;
  close(): Promise<void>;
};

/** The post that the server returns unless a test sets another answer. */
export const cello = {
  title: 'A cello on the tram',
  selftext: 'She asked if anybody minded.\n\nNobody did &amp; she played.',
  created_utc: Date.parse('2024-03-02T17:30:00Z') / 1000,
  author: 'tram_person',
  removed_by_category: null,
};

/** The site's answer for a post: its listing and that of its comments. */
export function listing(post: object): string {
  const of = (...things: object[]) => ({ kind: 'Listing', data: { children: things } });
  const comment = { kind: 't1', data: { body: 'Lovely', replies: '' } };
  return JSON.stringify([of({ kind: 't3', data: post }), of(comment)]);
}

export const json =
  (body: string, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers }).end(body);

export const html =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html><title>Blocked</title></html>');

/** Starts the server; posts without an answer of their own are `cello`. */
export async function startReddit(): Promise<RedditServer> {
  const answers = new Map<string, Answer>();
  const asked: RedditServer['asked'] = [];
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
    const post = /^\/r\/\w+\/comments\/(\w+)\.json/.exec(request.url ?? '')?.[1] ?? '';
    (answers.get(post) ?? json(listing({ ...cello, id: post })))(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    addressOf: (post) => `https://www.reddit.com/r/tram/comments/${post}/a_cello_on_the_tram/`,
    put: (post, answer) => void answers.set(post, answer),
    asked,
    mostAtOnce: () => most,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
