import { foldText, type SearchField, type SearchPage } from '@anecdotes/contracts';

export type Highlight = SearchPage['data'][number]['highlights'][number];

type Texts = { readonly description: string; readonly tags: readonly string[]; readonly location: string | null };

/** Where one of the folded `terms` occurs in the given fields, as ranges of the text as it was written. */
export function highlightsOf(texts: Texts, terms: readonly string[], fields: ReadonlySet<SearchField>): Highlight[] {
  const found: Highlight[] = [];
  if (fields.has('description')) {
    for (const range of rangesIn(texts.description, terms)) found.push({ field: 'description', ...range });
  }
  if (fields.has('tags')) {
    texts.tags.forEach((tag, index) => {
      for (const range of rangesIn(tag, terms)) found.push({ field: 'tags', index, ...range });
    });
  }
  if (fields.has('location') && texts.location !== null) {
    for (const range of rangesIn(texts.location, terms)) found.push({ field: 'location', ...range });
  }
  return found;
}

/** Occurrences that do not overlap, from left to right. Folding can change lengths, so places are mapped back. */
function rangesIn(text: string, terms: readonly string[]): { start: number; end: number }[] {
  const { folded, originOf } = foldKeepingPlaces(text);
  const ranges: { start: number; end: number }[] = [];
  for (let from = 0; ; ) {
    let start = -1;
    let length = 0;
    for (const term of terms) {
      const at = folded.indexOf(term, from);
      if (at !== -1 && (start === -1 || at < start)) [start, length] = [at, term.length];
    }
    if (start === -1) return ranges;
    ranges.push({ start: originOf(start).start, end: originOf(start + length - 1).end });
    from = start + length;
  }
}

/** A base character with the marks that are composed with it. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;

type Origin = { start: number; end: number };

/** The folded text and, for each of its units, the piece of `text` it comes from. */
function foldKeepingPlaces(text: string): { folded: string; originOf: (unit: number) => Origin } {
  const whole = foldText(text);
  // Lower case is never shorter, so composed text that kept its length kept every place.
  if (whole.length === text.length && text.normalize('NFC') === text) {
    return { folded: whole, originOf: (unit) => ({ start: unit, end: unit + 1 }) };
  }
  let folded = '';
  const origins: Origin[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const part = foldText(cluster);
    folded += part;
    for (let unit = 0; unit < part.length; unit += 1) origins.push({ start: index, end: index + cluster.length });
  }
  return { folded, originOf: (unit) => origins[unit] ?? { start: 0, end: text.length } };
}
