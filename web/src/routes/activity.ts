import { historyKinds } from '@anecdotes/contracts';
import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router';
import type { ActivityFilter } from '../features/history/queries.ts';
import { oneOf, textOf } from '../lib/search-params.ts';
import { signedInRoute } from './signed-in.ts';

export const activityRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/activity',
  validateSearch: ({ kind, ...others }: ActivityFilter & SearchSchemaInput): ActivityFilter => {
    const [key, operation, from, until] = [others.key, others.operation, others.from, others.until].map(
      (value) => textOf(value) || undefined,
    );
    return { kind: oneOf(historyKinds, kind), key, operation, from, until };
  },
  component: lazyRouteComponent(() => import('./activity-screen.tsx'), 'ActivityScreen'),
});

export const trashRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/trash',
  component: lazyRouteComponent(() => import('../features/history/trash.tsx'), 'Trash'),
});
