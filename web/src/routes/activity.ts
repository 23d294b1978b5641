import { historyKinds } from '@anecdotes/contracts';
import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router';
import type { ActivityFilter } from '../features/history/queries.ts';
import { isDay, oneOf, textOf } from '../lib/search-params.ts';
import { idOrNone } from './anecdote-id.ts';
import { signedInRoute } from './signed-in.ts';

export const activityRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/activity',
  validateSearch: ({ kind, ...others }: ActivityFilter & SearchSchemaInput): ActivityFilter => {
    const [key, operation] = [others.key, others.operation].map(idOrNone);
    const [from, until] = [others.from, others.until].map((value) =>
      isDay(textOf(value)) ? textOf(value) : undefined,
    );
    return { kind: oneOf(historyKinds, kind), key, operation, from, until };
  },
  component: lazyRouteComponent(() => import('./activity-screen.tsx'), 'ActivityScreen'),
});

export const trashRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/trash',
  component: lazyRouteComponent(() => import('./trash-screen.tsx'), 'TrashScreen'),
});
