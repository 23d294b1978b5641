import type { FastifyRequest } from 'fastify';
import { apiCalls } from '../../../docs/api-calls.ts';
import { Problem } from '../../problem.ts';

/** Why no route matches `request`: METHOD_NOT_ALLOWED when the API has other methods at its path, else NOT_FOUND. */
export function unknownRoute({ url }: Pick<FastifyRequest, 'url'>): Problem {
  const [path = ''] = url.split('?', 1);
  const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (methods.length === 0) return new Problem('NOT_FOUND');
  // The stream of server-sent events does not support HEAD.
  const all = methods.includes('GET') && path !== '/api/live' ? ['HEAD', ...methods] : methods;
  return new Problem('METHOD_NOT_ALLOWED', { allow: [...new Set(all)].sort().join(', ') });
}

/** Every call of both services; each of them knows the calls of the other one too. */
const known = Object.keys(apiCalls).map((name) => {
  const [method = '', path = ''] = name.split(' ');
  return { method, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`) };
});
