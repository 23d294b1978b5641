import { normaliseTag } from '../normalise-tag.ts';
import { type Days, daysAfter, daysBefore, daysOf } from './days.ts';
import { foldText } from './fold.ts';

/*
 * What a person types into a search, in the one grammar that the services, the mock and the web app share:
 *
 *   word             anywhere in the description, a tag or the place, in any order, and in its other forms
 *   "exact words"    exactly these words, except for case and accents
 *   tag:x            with the tag x or #x; tag:"two words"
 *   place:x          with x in the text of the place or its address; place:"two words"
 *   before:2026-01   before that year, month or day (2026, 2026-01, 2026-01-05)
 *   after:2026-01    after the end of that year, month or day
 *   on:2026-01       in that year, month or day
 *   has:place        with a text of the place or a point on the map
 *   is:linked        connected to another anecdote, on either side
 *
 * A minus in front excludes: -word, -"exact words", -tag:x. Between quotes, \" is a quote: tag:"5\" nails". Anything
 * else is taken as plain words.
 */

type Condition =
  | { readonly kind: 'word' | 'phrase' | 'tag' | 'place'; readonly text: string }
  | ({ readonly kind: 'period' } & Days)
  | { readonly kind: 'has-place' | 'is-linked' };

/** One condition of a query, negated by `isExcluded`; texts are folded. */
export type SearchTerm = Condition & { readonly isExcluded: boolean };

/** A hit must meet all of these terms. */
export type SearchQuery = readonly SearchTerm[];

/** Terms beyond this number are ignored. */
const MAX_TERMS = 20;

/** Quotes with the backslash before them, if there is one. */
const QUOTES = /\\?["“”„‟«»＂]/g;
/** A backslash before the last quote of a query escapes nothing, so that this quote is still the end. */
const TOKEN = /(-?)(?:(tag|place|before|after|on|has|is):)?(?:"((?:\\"|[^"])*)"|(\S+))/giu;
/** Punctuation around a word, which people rarely search for; a `#` at the end is kept, as in `C#`. */
const AROUND_WORD = /^[.,;:!?…'’‘"()[\]{}<>¿¡#–—-]+|[.,;:!?…'’‘"()[\]{}<>–—-]+$/g;
const PUNCTUATION = /^\p{P}+$/u;

/** The terms of `text`; none when it is blank. Every text is a valid query. */
export function parseSearch(text: string): SearchQuery {
  const terms: SearchTerm[] = [];
  const plain = text.replace(QUOTES, (quote) => (quote[1] ? quote : '"'));
  for (const [token, minus = '', key, quoted, unquoted = ''] of plain.matchAll(TOKEN)) {
    const condition =
      key === undefined && quoted !== undefined
        ? textTerm('phrase', quoted)
        : (operatorTerm(key?.toLowerCase(), quoted ?? unquoted) ?? wordTerm(token.slice(minus.length)));
    const term = condition && { ...condition, isExcluded: minus !== '' };
    if (term !== undefined && !terms.some((other) => isSame(other, term))) terms.push(term);
    if (terms.length === MAX_TERMS) break;
  }
  const whole = compact(text);
  return terms.length > 0 || whole === '' ? terms : [{ kind: 'word', text: whole, isExcluded: false }];
}

/** True for equal terms, of which a query keeps one. */
function isSame(one: SearchTerm, other: SearchTerm): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function operatorTerm(key: string | undefined, value: string): Condition | undefined {
  switch (key) {
    case 'tag':
      return textTerm('tag', normaliseTag(value.replace(/^#/, '')));
    case 'place':
      return textTerm('place', value);
    case 'before':
      return periodTerm(daysBefore(value));
    case 'after':
      return periodTerm(daysAfter(value));
    case 'on':
      return periodTerm(daysOf(value));
    case 'has':
      return value.toLowerCase() === 'place' ? { kind: 'has-place' } : undefined;
    case 'is':
      return value.toLowerCase() === 'linked' ? { kind: 'is-linked' } : undefined;
    default:
      return undefined;
  }
}

/** The tags that the text of a tag term finds: many people write a `#` before a tag, and it may be stored with it. */
export function tagsNamedBy(text: string): string[] {
  return [text, `#${text}`];
}

function textTerm(kind: 'phrase' | 'tag' | 'place', value: string): Condition | undefined {
  const text = compact(value.replace(QUOTES, (quote) => quote[1] ?? ''));
  return text === '' ? undefined : { kind, text };
}

function periodTerm(days: Days | undefined): Condition | undefined {
  return days && { kind: 'period', ...days };
}

/** A plain word; undefined when the token is only punctuation. */
function wordTerm(token: string): Condition | undefined {
  const text = compact(token.replace(AROUND_WORD, ''));
  return text === '' || PUNCTUATION.test(text) ? undefined : { kind: 'word', text };
}

/** Folded, without spaces around it. */
function compact(text: string): string {
  return foldText(text).trim();
}
