import type { AccountId, AnecdoteId } from '@anecdotes/contracts';
import { test } from 'vitest';
import { scenario } from '../../../tests/support/scenario.ts';
import { postDecider } from './decider.ts';

const account = '0197c000-0000-7000-8000-0000000000aa' as AccountId;
const first = '0197c000-0000-7000-8000-00000000000a' as AnecdoteId;
const second = '0197c000-0000-7000-8000-00000000000b' as AnecdoteId;
const now = '2026-11-20T08:00:00.000Z';

const reserved = (anecdote: AnecdoteId) =>
  ({ type: 'RedditPostReserved', data: { owner: account, anecdote }, at: now }) as const;
const { given } = scenario(postDecider);

test('a post that nobody imported is reserved for one anecdote', () => {
  given().when({ account, anecdote: first }, { now, isNoLongerLive: false }).then(reserved(first));
});

test('a post that was imported stays reserved for its anecdote', () => {
  given(reserved(first)).when({ account, anecdote: second }, { now, isNoLongerLive: false }).thenNothing();
});

test('a post whose anecdote is gone can be imported again', () => {
  given(reserved(first)).when({ account, anecdote: second }, { now, isNoLongerLive: true }).then(reserved(second));
});
