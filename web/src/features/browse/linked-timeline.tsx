import type { AnecdoteView } from '@anecdotes/contracts';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { ChainNav } from '../../anecdote/chain-nav.tsx';
import { anecdotesOf, stepsFrom } from '../../anecdote/chain-steps.ts';
import { chainsAmong } from '../../anecdote/chain-summary.ts';
import { connectionsQuery, timelineQuery } from '../../anecdote/queries.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { useAnecdoteActions } from '../../anecdote/use-anecdote-actions.ts';
import { track } from '../../lib/analytics.ts';
import { isMissing } from '../../lib/api.ts';
import { notify } from '../../lib/messages.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { buttonClass } from '../../ui/button.tsx';
import { BackIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { AnecdoteList } from './anecdote-list.tsx';
import styles from './browse.module.css';
import { completeList } from './complete-list.ts';
import { linkedStrings } from './linked-strings.ts';
import { PrintedList } from './printed-list.tsx';

/** The chain of every anecdote in the timeline of `id`. */
export function timelineChainQuery(id: string, anecdotes: readonly AnecdoteView[]) {
  const parent = anecdotes.find((anecdote) => anecdote.id === id)?.connected_to;
  // The connections of the parent include those of its children.
  return connectionsQuery(anecdotes.find((anecdote) => anecdote.id === parent)?.id ?? id);
}

/** The screen of one anecdote and those it is connected to, oldest first. */
export function LinkedTimeline({ id, onTag }: { id: string; onTag: (tag: string) => void }) {
  const { data, error } = useSuspenseQuery(timelineQuery(id));
  // Once it is deleted elsewhere, the others stay, as when it is deleted here.
  const isGone = isMissing(error);
  const anecdotes = useMemo(() => data.anecdotes.filter((each) => !isGone || each.id !== id), [data, isGone, id]);
  const total = data.total - data.anecdotes.length + anecdotes.length;
  const actions = useAnecdoteActions();
  const shown = anecdotes.length;
  const parent = anecdotes.find((anecdote) => anecdote.id === id)?.connected_to ?? null;
  const { data: chain } = useQuery({
    ...timelineChainQuery(id, data.anecdotes),
    placeholderData: keepPreviousData,
  });
  const chains = useMemo(() => chain && chainsAmong(anecdotesOf(chain), chain.complete), [chain]);
  const steps = stepsFrom(id, chain ? anecdotesOf(chain) : anecdotes);
  const navigate = useNavigate();
  const goTo = (other: AnecdoteView | undefined) => {
    if (other) void navigate({ to: '/timeline/$id', params: { id: other.id } });
  };
  useShortcuts({
    l: () => goTo(steps.next),
    h: () => goTo(steps.previous),
    b: () => goTo(steps.branch?.next),
  });
  const list = useMemo(() => completeList(anecdotes, chains), [anecdotes, chains]);
  const isCutOff = parent !== null && !anecdotes.some((anecdote) => anecdote.id === parent);
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once on arrival, not when the number changes
  useEffect(() => notify(linkedStrings.message(shown)), [id]);
  return (
    <>
      <div className={`${styles.back} row unprinted`}>
        <Link to="/dashboard" className={buttonClass('quiet')} onClick={() => track('return_to_all_anecdotes')}>
          <BackIcon />
          {anecdoteStrings.backToAll}
        </Link>
        <ChainNav id={id} steps={steps} to="/timeline/$id" />
      </div>
      <ScreenHeader title={linkedStrings.title}>
        <p className={`${styles.count} tabular`}>{linkedStrings.count(shown)}</p>
        {shown < total && <p className={styles.count}>{linkedStrings.cut(total)}</p>}
        {isCutOff && <p className={styles.count}>{linkedStrings.continuesDeleted}</p>}
      </ScreenHeader>
      <PrintedList total={shown} loaded={() => anecdotes} load={loadNothing} />
      <AnecdoteList name={`linked ${id}`} list={list} view="timeline" actions={actions} onTag={onTag} />
    </>
  );
}

/** All anecdotes of this timeline are loaded already. */
async function loadNothing(): Promise<boolean> {
  return true;
}
