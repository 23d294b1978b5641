import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { operationsQuery, type TagSort, tagListQuery, tagSorts } from '../features/tags/queries.ts';
import { oneOf, textOf } from '../lib/search-params.ts';
import { signedInRoute } from './signed-in.ts';

type TagsParams = { q: string; order: TagSort };

export const tagsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/tags',
  validateSearch: (params: Partial<TagsParams> & SearchSchemaInput): TagsParams => ({
    q: textOf(params.q),
    order: oneOf(tagSorts, params.order) ?? 'count',
  }),
  search: { middlewares: [stripSearchParams({ q: '', order: 'count' })] },
  // A search is the screen's own.
  loaderDeps: ({ search: { q, order } }) => ({ order: q === '' ? order : undefined }),
  loader: ({ context: { queries }, deps: { order } }) => {
    if (order) void queries.prefetchInfiniteQuery(tagListQuery('', order));
    void queries.prefetchQuery(operationsQuery());
  },
  component: lazyRouteComponent(() => import('./tags-screen.tsx'), 'TagsScreen'),
});
