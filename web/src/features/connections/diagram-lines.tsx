import { linkValue } from '@anecdotes/contracts';
import styles from './diagram.module.css';
import type { Line } from './layout.ts';

type DiagramLinesProps = {
  lines: readonly Line[];
  columns: number;
  rows: number;
  /** The anecdote whose links stand out. */
  active: string | undefined;
};

/** How far a line runs level before it bends, in columns: past the words below the dot. */
const BEND = 0.8;

/** The links, the wider the more the two have in common. */
export function DiagramLines({ lines, columns, rows, active }: DiagramLinesProps) {
  return (
    <svg className={styles.lines} viewBox={`0 0 ${columns} ${rows}`} preserveAspectRatio="none" aria-hidden="true">
      {lines.map(({ from, to }) => {
        const [x, y] = [from.column + 0.5, from.row + 0.5];
        const [right, down] = [to.column + 0.5, to.row + 0.5];
        const isLit = from.anecdote.id === active || to.anecdote.id === active;
        return (
          <path
            key={to.anecdote.id + from.anecdote.id}
            className={isLit ? styles.lit : undefined}
            d={`M${x} ${y}C${x + BEND} ${y} ${right - BEND} ${down} ${right} ${down}`}
            strokeWidth={linkValue(from.anecdote, to.anecdote) / 20}
          />
        );
      })}
    </svg>
  );
}
