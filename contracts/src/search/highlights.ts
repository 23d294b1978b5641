import type { SearchPage } from '../anecdote/views.ts';
import { type SearchField, searchFields } from '../parameters.ts';
import { foldText, foldWithOrigins, type Range } from './fold.ts';
import { type SearchTerm, tagsNamedBy } from './query.ts';
import type { Meanings, SearchedAnecdote } from './searched-text.ts';
import { stemOf } from './stem.ts';
import { wordsOf, wordsWithOffsets } from './words.ts';

type Highlight = SearchPage['data'][number]['highlights'][number];
type Needles = { readonly parts: readonly string[]; readonly stems: ReadonlySet<string> };

/** The limit of highlights in one text; more would help nobody. */
const MAX_RANGES = 200;

/** Where `terms` were found in the given fields, as ranges of the original text. */
export function highlightsOf(
  { description, tags, location }: SearchedAnecdote,
  terms: readonly SearchTerm[],
  fields: ReadonlySet<SearchField> = new Set(searchFields),
  meanings: Meanings = new Map(),
): Highlight[] {
  const wanted = terms.filter(({ isExcluded }) => !isExcluded);
  const words = needlesOf(wanted, ['word', 'phrase'], meanings);
  const inField = (field: SearchField) => (fields.has(field) ? words : NOTHING);
  const named = new Set(wanted.flatMap((term) => (term.kind === 'tag' ? tagsNamedBy(term.text) : [])));
  const places = needlesOf(wanted, ['place'], meanings);
  return [
    ...rangesIn(description, [inField('description')]).map((range) => ({ field: 'description' as const, ...range })),
    ...tags.flatMap((tag, index) => {
      const ranges = named.has(foldText(tag)) ? [{ start: 0, end: tag.length }] : rangesIn(tag, [inField('tags')]);
      return ranges.map((range) => ({ field: 'tags' as const, index, ...range }));
    }),
    ...rangesIn(location ?? '', [inField('location'), places]).map((range) => ({
      field: 'location' as const,
      ...range,
    })),
  ];
}

const NOTHING: Needles = { parts: [], stems: new Set() };

function needlesOf(terms: readonly SearchTerm[], kinds: readonly SearchTerm['kind'][], meanings: Meanings): Needles {
  const found = terms.flatMap((term) => (kinds.includes(term.kind) && 'text' in term ? term : []));
  const parts = found.flatMap(({ text }) => [text, ...(meanings.get(text) ?? [])]);
  const inflected = found.flatMap(({ kind, text }) => (kind === 'phrase' ? [] : [text, ...(meanings.get(text) ?? [])]));
  return { parts, stems: new Set(inflected.filter((word) => wordsOf(word)[0] === word).map(stemOf)) };
}

/** Ranges from left to right without overlaps; of two that begin together, the longer one. */
function rangesIn(text: string, needles: readonly Needles[]): Range[] {
  const [parts, stems] = [needles.flatMap((one) => one.parts), needles.map((one) => one.stems)];
  if (text === '' || parts.length === 0) return [];
  const { folded, originOf } = foldWithOrigins(text);
  const found: Range[] = parts.flatMap((part) => occurrences(folded, part));
  for (const { word, start } of wordsWithOffsets(folded)) {
    if (stems.some((some) => some.has(stemOf(word)))) found.push({ start, end: start + word.length });
  }
  const ranges: Range[] = [];
  let end = 0;
  for (const range of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (range.start < end) continue;
    ({ end } = range);
    ranges.push({ start: originOf(range.start).start, end: originOf(range.end - 1).end });
    if (ranges.length === MAX_RANGES) break;
  }
  return ranges;
}

function occurrences(text: string, part: string): Range[] {
  const ranges: Range[] = [];
  for (let start = text.indexOf(part); start !== -1; start = text.indexOf(part, start + part.length)) {
    ranges.push({ start, end: start + part.length });
    if (ranges.length === MAX_RANGES) break;
  }
  return ranges;
}
