import { limits } from '@anecdotes/contracts';
import type { RelatedTo } from '../../anecdote/related.ts';
import { isShortEnough } from '../../anecdote/tag-length.ts';
import type { Draft } from './draft.ts';
import { parseTags } from './tags.ts';

/** The query for anecdotes related to `draft` at `instant` (by default now); undefined for an empty draft. */
export function relatedTo(draft: Draft, instant: Date | undefined): RelatedTo | undefined {
  const text = [...draft.description.trim()].slice(0, limits.relatedText).join('');
  const tags = parseTags(draft.tags).filter(isShortEnough).slice(0, limits.tags).join(',');
  const point = draft.enhanced && draft.coordinates;
  if (text === '' && tags === '' && !point) return undefined;
  return {
    text,
    tags,
    ...(instant && { at: instant.toISOString() }),
    ...(point && { near: `${point.lat},${point.lng}` }),
  };
}
