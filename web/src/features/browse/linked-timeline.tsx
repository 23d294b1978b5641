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
import { timelineQuery } from './queries.ts';
import { useNoteCalls } from './use-note-calls.ts';

type LinkedTimelineProps = {
  id: string;
  onEdit: (anecdote: AnecdoteView) => void;
  onTag: (tag: string) => void;
};

/** One anecdote among those it is connected to, oldest first. */
export function LinkedTimeline({ id, onEdit, onTag }: LinkedTimelineProps) {
  const { data: anecdotes } = useSuspenseQuery(timelineQuery(id));
  const notes = useMemo(() => allNotes(anecdotes), [anecdotes]);
  const calls = useNoteCalls(onEdit);
  const total = anecdotes.length;
  const parent = anecdotes.find((anecdote) => anecdote.id === id)?.connected_to ?? null;
  const isCutOff = parent !== null && !anecdotes.some((anecdote) => anecdote.id === parent);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once on arrival, not when the number changes
  useEffect(() => say(strings.browse.linkedMessage(total)), [id]);
  return (
    <>
      <div className={styles.back}>
        <Link to="/dashboard" className={buttonClass('plain')} onClick={() => track('return_to_all_anecdotes')}>
          <BackIcon />
          {strings.browse.backToAll}
        </Link>
      </div>
      <h1 className={styles.title}>{strings.browse.linkedTitle}</h1>
      <p className={`${styles.count} numbers`}>{strings.browse.linkedCount(total)}</p>
      {isCutOff && <p className={styles.count}>{strings.browse.continuesDeleted}</p>}
      <NoteList name={`linked ${id}`} notes={notes} view="timeline" search="" calls={calls} onTag={onTag} />
    </>
  );
}
