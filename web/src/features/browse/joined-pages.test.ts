import type { AnecdotePage } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { anecdote } from '../../../../tests/support/anecdote-view.ts';
import { openBrowserTab } from '../../lib/browser-stand-in.ts';
import type { JoinedPages } from './joined-pages.ts';

openBrowserTab();
const { joinPages } = await import('./joined-pages.ts');

const chain = { before: 1, after: 0, branches: 0, shape: '0' };
const before = Array.from({ length: 120 }, (_, index) => `${index}`);

/** Page `number` of a list of the anecdotes `ids`. */
function pageOf(ids: readonly string[], number: number) {
  const data = ids.slice(number * 50, number * 50 + 50).map((id) => anecdote(id));
  return { page: { data, chains: data.map(() => chain) } as AnecdotePage, isOld: false };
}

function joinedFrom(ids: readonly string[]): JoinedPages {
  const pages = [pageOf(ids, 0), pageOf(ids, 1)];
  return { pages, entries: joinPages({ pages: [], entries: [] }, 0, pages) };
}

function idsIn(entries: JoinedPages['entries']): string[] {
  return Array.from(entries).flatMap((entry) => entry?.[0].id ?? []);
}

for (const [change, after] of Object.entries({
  'one was written at the top': ['new', ...before],
  'one was written where the pages meet': before.toSpliced(50, 0, 'new'),
  'the first one was deleted': before.slice(1),
  'the last one of the first page was deleted': before.toSpliced(49, 1),
  'the first one of the second page was deleted': before.toSpliced(50, 1),
  'one from far below was moved to the beginning of the second page': before.toSpliced(90, 1).toSpliced(50, 0, '90'),
  'one from far above was moved to the end of the first page': before.toSpliced(50, 0, '5').toSpliced(5, 1),
})) {
  for (const read of [0, 1]) {
    test(`no anecdote is missing or shown twice when ${change} and only page ${read + 1} was read again`, () => {
      const old = joinedFrom(before);
      const pages = old.pages.map(({ page }, number) =>
        number === read ? pageOf(after, number) : { page, isOld: true },
      );
      const joined = joinPages(old, 0, pages);
      const ids = idsIn(joined);
      expect(ids).toEqual([...new Set(ids)]);
      expect(ids).toEqual(expect.arrayContaining(after.slice(1, 99).filter((id) => id !== 'new')));
    });
  }
}

test('pages that are not being read again show their own anecdotes and chains', () => {
  const after = before.toSpliced(10, 20);
  const joined = joinPages(joinedFrom(before), 0, [pageOf(after, 0), pageOf(after, 1)]);
  expect(idsIn(joined)).toEqual(after);
  expect(joined[99]).toEqual([anecdote('119'), chain]);
});

test('the anecdotes of a page have their index also while the pages before it are not loaded', () => {
  const joined = joinPages({ pages: [], entries: [] }, 1, [{ page: undefined, isOld: true }, pageOf(before, 2)]);
  expect(joined[50]).toBeUndefined();
  expect(joined[100]?.[0].id).toBe('100');
});

test('the first page of a list can be read again after its anecdote 200,000 was shown', () => {
  const { page } = pageOf(before, 0);
  const entries = [...joinPages({ pages: [], entries: [] }, 0, [{ page, isOld: false }]), ...new Array(200_000)];
  const joined = joinPages({ pages: [{ page, isOld: false }], entries }, 0, [{ page, isOld: true }]);
  expect(joined[0]?.[0].id).toBe('0');
});
