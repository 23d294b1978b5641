import { Button } from '../ui/button.tsx';
import styles from './graph-tools.module.css';
import { labelOf } from './labels.ts';
import { type ChainGraph, parentOf } from './model.ts';
import { graphStrings as strings } from './strings.ts';
import type { Editing } from './use-editing.ts';

type EditBarProps = {
  graph: ChainGraph;
  editing: Editing;
  /** The node that has the focus in the picture. */
  selected: string;
};

/** While links are edited: the actions on the links of the selected node, and a status line. */
export function EditBar({ graph, editing, selected }: EditBarProps) {
  const { isOn, pendingMove, setPendingMove, refusal, unlink } = editing;
  const nameOf = (node: string) => (graph.hasNode(node) ? labelOf(graph.getNodeAttribute(node, 'label'), []).text : '');
  const isLinked = graph.hasNode(selected) && parentOf(graph, selected) !== undefined;
  return (
    <div className={isOn ? `${styles.tools} row` : styles.off}>
      {!isOn ? null : pendingMove === undefined ? (
        <>
          <span className={styles.selected} dir="auto">
            {strings.selected(nameOf(selected))}
          </span>
          <Button onClick={() => setPendingMove({ node: selected, kind: 'connect' })}>{strings.connect}</Button>
          <Button onClick={() => setPendingMove({ node: selected, kind: 'insert' })}>{strings.insert}</Button>
          <Button disabled={!isLinked} onClick={() => unlink(selected)}>
            {strings.unlink}
          </Button>
        </>
      ) : (
        <Button onClick={() => setPendingMove(undefined)}>{strings.cancel}</Button>
      )}
      <p className={`${styles.status} secondary`} role="status" data-refused={refusal === undefined ? undefined : ''}>
        {isOn &&
          (refusal ?? (pendingMove ? strings.choose[pendingMove.kind](nameOf(pendingMove.node)) : strings.editHelp))}
        {isOn && !refusal && !pendingMove && <span className={styles.keys}> {strings.editKeys}</span>}
      </p>
    </div>
  );
}
