import { beforeEach, expect, test } from 'vitest';
import { openBrowserTab, tokenOf } from '../../lib/browser-stand-in.ts';

let localData: Map<string, string>;

beforeEach(() => {
  localData = new Map([['auth_token', tokenOf('ann')]]);
  openBrowserTab({ localData });
});

const kept = () => JSON.parse(localData.get('recent_searches:ann') ?? '[]');

test('keeps the last eight searches, newest first, without duplicates', async () => {
  const { rememberSearch } = await import('./recent-searches.ts');
  for (let number = 1; number <= 9; number += 1) rememberSearch(`word ${number}`);
  rememberSearch(' word 5 ');
  expect(kept()).toEqual(['word 5', 'word 9', 'word 8', 'word 7', 'word 6', 'word 4', 'word 3', 'word 2']);
});

test('does not remember a search of a single letter', async () => {
  const { rememberSearch } = await import('./recent-searches.ts');
  rememberSearch(' a ');
  expect(localData.has('recent_searches:ann')).toBe(false);
});

test('forgets one search, or all of them', async () => {
  const { rememberSearch, forgetSearch, forgetAllSearches } = await import('./recent-searches.ts');
  rememberSearch('tram');
  rememberSearch('cello');
  forgetSearch('tram');
  expect(kept()).toEqual(['cello']);
  forgetAllSearches();
  expect(localData.has('recent_searches:ann')).toBe(false);
});
