import { Button } from '../ui/button.tsx';
import styles from './graph-tools.module.css';
import { labelOf } from './labels.ts';
import { parentOf, type StoryGraph } from './model.ts';
import { graphStrings as strings } from './strings.ts';
import type { Editing } from './use-editing.ts';

type EditBarProps = {
  graph: StoryGraph;
  editing: Editing;
  /** The node that has the focus in the picture. */
  selected: string;
};

/** The actions on the links of the selected node, and a status line. */
export function EditBar({ graph, editing, selected }: EditBarProps) {
  const { carried, carry, refusal, unlink } = editing;
  const nameOf = (node: string) => (graph.hasNode(node) ? labelOf(graph.getNodeAttribute(node, 'label'), []).text : '');
  const isLinked = graph.hasNode(selected) && parentOf(graph, selected) !== undefined;
  return (
    <div className={`${styles.tools} row`}>
      {carried === undefined ? (
        <>
          <span className={styles.selected} dir="auto">
            {strings.selected(nameOf(selected))}
          </span>
          <Button onClick={() => carry({ node: selected, kind: 'connect' })}>{strings.connect}</Button>
          <Button onClick={() => carry({ node: selected, kind: 'insert' })}>{strings.insert}</Button>
          <Button disabled={!isLinked} onClick={() => unlink(selected)}>
            {strings.unlink}
          </Button>
        </>
      ) : (
        <Button onClick={() => carry(undefined)}>{strings.cancel}</Button>
      )}
      <p className={`${styles.status} secondary`} role="status" data-refused={refusal === undefined ? undefined : ''}>
        {refusal ?? (carried ? strings.choose[carried.kind](nameOf(carried.node)) : strings.editHelp)}
        {!refusal && !carried && <span className={styles.keys}> {strings.editKeys}</span>}
      </p>
    </div>
  );
}
