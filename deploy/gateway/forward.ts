import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createTally } from '@anecdotes/contracts/server/concurrency/tally';
import {
  closeSlowReader,
  closeStalledReader,
  connectionTimeouts,
  isUpload,
} from '@anecdotes/contracts/server/http/connection-limits';
import { addressOf } from '@anecdotes/contracts/server/http/rate-limit';

/** Headers that belong to one connection and are not passed on (RFC 9110, 7.6.1). */
const hopByHopHeaders = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** The content type of exports. Their time depends on their size, so only a reader that stalls is cut off. */
const ZIP = 'application/zip';
/** The content type of streams of changes, which never end by themselves. */
const EVENT_STREAM = 'text/event-stream';

/** Headers that only this gateway may set; those of the client are dropped. */
const forwardedHeader = /^(?:forwarded|x-forwarded-.*|x-real-ip)$/;

/** Requests of each kind in flight at a time; kinds have limits of their own, so that none can block the others. */
export const MAX_IN_FLIGHT = { read: 256, command: 256, live: 2_000 };
export type Kind = keyof typeof MAX_IN_FLIGHT;
/** The limits per client address, so that two or three addresses cannot use up those above. */
export const MAX_PER_ADDRESS: Readonly<Record<Kind, number>> = { read: 64, command: 64, live: 100 };

/**
 * A service that sends nothing for this long counts as unavailable. Live connections send something every 15 s; reading
 * a large file to import can take minutes.
 */
const serviceTimeouts = { usual: 60_000, upload: connectionTimeouts.upload };

export type Forwarding = {
  /** Where the request goes. */
  readonly target: URL;
  readonly kind: Kind;
  /** What the headers tell the service about the caller. */
  readonly caller: { readonly address: string; readonly protocol: string };
  /** Set on every answer, unless the service sets them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Called with the headers of the service's answer. */
  onAnswer?(headers: IncomingHttpHeaders): void;
  /** Called when a limit is reached or the service is unavailable, and nothing was answered yet. */
  onUnavailable(error?: Error): void;
};

/**
 * Forwards requests to services over keep-alive connections, and streams bodies and answers. `@fastify/reply-from` does
 * not fit: it resolves the dots of a path, refuses searches for "..", and does not forward the body of a GET. `limits`
 * are those of all requests in flight, `perAddress` those of one client address.
 */
export function createForwarder(
  limits: Readonly<Record<Kind, number>>,
  perAddress: Readonly<Record<Kind, number>>,
  timeouts = serviceTimeouts,
) {
  const agent = new Agent({ keepAlive: true, timeout: timeouts.usual });
  const inFlight: Record<Kind, Set<ServerResponse>> = { read: new Set(), command: new Set(), live: new Set() };
  const streams = new Set<ServerResponse>();
  const byAddress = createTally();

  return {
    forward(incoming: IncomingMessage, answer: ServerResponse, forwarding: Forwarding) {
      const { target, kind, caller, headers, onAnswer, onUnavailable } = forwarding;
      const counterKey = `${kind} ${addressOf({ ip: caller.address })}`;
      if (inFlight[kind].size >= limits[kind] || byAddress.of(counterKey) >= perAddress[kind]) return onUnavailable();
      const outgoing = request(target, {
        agent,
        // As it was sent: a parser would resolve `/api/../metrics`, which is outside of the API.
        path: incoming.url,
        method: incoming.method,
        headers: {
          ...endToEndHeaders(incoming.headers),
          // Without a header that says where it ends, the service would parse the body as another request.
          ...('transfer-encoding' in incoming.headers && { 'transfer-encoding': 'chunked' }),
          'x-forwarded-for': caller.address,
          'x-forwarded-proto': caller.protocol,
        },
      });
      inFlight[kind].add(answer);
      byAddress.add(counterKey, 1);
      answer.on('close', () => {
        inFlight[kind].delete(answer);
        streams.delete(answer);
        byAddress.add(counterKey, -1);
        // The rest of a body may still arrive after an early answer.
        incoming.unpipe(outgoing).resume();
        outgoing.destroy();
      });
      outgoing.on('response', (response) => {
        onAnswer?.(response.headers);
        // A client that is answered before its whole body has arrived need not send the rest. While it sends one that is
        // too large, it would find the connection broken, often before it has read the answer.
        const isTooLarge = response.statusCode === 413;
        const ending = incoming.complete || isTooLarge ? {} : { connection: 'close' };
        if (isTooLarge) answer.shouldKeepAlive = true;
        answer.writeHead(response.statusCode ?? 502, { ...headers, ...endToEndHeaders(response.headers), ...ending });
        if (response.headers['content-type']?.startsWith(EVENT_STREAM)) streams.add(answer);
        if (response.headers['content-type'] === ZIP) closeStalledReader(answer);
        else if (kind !== 'live') closeSlowReader(answer);
        response.pipe(answer);
        response.on('error', () => answer.destroy());
      });
      // On a reused connection Node would apply the keep-alive timeout of the service, which is much shorter.
      outgoing.setTimeout(isUpload(incoming) ? timeouts.upload : timeouts.usual);
      outgoing.on('timeout', () => outgoing.destroy(new Error('a service does not answer')));
      outgoing.on('error', (error) => {
        if (answer.headersSent || answer.destroyed) answer.destroy();
        else onUnavailable(error);
      });
      incoming.on('error', () => outgoing.destroy());
      incoming.pipe(outgoing);
    },
    /** Ends the streams of changes: a stop need not wait for them, because their readers connect again. */
    endStreams(): void {
      for (const answer of streams) answer.destroy();
    },
    /** Ends all answers in flight and closes the connections. */
    close(): void {
      for (const answers of Object.values(inFlight)) for (const answer of answers) answer.destroy();
      agent.destroy();
    },
  };
}

function endToEndHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...hopByHopHeaders, ...named]);
  dropped.delete('content-length');
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !dropped.has(name) && !forwardedHeader.test(name)),
  );
}
