import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { createShortages, type Shortages } from '../postgres/shortage.ts';

/**
 * Logger options that keep personal text out of every line: a request is logged with method and route pattern only (a
 * query may be a search), an error with name, code and stack frames only (its message may quote a value). Errors that a
 * shortage of the database causes are logged together as one line, see `Shortages`.
 */
export function loggerOptions(level: string, shortages: Shortages = createShortages()): FastifyServerOptions['logger'] {
  return {
    level,
    base: null,
    // Pino's own stream ends the process with an error when the disk of a log file is full, and then repeats the write
    // for ever.
    stream: { write: (line: string) => void process.stdout.write(line) },
    hooks: {
      logMethod(args, method) {
        const { err } = (args[0] ?? {}) as { err?: unknown };
        const log = (sentence: string, isOver: boolean) => this[isOver ? 'warn' : 'error'](sentence);
        if (!shortages.report(err, log)) method.apply(this, args);
      },
    },
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url ?? 'unmatched' }),
      err: describeError,
    },
  };
}

type ErrorDescription = { type: string; message: string; stack: string; code?: string; cause?: ErrorDescription };

/** The parts of an error that cannot hold personal text. */
function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    message: '',
    stack: framesOf(error),
    ...(code !== undefined && { code }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}

/** The stack without the message before it, lines of which may look like frames; empty if the message was changed. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  if (start === -1) return '';
  return stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
