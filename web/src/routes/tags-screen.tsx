import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type TagSort, tagSorts } from '../features/tags/queries.ts';
import { Tags } from '../features/tags/tags.tsx';
import { isAt } from '../lib/is-at.ts';
import { oneOf } from '../lib/search-params.ts';

const route = getRouteApi('/signed-in/tags');

export function TagsScreen() {
  const { q, order } = route.useSearch();
  const navigate = route.useNavigate();
  const show = useCallback(
    (change: { q: string } | { order: TagSort }) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false }),
    [navigate],
  );
  const search = useCallback(
    (term: string) => {
      // Another screen that the person has opened meanwhile may still be loading.
      if (isAt('/tags')) show({ q: term });
    },
    [show],
  );
  return (
    <Tags
      searched={q}
      onSearch={search}
      sort={oneOf(tagSorts, order) ?? 'count'}
      onSort={(next) => show({ order: next })}
    />
  );
}
