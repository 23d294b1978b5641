import type { Layers } from '../../graph/layers.ts';
import type { StoryGraph } from '../../graph/model.ts';
import styles from './diagram.module.css';

type DiagramLinesProps = {
  graph: StoryGraph;
  layers: Layers;
  /** The anecdote whose links stand out. */
  active: string | undefined;
};

/** How far a line runs level before it bends, in columns: past the words below the dot. */
const BEND = 0.8;

/** The links, the wider the more the two have in common. */
export function DiagramLines({ graph, layers, active }: DiagramLinesProps) {
  const { cells, columns, rows } = layers;
  const middle = (node: string) => {
    const { column, row } = cells.get(node) ?? { column: 0, row: 0 };
    return [column + 0.5, row + 0.5] as const;
  };
  return (
    <svg className={styles.lines} viewBox={`0 0 ${columns} ${rows}`} preserveAspectRatio="none" aria-hidden="true">
      {graph.mapEdges((edge, { size }, from, to) => {
        const [[x, y], [right, down]] = [middle(from), middle(to)];
        return (
          <path
            key={edge}
            className={from === active || to === active ? styles.lit : undefined}
            d={`M${x} ${y}C${x + BEND} ${y} ${right - BEND} ${down} ${right} ${down}`}
            strokeWidth={size}
          />
        );
      })}
    </svg>
  );
}
