import type { FastifyRequest } from 'fastify';
import { apiCalls } from '../../../docs/api-calls.ts';
import { Problem } from '../../problem.ts';

/** Why no route answers `request`: METHOD_NOT_ALLOWED when the API has other methods at its address, else NOT_FOUND. */
export function unknownRoute({ url }: Pick<FastifyRequest, 'url'>): Problem {
  const [path = ''] = url.split('?', 1);
  const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (methods.length === 0) return new Problem('NOT_FOUND');
  // A stream has no headers of its own to ask for.
  const all = methods.includes('GET') && path !== '/api/live' ? ['HEAD', ...methods] : methods;
  return new Problem('METHOD_NOT_ALLOWED', { allow: [...new Set(all)].sort().join(', ') });
}

/** Every call of both services, whichever is asked. */
const known = Object.keys(apiCalls).map((name) => {
  const [method = '', path = ''] = name.split(' ');
  return { method, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`) };
});
