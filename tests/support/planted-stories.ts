import { type AnecdoteContent, emptyContent } from '@anecdotes/contracts';

/** An anecdote of a made-up journal; a part of a story continues the part before it. */
export type MadeUpAnecdote = {
  readonly content: AnecdoteContent;
  /** The number of the story and of the part, undefined for an anecdote that belongs to none. */
  readonly story?: { readonly number: number; readonly part: number };
};

const DAY_MS = 86_400_000;
const YEARS = 3;
const START = Date.UTC(2023, 0, 1);
/** The places around which all anecdotes with a place are. */
const CENTRES = [
  [47.3769, 8.5417],
  [47.3702, 8.5321],
  [47.4111, 8.5441],
  [46.948, 7.4474],
  [47.5596, 7.5886],
] as const;
const SYLLABLES =
  'ba be bo da de do fa fi fo ga ge gi ka ke ko la le li lo ma me mi mo na ne no pa pe ra re ri ro'.split(' ');
const VOCABULARY = 6_000;
const TAGS = 80;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A journal of three years: `stories` of 3 to 8 parts, each a few days to three weeks after the one before, among
 * `others` that have nothing to do with each other. All words and tags are used as words are in a language: some often,
 * most rarely. The parts of a story share some of its five words, one or two tags that others have too, and every
 * second story a place. The journal is sorted by time.
 */
export function makeUpJournal(
  seed: number,
  { stories, others }: { stories: number; others: number },
): MadeUpAnecdote[] {
  const random = randomFrom(seed);
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  /** A random rank below `count`; lower ones are more likely. */
  const rank = (count: number) => Math.min(count - 1, Math.floor(count ** random()) - 1);
  const words = Array.from({ length: VOCABULARY }, (_, index) => wordOf(index, random));
  const tags = Array.from({ length: TAGS }, (_, index) => `tag-${words[40 + index * 7]}`);
  const sentence = (length: number, own: readonly string[] = []) => {
    const all = [...Array.from({ length }, () => words[rank(VOCABULARY)] ?? ''), ...own];
    for (let index = all.length - 1; index > 0; index -= 1) {
      const other = whole(0, index);
      [all[index], all[other]] = [all[other] ?? '', all[index] ?? ''];
    }
    return `${all.join(' ')}.`;
  };
  const anywhere = () => {
    const [lat, lng] = CENTRES[rank(CENTRES.length)] ?? CENTRES[0];
    return { lat: lat + (random() - 0.5) * 0.04, lng: lng + (random() - 0.5) * 0.04, address: null };
  };
  const some = <Item>(items: readonly Item[], chance: number) => items.filter(() => random() < chance);
  const contentOf = (at: number, own: Partial<AnecdoteContent>): AnecdoteContent => ({
    ...emptyContent,
    description: sentence(whole(10, 30)),
    tags: [...new Set(Array.from({ length: whole(0, 3) }, () => tags[rank(TAGS)] ?? ''))],
    timestamp: new Date(Math.floor(at)).toISOString(),
    time_zone: 'Europe/Zurich',
    coordinates: random() < 0.5 ? anywhere() : null,
    ...own,
  });

  const journal: MadeUpAnecdote[] = [];
  for (let number = 0; number < stories; number += 1) {
    const topic = Array.from({ length: 5 }, () => words[whole(200, VOCABULARY - 1)] ?? '');
    const shared = Array.from({ length: whole(1, 2) }, () => tags[whole(5, TAGS - 1)] ?? '');
    const spot = random() < 0.5 ? anywhere() : undefined;
    let at = START + random() * (YEARS * 365 - 170) * DAY_MS;
    const parts = whole(3, 8);
    for (let part = 0; part < parts; part += 1) {
      const own = some(topic, 0.6);
      const said = own.length > 0 ? own : topic.slice(0, 1);
      const near = { lat: (random() - 0.5) * 0.004, lng: (random() - 0.5) * 0.004 };
      const there = spot && { ...spot, lat: spot.lat + near.lat, lng: spot.lng + near.lng };
      const content = contentOf(at, {
        description: sentence(whole(8, 25), said),
        tags: [...new Set([...some(shared, 0.7), ...some([tags[rank(TAGS)] ?? ''], 0.5)])],
        ...(there && random() < 0.8 && { coordinates: there }),
      });
      journal.push({ content, story: { number, part } });
      at += (1 + random() * 20) * DAY_MS;
    }
  }
  for (let other = 0; other < others; other += 1) {
    journal.push({ content: contentOf(START + random() * YEARS * 365 * DAY_MS, {}) });
  }
  return journal.sort((a, b) => (a.content.timestamp < b.content.timestamp ? -1 : 1));
}

/** The word of a rank: frequent ones are short. */
function wordOf(index: number, random: () => number): string {
  const length = 1 + Math.min(4, Math.floor(Math.log10(index + 1) + 0.5)) + (random() < 0.3 ? 1 : 0);
  const syllables = Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '');
  return syllables.join('') + 'nst'[index % 3];
}
