import { diffArrays } from 'diff';

/** A part of a text that both versions have, or only the new or the old one. */
export type Stretch = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string };

/** Texts with more differences than this are returned whole, as removed and added: comparing them takes too long. */
const MOST_EDITS = 1_000;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Compares `before` with `after` word by word, also in scripts without spaces. */
export function wordDifference(before: string, after: string): Stretch[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MOST_EDITS });
  if (changes === undefined) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}

function wordsOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
