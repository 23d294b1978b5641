import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const THRESHOLD_BYTES = 1_024;
/** The cheapest of each: what the next ones save of JSON is not worth their time. The small window saves memory. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const zip = { level: 1 };

/**
 * Answers that can hold a token or a key beside text that a caller chose: how well they compress would tell about the
 * secret (the BREACH attack).
 */
const withSecrets = /^\/api\/(?:auth|api-keys)(?:[/?]|$)/;

/** Compresses the API's answers above 1 kB for callers that take it; streams, files and answers with secrets are not. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || Buffer.byteLength(payload) <= THRESHOLD_BYTES) return done(null, payload);
    if (!request.url.startsWith('/api/') || withSecrets.test(request.url)) return done(null, payload);
    reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'];
    const coding = accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : undefined;
    if (coding === undefined) return done(null, payload);
    const send = (error: Error | null, compressed: Buffer) => {
      if (error !== null) return done(error);
      reply.header('content-encoding', coding).removeHeader('content-length');
      return done(null, compressed);
    };
    return coding === 'br' ? brotliCompress(payload, brotli, send) : gzip(payload, zip, send);
  });
}

/** True when an `Accept-Encoding` header names `coding` with a weight above 0. */
function accepts(header: string | string[] | undefined, coding: string): boolean {
  for (const entry of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = entry.toLowerCase().split(';');
    if (name.trim() === coding) return !parameters.some((parameter) => /^\s*q=0(?:\.0*)?\s*$/.test(parameter));
  }
  return false;
}
