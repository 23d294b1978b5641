import { expect, test } from 'vitest';
import { expiryOf, isExpired, issueTimeOf, subjectOf } from './token.ts';

const START = Date.parse('2026-11-20T08:00:00Z');
const MINUTE = 60_000;

function tokenFor(minutes: number): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '');
  return `${part({})}.${part({ sub: 'mara', iat: START / 1000, exp: (START + minutes * MINUTE) / 1000 })}.signature`;
}

function isSpentAfter(lifetime: number, minutes: number): boolean {
  return isExpired(tokenFor(lifetime), new Date(START + minutes * MINUTE));
}

test('a token counts as expired from 5 minutes before its expiry', () => {
  expect(isSpentAfter(720, 714.9)).toBe(false);
  expect(isSpentAfter(720, 715)).toBe(true);
});

test('a token with a lifetime of 4 minutes can be used until its last quarter', () => {
  expect(isSpentAfter(4, 0)).toBe(false);
  expect(isSpentAfter(4, 3)).toBe(true);
});

test('the account, the time of issue and the expiry are read from a token', () => {
  expect(subjectOf(tokenFor(720))).toBe('mara');
  expect(issueTimeOf(tokenFor(720))).toEqual(new Date(START));
  expect(expiryOf(tokenFor(720))).toEqual(new Date('2026-11-20T20:00:00Z'));
});

test('a text that is not a JWT has no account and no expiry, and never counts as expired', () => {
  for (const text of ['', 'anec_1234', 'a.b.c', `a.${btoa('null')}.c`]) {
    expect(subjectOf(text)).toBeUndefined();
    expect(expiryOf(text)).toBeUndefined();
    expect(isExpired(text, new Date())).toBe(false);
  }
});
