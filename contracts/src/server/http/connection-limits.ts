import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../problem.ts';
import { createTally } from '../concurrency/tally.ts';
import { answerOnSocket } from './broken-requests.ts';
import { addressOf } from './rate-limit.ts';

/** Timeouts of a connection, in milliseconds. */
export const connectionTimeouts = {
  /** Until the headers of a request have arrived. */
  headers: 15_000,
  /** From its headers until a request with its whole body has arrived. */
  request: 30_000,
  /** The same for a file to import, while it is not slower than MIN_PROGRESS. */
  upload: 600_000,
  /** Until an answer has been read. */
  answer: 60_000,
  /** From the beginning of a shutdown until it cuts what is left; less than SHUTDOWN_DEADLINE_MS. */
  close: 8_000,
};

/** How often the timeouts are checked, in milliseconds. */
export const CHECK_MS = 1_000;

/** Connections of one address at the same time; a browser opens six. */
const MAX_PER_ADDRESS = 200;

/** Closes the connection of an answer that has not been read in time. */
export function closeSlowReader(response: ServerResponse): void {
  const timer = setTimeout(() => response.destroy(), connectionTimeouts.answer).unref();
  response.once('close', () => clearTimeout(timer));
}

/** How much of a long answer, or of a file to import, must at least be transferred in each period. */
const MIN_PROGRESS = { bytes: 128 * 1024, milliseconds: 30_000 };

/** Closes the connection of an answer, however long, when its reader is slower than MIN_PROGRESS. */
export function closeStalledReader(response: ServerResponse): void {
  let before = 0;
  const timer = setInterval(() => {
    const sent = response.socket?.bytesWritten ?? 0;
    if (response.writableNeedDrain && sent - before < MIN_PROGRESS.bytes) response.destroy();
    before = sent;
  }, MIN_PROGRESS.milliseconds).unref();
  response.once('close', () => clearInterval(timer));
}

/** True of a request with a file to import. */
export function isUpload({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && /^\/api\/import(?:\?|$)/.test(url);
}

/**
 * Refuses requests to `app` whose bodies do not arrive in time, and closes their connections. Node allows all requests
 * the same time.
 */
export function closeSlowSenders(app: FastifyInstance, allowed: typeof connectionTimeouts): void {
  // The socket separately: a request whose body was read only in part, such as by a loop that throws, loses its own.
  type Sender = { incoming: IncomingMessage; answer: ServerResponse; socket: Socket };
  type Arriving = Sender & { since: number; checkAt: number; bytes: number };
  const arriving = new Set<Arriving>();
  const next = () => performance.now() + allowed.request;
  app.server.on('request', (incoming: IncomingMessage, answer: ServerResponse) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = incoming.headers;
    if (length === '0' && coding === undefined) return;
    const { socket } = incoming;
    const sender = { incoming, answer, socket, since: performance.now(), checkAt: next(), bytes: socket.bytesRead };
    arriving.add(sender);
    // The rest of a body may still arrive after an early answer.
    answer.once('close', () => void (incoming.complete && arriving.delete(sender)));
  });
  const mayGoOn = ({ incoming, answer, socket, since, bytes }: Arriving) =>
    isUpload(incoming) &&
    !answer.writableEnded &&
    socket.bytesRead - bytes >= MIN_PROGRESS.bytes &&
    performance.now() - since < allowed.upload;
  const check = (sender: Arriving) => {
    const { incoming, answer, socket, checkAt } = sender;
    if (incoming.complete || socket.destroyed) arriving.delete(sender);
    else if (performance.now() < checkAt) return;
    else if (mayGoOn(sender)) Object.assign(sender, { checkAt: next(), bytes: socket.bytesRead });
    else {
      arriving.delete(sender);
      if (answer.headersSent) socket.destroy();
      else answerOnSocket(socket, new Problem('REQUEST_TIMEOUT'));
    }
  };
  const looking = setInterval(() => arriving.forEach(check), Math.min(CHECK_MS, allowed.request)).unref();
  app.addHook('onClose', async () => clearInterval(looking));
}

/** Closes connections of `app` whose answers are not read in time. One timer for all costs less than one for each. */
export function closeSlowReaders(app: FastifyInstance, milliseconds: number): void {
  /** The start time of each answer that is being sent, the oldest first. */
  const sending = new Map<ServerResponse, number>();
  app.addHook('onSend', (_request, reply, payload, done) => {
    sending.set(reply.raw, performance.now());
    done(null, payload);
  });
  app.addHook('onResponse', (_request, reply, done) => {
    sending.delete(reply.raw);
    done();
  });
  const looking = setInterval(
    () => {
      const latest = performance.now() - milliseconds;
      for (const [response, since] of sending) {
        if (since > latest) return;
        response.destroy();
        sending.delete(response);
      }
    },
    Math.min(CHECK_MS, milliseconds),
  ).unref();
  app.addHook('onClose', async () => clearInterval(looking));
}

/** Refuses connections beyond `most` at the same time from one address; trusted proxies may open any number. */
export function limitConnections(
  app: Pick<FastifyInstance, 'server'>,
  { trustProxy, most = MAX_PER_ADDRESS }: { trustProxy?: string | undefined; most?: number },
): void {
  const proxies = rangesOf(trustProxy);
  const open = createTally();
  app.server.on('connection', (socket) => {
    const { remoteAddress: ip } = socket;
    if (ip === undefined || proxies.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return;
    const address = addressOf({ ip });
    if (open.of(address) >= most) {
      answerOnSocket(socket, new Problem('RATE_LIMITED', { retryAfter: 5 }));
      return;
    }
    open.add(address, 1);
    socket.once('close', () => open.add(address, -1));
  });
}

/** The ranges that `TRUST_PROXY` has names for, the same as in Fastify. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function rangesOf(trustProxy = ''): BlockList {
  const ranges = new BlockList();
  const proxies = trustProxy.split(',').map((proxy) => proxy.trim());
  for (const range of proxies.flatMap((proxy) => named[proxy] ?? (proxy === '' ? [] : [proxy]))) {
    const [address = '', bits] = range.split('/');
    const [family, width] = isIPv6(address) ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
    ranges.addSubnet(address, Number(bits ?? width), family);
  }
  return ranges;
}
