/* A fixed journal to search in: 1,200 anecdotes made of common words, among them some that a person would look for. */

export type CorpusAnecdote = {
  description: string;
  tags: string[];
  location: string | null;
  timestamp: string;
  coordinates: { lat: number; lng: number; address: string | null } | null;
};

const LENGTH = 1_200;
const WORDS =
  'morning train letter window garden rain summer neighbour kitchen story bridge market lantern holiday bicycle winter harbour picture mountain evening forest dinner walked reading songs'.split(
    ' ',
  );
const TAGS = ['family', 'work', 'travel', 'food', 'music', 'friends'];

/** The anecdotes that the queries look for; no others match. The character before the colon is their name. */
const findable: readonly (Partial<CorpusAnecdote> & { description: string })[] = [
  { description: 'A: The heron at the canal waited', tags: ['birds'] },
  { description: 'B: Two herons over the canal', tags: ['birds', 'canal'] },
  { description: 'C: Café au lait in the Bäckerei', tags: ['breakfast'], location: 'Zürich Wiedikon' },
  { description: 'D: Slept badly, no sleep at all' },
  { description: 'E: 京都で鷺を見た', location: '京都' },
  { description: 'F: Fixed it 😀 at last' },
  { description: 'G: The cello on tram 11', tags: ['kindness', 'cello'], location: 'Cello shop' },
  { description: 'H: A cello without a case' },
  { description: 'I: Nothing to see', tags: ['cello lesson', 'cello'] },
  { description: 'J: Nothing to hear', location: 'House of the cello' },
  { description: 'K: Große Straße, kleine Gasse' },
  { description: 'L: Istanbul and İzmir by ferry' },
  { description: 'M: Οδυσσεύς came home' },
  { description: 'N: Утром кофейня на углу' },
  { description: 'O: 100% sure about snake_case and C++' },
  { description: 'P: Making marmalade', tags: ['Two Words'] },
  { description: 'Q: The pottery class', tags: ['pottery'], timestamp: '2019-05-05T12:00:00.000Z' },
  { description: 'R: More pottery', tags: ['clay'], timestamp: '2021-02-28T23:30:00.000Z' },
  { description: 'S: Pottery fair', location: 'Lake Constance', timestamp: '2023-12-31T12:00:00.000Z' },
  { description: 'T: Signed the lease', coordinates: { lat: 47.4, lng: 8.5, address: null } },
  { description: "U: Grandmother's accordion" },
  { description: 'V: 東京の雨', tags: ['東京'] },
  { description: 'W: Der Glühwürmchen-Abend' },
  { description: 'X: O’Reilly and the half-time whistle' },
  { description: 'Y: Zeppelin over the lake', location: 'Friedrichshafen' },
  { description: 'Z: Babies everywhere', tags: ['nursery'] },
  { description: '1: Ein Reiher am Fluss' },
  { description: '2: Paid the rent', coordinates: { lat: 47.5, lng: 7.6, address: 'Bahnhofstraße 12, Basel' } },
  {
    description: '3: 昨日の夜は友達と一緒に駅前の小さな店で美味しい鰻を食べてから川沿いの道をゆっくり歩いて帰りました',
  },
  { description: '4: Half price → twice the queue' },
];

