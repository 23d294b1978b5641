const WORDS =
  'morning train coffee letter window garden rain summer neighbour kitchen story bridge river market lantern holiday violin bicycle winter harbour bakery picture mountain evening forest'.split(
    ' ',
  );
const TAGS = ['family', 'work', 'travel', 'food', 'music', 'friends', 'city', 'nature', 'school', 'sport'];

/** Body `index` of `POST /api/anecdotes`: about 150 characters, three tags, a place; the same for the same index. */
export function anecdoteFromPost(index) {
  const random = sequence(index + 1);
  const pick = (list) => list[Math.floor(random() * list.length)];
  return {
    description: `${Array.from({ length: 22 }, () => pick(WORDS)).join(' ')} ${index}`,
    tags: [...new Set([pick(TAGS), pick(TAGS), pick(TAGS)])],
    timestamp: new Date(Date.UTC(2020, 0, 1) + Math.floor(random() * 2_000) * 86_400_000).toISOString(),
    time_zone: 'Europe/Berlin',
    location: `${pick(WORDS)} street`,
    coordinates: { lat: 52 + random(), lng: 13 + random() },
  };
}

/** Mulberry32: repeatable numbers from 0 to 1. */
export function sequence(seed) {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
