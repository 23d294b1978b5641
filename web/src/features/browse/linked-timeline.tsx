import type { AnecdoteView } from '@anecdotes/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { track } from '../../lib/analytics.ts';
import { say } from '../../lib/messages.ts';
import { strings } from '../../lib/strings.ts';
import { buttonClass } from '../../ui/button.tsx';
import { BackIcon } from '../../ui/icons.tsx';
import styles from './browse.module.css';
import { NoteList } from './note-list.tsx';
import { allNotes } from './notes.ts';
import { PrintedNotes } from './printed-notes.tsx';
import { timelineQuery } from './queries.ts';
import { useNoteCalls } from './use-note-calls.ts';

type LinkedTimelineProps = {
  id: string;
  onEdit: (anecdote: AnecdoteView) => void;
  onTag: (tag: string) => void;
};

/** One anecdote among those it is connected to, oldest first. */
export function LinkedTimeline({ id, onEdit, onTag }: LinkedTimelineProps) {
  const { anecdotes, total } = useSuspenseQuery(timelineQuery(id)).data;
  const notes = useMemo(() => allNotes(anecdotes), [anecdotes]);
  const calls = useNoteCalls(onEdit);
  const shown = anecdotes.length;
  const parent = anecdotes.find((anecdote) => anecdote.id === id)?.connected_to ?? null;
  const isCutOff = parent !== null && !anecdotes.some((anecdote) => anecdote.id === parent);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once on arrival, not when the number changes
  useEffect(() => say(strings.browse.linkedMessage(shown)), [id]);
  return (
    <>
      <div className={`${styles.back} unprinted`}>
        <Link to="/dashboard" className={buttonClass('plain')} onClick={() => track('return_to_all_anecdotes')}>
          <BackIcon />
          {strings.browse.backToAll}
        </Link>
      </div>
      <h1 className={styles.title}>{strings.browse.linkedTitle}</h1>
      <p className={`${styles.count} numbers`}>{strings.browse.linkedCount(shown)}</p>
      {shown < total && <p className={styles.count}>{strings.browse.linkedCut(total)}</p>}
      {isCutOff && <p className={styles.count}>{strings.browse.continuesDeleted}</p>}
      <PrintedNotes total={shown} loaded={() => anecdotes} load={loadNothing} />
      <NoteList name={`linked ${id}`} notes={notes} view="timeline" search="" calls={calls} onTag={onTag} />
    </>
  );
}

/** All of a timeline is there. */
async function loadNothing(): Promise<boolean> {
  return true;
}
