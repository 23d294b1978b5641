import type { FastifyRequest } from 'fastify';
import { apiCalls } from '../../../docs/api-calls.ts';
import { limits } from '../../limits.ts';
import { Problem } from '../../problem.ts';
import { percentDecoded } from '../percent-decoded.ts';

/** Why no route matches `request`: METHOD_NOT_ALLOWED when the API has other methods at its path, else NOT_FOUND. */
export function unknownRoute({ url }: Pick<FastifyRequest, 'url'>): Problem {
  const [path = ''] = url.split('?', 1);
  const methods = known.filter((call) => matches(call, path)).flatMap((call) => call.methods);
  if (methods.length === 0) return new Problem('NOT_FOUND');
  return new Problem('METHOD_NOT_ALLOWED', { allow: [...new Set(methods)].sort().join(', ') });
}

/** Every call of both services; each of them knows the calls of the other one too. */
const known = Object.entries(apiCalls).map(([name, { hasNoHead }]) => {
  const [method = '', path = ''] = name.split(' ');
  return {
    methods: method === 'GET' && hasNoHead !== true ? ['GET', 'HEAD'] : [method],
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '([^/]+)')}$`),
  };
});

/** True if the router accepts `path` for this call: it refuses parameters that are too long. */
function matches({ pattern }: (typeof known)[number], path: string): boolean {
  const parameters = pattern.exec(path)?.slice(1);
  return (
    parameters?.every((parameter) => (percentDecoded(parameter) ?? parameter).length <= limits.pathParameter) ?? false
  );
}
