import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { textOf } from '../lib/search-params.ts';
import { keepAsOf, type PastParams, validatePast } from './past.ts';
import { signedInRoute } from './signed-in.ts';

type TagsParams = PastParams & { q: string; order: string };

export const tagsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/tags',
  validateSearch: (params: Partial<TagsParams> & SearchSchemaInput): TagsParams => ({
    q: textOf(params.q),
    order: textOf(params.order),
    ...validatePast(params),
  }),
  search: { middlewares: [stripSearchParams({ q: '', order: '' }), keepAsOf] },
  component: lazyRouteComponent(() => import('./tags-screen.tsx'), 'TagsScreen'),
});
