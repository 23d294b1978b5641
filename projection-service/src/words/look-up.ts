import { MAX_COUNTED } from '../anecdotes/count.ts';
import type { LookUp } from '../anecdotes/searched.ts';
import type { Forms } from './forms.ts';
import { UNLISTED } from './indexed.ts';
import { pairNumber, UNLISTED_PAIRS } from './pairs.ts';
import type { Shares } from './shares.ts';

const MAX_PAIRS = 2_000;
/**
 * The costs of looking up an anecdote and of reading one that was looked up; reading one in the order of time costs 1.
 */
const LOOK_UP_COST = 0.5;
const READ_COST = 1.5;

/** The forms of the parts of a term, and its text if these parts must follow each other. */
type KnownTerm = { readonly phrase: string | undefined; readonly forms: readonly Forms[] };

/**
 * What the anecdotes that have all `terms` can be looked up by; undefined if it costs less to read the newest anecdotes
 * until enough are found.
 */
export function lookUpFor(terms: readonly KnownTerm[], { total, unlisted, phrases }: Shares): LookUp | undefined {
  const words: string[][] = [];
  const pairs: number[][] = [];
  let [candidates, hits] = [total, total];
  for (const { phrase, forms } of terms) {
    const known = forms.filter((some) => some !== undefined);
    const shares = known.map(({ uses }) => Math.min(1, (uses + unlisted) / Math.max(1, total)));
    const share = shares.reduce((product, one) => product * one, 1);
    const numbers = phrase === undefined ? undefined : pairsOf(forms);
    if (numbers === undefined) words.push(...known.map((some) => [...some.words, UNLISTED]));
    else pairs.push(...numbers);
    const having = phrase === undefined ? share : (phrases.get(phrase) ?? share);
    candidates *= numbers === undefined ? share : having;
    hits *= having;
  }
  if (words.length + pairs.length === 0) return undefined;
  const inOrder = Math.min(total, (MAX_COUNTED * total) / Math.max(1, hits));
  const lookedUp = LOOK_UP_COST * candidates + READ_COST * Math.min(candidates, MAX_COUNTED);
  return lookedUp < inOrder ? { words, pairs } : undefined;
}

/** The numbers of each two consecutive words of a phrase; undefined when all of them have too many forms. */
function pairsOf(forms: readonly Forms[]): number[][] | undefined {
  const pairs: number[][] = [];
  for (const [index, first] of forms.slice(0, -1).entries()) {
    const second = forms[index + 1];
    if (first === undefined || second === undefined) continue;
    if (first.words.length * second.words.length > MAX_PAIRS) continue;
    const numbers = first.words.flatMap((word) => second.words.map((next) => pairNumber(word, next)));
    pairs.push([...new Set([...numbers, UNLISTED_PAIRS])]);
  }
  return pairs.length > 0 ? pairs : undefined;
}