/** Each query, and the names of the anecdotes that it must find first, in this order. */
export const corpusQueries: readonly (readonly [kind: string, query: string, first: string])[] = [
  ['an exact word', 'zeppelin', 'Y'],
  ['an exact word', 'marmalade', 'P'],
  ['an exact word', 'accordion', 'U'],
  ['the weights', 'cello', 'GIHJ'],
  ['the weights', 'pottery', 'QSR'],
  ['a beginning', 'zepp', 'Y'],
  ['a beginning', 'marm', 'P'],
  ['a beginning', 'wasch', ''],
  ['an end', 'malade', 'P'],
  ['a middle', 'ottery', 'QSR'],
  ['a letter left out', 'zepelin', 'Y'],
  ['a letter put in', 'zeppellin', 'Y'],
  ['a letter changed', 'marmelade', 'P'],
  ['letters swapped', 'accrodion', 'U'],
  ['a typo beside a word', 'heron cnaal', 'BA'],
  ['a typo in Cyrillic', 'кофеня', 'N'],
  ['a typo with an accent', 'bäckeri', 'C'],
  ['no typo in a short word', 'trqm', ''],
  ['a tag', 'kindness', 'G'],
  ['a tag', 'nursery', 'Z'],
  ['a tag of two words', 'cello lesson', 'I'],
  ['a place', 'wiedikon', 'C'],
  ['a place', 'friedrichshafen', 'Y'],
  ['a place and a word', 'constance pottery', 'S'],
  ['upper case', 'ZEPPELIN', 'Y'],
  ['mixed case', 'mArMaLaDe', 'P'],
  ['no accents', 'cafe', 'C'],
  ['no accents', 'backerei', 'C'],
  ['other accents', 'çàfé', 'C'],
  ['no accents in a place', 'zurich', 'C'],
  ['ss', 'strasse', 'K'],
  ['ß', 'STRAẞE', 'K'],
  ['a dotted I', 'izmir', 'L'],
  ['a final sigma', 'ΟΔΥΣΣΕΥΣ', 'M'],
  ['no tonos', 'οδυσσευς', 'M'],
  ['Cyrillic', 'КОФЕЙНЯ', 'N'],
  ['Japanese', '鷺', 'E'],
  ['Japanese', '京都', 'E'],
  ['two words of Japanese', '雨 東京', 'V'],
  ['an emoji', '😀', 'F'],
  ['an emoji and a word', '😀 fixed', 'F'],
  ['a letter in a long text without spaces', '鰻', '3'],
  ['letters in a long text without spaces', '鰻を食べて', '3'],
  ['letters in another order', '食鰻', ''],
  ['a sign', '→', '4'],
  ['two words', 'heron canal', 'BA'],
  ['two words in the other order', 'canal herons', 'BA'],
  ['endings', 'sleeping', 'D'],
  ['endings', 'makes', 'P'],
  ['endings', 'baby', 'Z'],
  ['endings', 'grandmothers', 'U'],
  ['German endings', 'reihern', '1'],
  ['quotes', '"the canal"', 'BA'],
  ['quotes around a word', '"babies"', 'Z'],
  ['quotes around another form', '"baby"', ''],
  ['quotes around stems', '"mak marmalad"', ''],
  ['quotes', '"heron at"', 'A'],
  ['quotes that are not there', '"canal heron"', ''],
  ['quotes and a word', '"the canal" two', 'B'],
  ['an excluded word', 'canal -two', 'A'],
  ['an excluded tag', 'heron -tag:canal', 'A'],
  ['a tag as such', 'tag:canal', 'B'],
  ['a tag as such', 'tag:"two words"', 'P'],
  ['a place as such', 'place:cello', 'JG'],
  ['a place by its address', 'place:bahnhofstr', '2'],
  ['a place by words of its address', 'place:"12 basel"', ''],
  ['a place by words of its address', 'place:"12, basel"', '2'],
  ['not a place by its address', 'rent -place:basel', ''],
  ['a word of an address', 'basel', ''],
  ['before a year', 'pottery before:2021', 'Q'],
  ['after a month', 'pottery after:2021-02', 'S'],
  ['on a day', 'pottery on:2021-02-28', 'R'],
  ['with a place', 'lease has:place', 'T'],
  ['without a place', 'zeppelin -has:place', ''],
  ['linked', 'heron is:linked', 'A'],
  ['punctuation', 'c++', 'O'],
  ['wildcards', '100%', 'O'],
  ['wildcards', 'snake_case', 'O'],
  ['a hyphen', 'half-time', 'X'],
  ['an unclosed quote', '"zeppelin', 'Y'],
  ['unknown grammar', 'colour:zeppelin', ''],
];

/** The anecdotes of the corpus; those that the queries look for are spread among the others. */
export function searchCorpus(): CorpusAnecdote[] {
  const random = sequence(1);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const every = Math.floor(LENGTH / findable.length);
  return Array.from({ length: LENGTH }, (_, index) => {
    const timestamp = new Date(Date.UTC(2024, 0, 1) + index * 3_600_000).toISOString();
    const ordinary: CorpusAnecdote = {
      description: Array.from({ length: 5 + Math.floor(random() * 20) }, () => pick(WORDS)).join(' '),
      tags: [...new Set([pick(TAGS), pick(TAGS)])],
      location: random() < 0.3 ? `${pick(WORDS)} street` : null,
      timestamp,
      coordinates: null,
    };
    const found = index % every === 0 ? findable[index / every] : undefined;
    return found === undefined ? ordinary : { ...ordinary, tags: [], location: null, ...found };
  });
}

/** Mulberry32: repeatable numbers from 0 to 1. */
function sequence(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
