import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const THRESHOLD_BYTES = 1_024;
/**
 * Up to this size, compressing on the main thread is faster than on another thread (20 instead of 100 µs for 6 kB), and
 * frees its buffers at once: buffers that waited for a thread made V8 run a full garbage collection every two seconds.
 */
const SYNC_MAX_BYTES = 32_768;
/** Node's compressors survive young garbage collections, and each keeps a buffer of this size until it is freed. */
const chunkSize = 4_096;
/** The fastest level of each: for JSON the next ones save too little for their time. The small window saves memory. */
const brotli = { chunkSize, params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const zip = { chunkSize, level: 1 };

/**
 * Answers that can hold a token or a key together with text that a caller chose: their compressed size would reveal
 * something about the secret (the BREACH attack).
 */
const withSecrets = /^\/api\/(?:auth|api-keys)(?:[/?]|$)/;

/** Compresses the API's answers above 1 kB for callers that accept it, except streams, files and those with secrets. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string') return done(null, payload);
    const size = Buffer.byteLength(payload);
    if (size <= THRESHOLD_BYTES) return done(null, payload);
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
    if (size <= SYNC_MAX_BYTES)
      return send(null, coding === 'br' ? brotliCompressSync(payload, brotli) : gzipSync(payload, zip));
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
