import { expect, test } from 'vitest';
import { type Candidate, type ReferenceAnecdote, scoreOf, wordsToShare } from './score.ts';

const at = new Date('2026-11-20T12:00:00.000Z');
const DAY_MS = 86_400_000;
const reference: ReferenceAnecdote = {
  words: wordsToShare('The clarinet in the morning'),
  tags: ['music', 'daily'],
  at,
  spot: { lat: 0, lng: 0 },
};
const rarity = {
  tag: (name: string) => (name === 'music' ? 6 : 0.5),
  word: (word: string) => (word === 'clarinet' ? 7 : 2),
  place: (km: number) => 4 - km / 5,
  story: 5,
};

/** A candidate that happened this many days before the reference anecdote. */
function candidate(daysBefore: number, given: Partial<Candidate> = {}): Candidate {
  const time = new Date(at.getTime() - daysBefore * DAY_MS);
  return { id: 'x', at: time, tags: [], words: [], km: null, ...given };
}

const score = (...given: Parameters<typeof candidate>) => scoreOf(reference, candidate(...given), rarity).score;
const reasons = (...given: Parameters<typeof candidate>) => scoreOf(reference, candidate(...given), rarity).reasons;

test('words of four letters and more are compared, folded and each once', () => {
  expect([...wordsToShare('The CAFÉ, the café, 2026 and Ὀδυσσεύς')]).toEqual(['cafe', 'οδυσσευσ']);
});

test('reasons are ordered by weight, and what most anecdotes share is not a reason', () => {
  const shared = { tags: ['daily', 'music'], words: ['morning', 'clarinet'], km: 0.96 };
  expect(reasons(2, shared)).toEqual([
    { kind: 'words', values: ['clarinet'] },
    { kind: 'tags', values: ['music'] },
    { kind: 'place', km: 1 },
    { kind: 'time', hours: 48 },
  ]);
  expect(reasons(30, { tags: ['daily'], words: ['morning'], km: 6 })).toEqual([]);
});

test('a shared rare word scores higher than a common one, and a nearer time or place higher than a more distant one', () => {
  expect(score(3, { words: ['clarinet'] })).toBeGreaterThan(score(3, { words: ['morning'] }));
  expect(score(3, { words: ['clarinet'] })).toBeGreaterThan(score(20, { words: ['clarinet'] }));
  expect(score(3, { km: 0.1 })).toBeGreaterThan(score(3, { km: 3 }));
});

test('the weight of a shared word grows faster than its rarity', () => {
  const weigh = (rareness: number) => {
    const { score } = scoreOf(reference, candidate(3, { words: ['clarinet'] }), {
      ...rarity,
      word: () => rareness,
      story: 60,
    });
    return score;
  };
  expect(weigh(8) - weigh(7)).toBeGreaterThan(1.2);
});

test('a candidate that happened later than the anecdote it is compared with scores lower', () => {
  expect(score(3, { words: ['clarinet'] })).toBeGreaterThan(score(-3, { words: ['clarinet'] }));
});

test('a word that is also a shared tag counts once', () => {
  const tagged = { ...reference, tags: ['clarinet'] };
  const both = scoreOf(tagged, candidate(3, { tags: ['clarinet'], words: ['clarinet'] }), { ...rarity, tag: () => 6 });
  expect(both.reasons.map(({ kind }) => kind)).toEqual(['tags', 'time']);
});
