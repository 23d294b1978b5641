import type { Layers } from '../../graph/layers.ts';
import type { ChainGraph } from '../../graph/model.ts';
import styles from './diagram.module.css';

type DiagramLinesProps = {
  graph: ChainGraph;
  layers: Layers;
  /** The anecdote whose links are highlighted. */
  active: string | undefined;
};

/** How far the control points of a curve are from its ends, in columns: it must stay level past the label of a dot. */
const BEND = 0.8;

/** The links as curves, wider the more two anecdotes have in common. */
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
