import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Headers that belong to one connection and are not passed on (RFC 9110, 7.6.1). */
const ofConnection = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

export type Forwarding = {
  /** Where the request goes. */
  readonly target: URL;
  /** What the service is told of the caller. */
  readonly caller: { readonly address: string; readonly protocol: string; readonly id: string };
  /** Set on every answer, unless the service says otherwise. */
  readonly headers: Readonly<Record<string, string>>;
  /** Called when the service cannot be reached and nothing was answered yet. */
  onUnreachable(error: Error): void;
};

/** Passes requests on to services over kept connections, bodies and answers as streams. */
export function createForwarder() {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const streaming = new Set<ServerResponse>();

  return {
    forward(incoming: IncomingMessage, answer: ServerResponse, { target, caller, headers, onUnreachable }: Forwarding) {
      const outgoing = request(target, {
        agent,
        // As it was sent: a parser would resolve `/api/../metrics` and so lead out of the API.
        path: incoming.url,
        method: incoming.method,
        headers: {
          ...passedOn(incoming.headers),
          // Without a word on where it ends the service would take a body for another request.
          ...('transfer-encoding' in incoming.headers && { 'transfer-encoding': 'chunked' }),
          'x-forwarded-for': [incoming.headers['x-forwarded-for'], caller.address].filter(Boolean).join(', '),
          'x-forwarded-proto': caller.protocol,
          'x-request-id': caller.id,
        },
      });
      streaming.add(answer);
      answer.on('close', () => {
        streaming.delete(answer);
        outgoing.destroy();
      });
      outgoing.on('response', (response) => {
        answer.writeHead(response.statusCode ?? 502, { ...headers, ...passedOn(response.headers) });
        response.pipe(answer);
        response.on('error', () => answer.destroy());
      });
      outgoing.on('error', (error) => {
        if (answer.headersSent || answer.destroyed) answer.destroy();
        else onUnreachable(error);
      });
      incoming.on('error', () => outgoing.destroy());
      incoming.pipe(outgoing);
    },
    /** Ends what is still streaming and gives the connections back. */
    close(): void {
      for (const answer of streaming) answer.destroy();
      agent.destroy();
    },
  };
}

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...ofConnection, ...named]);
  dropped.delete('content-length');
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}
