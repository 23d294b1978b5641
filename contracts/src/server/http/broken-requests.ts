import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { fail } from '../../envelope.ts';
import { Problem, type ProblemCode } from '../../problem.ts';
import { newId } from '../crypto/identifiers.ts';
import { dataHeaders } from './security-headers.ts';

const byNodeCode: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
};

/** Answers data that could not be read as a request (not HTTP, too large or too slow), and closes the connection. */
export function answerBrokenRequest({ code }: Pick<ConnectionError, 'code'>, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  answerOnSocket(socket, new Problem(byNodeCode[code] ?? 'MALFORMED_REQUEST'));
}

/** Answers `problem` on a connection that has no request yet, and closes it. */
export function answerOnSocket(socket: Socket, problem: Problem): void {
  const { retryAfter } = problem.details;
  const body = JSON.stringify(fail(problem, newId()));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(dataHeaders).map(([name, value]) => `${name}: ${value}`),
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
