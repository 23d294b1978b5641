import type { AnecdoteView } from '@anecdotes/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { track } from '../lib/analytics.ts';
import { Spinner } from '../ui/button.tsx';
import { ConnectIcon, ContinueIcon, EchoIcon, EditIcon, RemoveIcon, ThreadIcon } from '../ui/icons.tsx';
import styles from './action-bar.module.css';
import { useIsSameHereUnanswered } from './mutations.ts';
import { anecdoteStrings } from './strings.ts';
import type { AnecdoteActions } from './use-anecdote-actions.ts';

type ActionBarProps = {
  anecdote: AnecdoteView;
  linked: boolean;
  /** `onEdge` of a card or `below` it: over what is there, while it is hovered or focused, so that it needs no room. */
  place?: 'onEdge' | 'below' | undefined;
  actions: AnecdoteActions;
};

/** The row of actions: words where there is room, icons where there is not. */
export function ActionBar({ anecdote, linked, place, actions }: ActionBarProps) {
  const { id, user_reacted: reacted } = anecdote;
  const pending = useIsSameHereUnanswered(id);
  return (
    <div className={`${styles.actions} ${place ? `${styles.floating} ${styles[place]}` : ''} secondary unprinted`}>
      <Link
        to="/entry"
        search={{ link: id }}
        className={styles.action}
        {...named(anecdoteStrings.continueThis)}
        onClick={() => track('create_linked_anecdote_click')}
      >
        <Label icon={<ContinueIcon />} text={anecdoteStrings.continueThis} />
      </Link>
      <button
        type="button"
        className={styles.action}
        {...named(anecdoteStrings.connectTo)}
        aria-haspopup="dialog"
        onClick={() => actions.connect(anecdote)}
      >
        <Label icon={<ConnectIcon />} text={anecdoteStrings.connectTo} />
      </button>
      <button
        type="button"
        className={`${styles.action} ${styles.same}`}
        {...named(anecdoteStrings.sameHere)}
        aria-pressed={reacted}
        // The `disabled` attribute would make it lose the focus.
        aria-disabled={pending || undefined}
        onClick={() => actions.sameHere(anecdote)}
      >
        {pending ? (
          <>
            <Spinner />
            <span className={styles.word}>{anecdoteStrings.sameHere}</span>
          </>
        ) : (
          <Label icon={<EchoIcon />} text={anecdoteStrings.sameHere} />
        )}
      </button>
      {linked ? (
        <Link to="/timeline/$id" params={{ id }} className={styles.action} {...named(anecdoteStrings.viewTimeline)}>
          <Label icon={<ThreadIcon />} text={anecdoteStrings.viewTimeline} />
        </Link>
      ) : (
        <button
          type="button"
          className={styles.action}
          {...named(anecdoteStrings.viewTimeline)}
          title={anecdoteStrings.noTimeline}
          disabled
        >
          <Label icon={<ThreadIcon />} text={anecdoteStrings.viewTimeline} />
        </button>
      )}
      <Link to="/entry" search={{ edit: id }} className={styles.action} {...named(anecdoteStrings.edit)}>
        <Label icon={<EditIcon />} text={anecdoteStrings.edit} />
      </Link>
      <button
        type="button"
        className={styles.action}
        {...named(anecdoteStrings.remove)}
        // The second click of a double click would delete the anecdote that has moved up.
        onClick={({ detail }) => detail < 2 && actions.remove(anecdote)}
      >
        <Label icon={<RemoveIcon />} text={anecdoteStrings.remove} />
      </button>
    </div>
  );
}

/** The name of an action, which it keeps while its icon and word are not rendered. */
function named(name: string) {
  return { title: name, 'aria-label': name };
}

function Label({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.word}>{text}</span>
    </>
  );
}
