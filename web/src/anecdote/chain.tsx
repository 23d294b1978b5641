import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import styles from './chain.module.css';
import { connectionsQuery, startsWithDeleted } from './queries.ts';
import { anecdoteStrings } from './strings.ts';

const DOTS = 7;
const STEP = 18;

/**
 * The chain around an anecdote as a sparkline: one dot per anecdote, this one filled, a deleted one broken. Leads to all of
 * its connections.
 */
export function Chain({ id }: { id: string }) {
  const { data, isError } = useQuery(connectionsQuery(id));
  if (!data) return isError ? null : <span className={styles.chain} />;
  const deleted = startsWithDeleted(data) ? 1 : 0;
  const position = deleted + data.parents.length;
  const length = position + 1 + data.children.length;
  if (length === 1) return null;
  const first = Math.max(0, Math.min(position - Math.floor(DOTS / 2), length - DOTS));
  const shown = Math.min(length, DOTS);
  const dots = Array.from({ length: shown }, (_, dot) => dot);
  const width = (shown - 1) * STEP + 10;
  const name = anecdoteStrings.chain(position + 1, length);
  return (
    <Link to="/visualization/$id" params={{ id }} className={styles.chain} title={name} aria-label={name}>
      <svg width={width} height="10" viewBox={`0 0 ${width} 10`} aria-hidden="true">
        {dots.slice(1).map((dot) => (
          <path
            key={dot}
            d={`M${dot * STEP - STEP + 9.5} 5h${STEP - 9}`}
            stroke="currentColor"
            strokeWidth="1.3"
            opacity=".6"
          />
        ))}
        {dots.map((dot) => (
          <circle
            key={dot}
            className={first + dot === position ? styles.here : first + dot < deleted ? styles.gone : styles.other}
            cx={dot * STEP + 5}
            cy="5"
            r={first + dot === position ? 4 : 3.2}
          />
        ))}
      </svg>
    </Link>
  );
}
