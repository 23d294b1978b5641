import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import styles from './import.module.css';
import { importStrings as strings } from './strings.ts';

/** Says that a post was imported before, with the id of its anecdote and a link to it. */
export function AlreadyImported({ message, anecdoteId }: { message: string; anecdoteId: string }) {
  return (
    <div className={styles.known} role="alert">
      <p>
        <b>{message}</b>
      </p>
      <p className={styles.knownId}>
        {strings.known} <code>{anecdoteId}</code>
      </p>
      <Link to="/entry" search={{ edit: anecdoteId }} className={buttonClass('plain')}>
        {strings.open}
      </Link>
    </div>
  );
}
