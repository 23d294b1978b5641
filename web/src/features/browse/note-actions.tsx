import type { AnecdoteView } from '@anecdotes/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { track } from '../../lib/analytics.ts';
import { strings } from '../../lib/strings.ts';
import { Spinner } from '../../ui/button.tsx';
import { ContinueIcon, EchoIcon, EditIcon, RemoveIcon, ThreadIcon } from '../../ui/icons.tsx';
import styles from './note-actions.module.css';

/** What can be done with a note; the list owns the doing. */
export type NoteCalls = {
  sameHere: (anecdote: AnecdoteView) => void;
  pending: ReadonlySet<string>;
  edit: (anecdote: AnecdoteView) => void;
  remove: (anecdote: AnecdoteView) => void;
};

type NoteActionsProps = {
  anecdote: AnecdoteView;
  linked: boolean;
  /** Shown on the edge of a card for whoever points at it, so that the card needs no room for it. */
  onEdge: boolean;
  calls: NoteCalls;
};

/** The row of actions: words where there is room, signs where there is not. */
export function NoteActions({ anecdote, linked, onEdge, calls }: NoteActionsProps) {
  const { id, user_reacted: reacted } = anecdote;
  const pending = calls.pending.has(id);
  return (
    <div className={onEdge ? `${styles.actions} ${styles.onEdge}` : styles.actions}>
      <Link
        to="/entry"
        search={{ link: id }}
        className={styles.action}
        title={strings.browse.continueThis}
        onClick={() => track('create_linked_anecdote_click')}
      >
        <Face icon={<ContinueIcon />} text={strings.browse.continueThis} />
      </Link>
      <button
        type="button"
        className={`${styles.action} ${styles.same}`}
        title={strings.browse.sameHere}
        aria-pressed={reacted}
        // Really disabled it would lose the focus.
        aria-disabled={pending || undefined}
        onClick={() => calls.sameHere(anecdote)}
      >
        {pending ? (
          <>
            <Spinner />
            <span className={styles.word}>{strings.browse.sameHere}</span>
          </>
        ) : (
          <Face icon={<EchoIcon />} text={strings.browse.sameHere} />
        )}
      </button>
      {linked ? (
        <Link to="/timeline/$id" params={{ id }} className={styles.action} title={strings.browse.viewTimeline}>
          <Face icon={<ThreadIcon />} text={strings.browse.viewTimeline} />
        </Link>
      ) : (
        <button type="button" className={styles.action} title={strings.browse.noTimeline} disabled>
          <Face icon={<ThreadIcon />} text={strings.browse.viewTimeline} />
        </button>
      )}
      <Link to="/entry" search={{ edit: id }} className={styles.action} title={strings.browse.edit}>
        <Face icon={<EditIcon />} text={strings.browse.edit} />
      </Link>
      <button
        type="button"
        className={styles.action}
        title={strings.browse.remove}
        // The second click of a double click meets the note that has moved up.
        onClick={({ detail }) => detail < 2 && calls.remove(anecdote)}
      >
        <Face icon={<RemoveIcon />} text={strings.browse.remove} />
      </button>
    </div>
  );
}

function Face({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.word}>{text}</span>
    </>
  );
}
