import { optionalTexts } from '../../anecdote/fields.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { parseTags, tagInput } from './tags.ts';

/**
 * What is left of `draft` after `saved`, an earlier state of it, was saved: the text that was typed after the saved one,
 * the added tags, and the fields that were changed. Undefined if the saved text itself was changed, so that nothing may
 * be removed.
 */
export function unsavedPart(draft: Draft, saved: Draft): Draft | undefined {
  const description = textAfter(draft.description, saved.description.trim());
  if (description === undefined) return undefined;
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(saved[name as keyof Draft]);
  const changed = Object.fromEntries(Object.entries(draft).filter(isChanged)) as Partial<Draft>;
  const tags = addedTags(draft.tags, saved.tags);
  const rest: Draft = { ...emptyDraft, ...changed, description, tags };
  // The fields of the full form are saved only with it.
  return {
    ...rest,
    enhanced: draft.enhanced && (rest.coordinates !== null || optionalTexts.some((name) => rest[name])),
  };
}

/** The part of `text` after `saved`, without white space at its start; undefined if it does not begin with `saved`. */
function textAfter(text: string, saved: string): string | undefined {
  const typed = text.trimStart();
  if (typed === '') return '';
  return typed.startsWith(saved) ? typed.slice(saved.length).trimStart() : undefined;
}

/** The tags in `input` that are not in `saved`. */
function addedTags(input: string, saved: string): string {
  const before = new Set(parseTags(saved));
  return tagInput(parseTags(input).filter((tag) => !before.has(tag)));
}
