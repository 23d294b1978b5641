import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { createShortages, type Shortages } from '../postgres/shortage.ts';

/**
 * Logger options under which no line can hold personal text: of a request only method and route pattern (a query may
 * be a search), of an error only its name, code and stack frames (its message may quote a value). Lines about errors
 * that come from what the database lacks are replaced by one line for all, see `shortages`.
 */
export function loggerOptions(level: string, shortages: Shortages = createShortages()): FastifyServerOptions['logger'] {
  return {
    level,
    base: null,
    hooks: {
      logMethod(args, method) {
        const { err } = (args[0] ?? {}) as { err?: unknown };
        if (!shortages.report(err, (sentence) => this.error(sentence))) method.apply(this, args);
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
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(code !== undefined && { code }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
