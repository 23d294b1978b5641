import { Button } from '../ui/button.tsx';
import styles from './graph-tools.module.css';
import { labelOf } from './labels.ts';
import { parentOf, type StoryGraph } from './model.ts';
import { graphStrings as strings } from './strings.ts';
import type { Editing } from './use-editing.ts';

type EditBarProps = {
  graph: StoryGraph;
  editing: Editing;
  /** The node that has the focus of the picture. */
  selected: string;
};

/** What can be done with the links of the node that is selected, and what is happening. */
export function EditBar({ graph, editing, selected }: EditBarProps) {
  const { isOn, toggle, carried, carry, refusal, unlink } = editing;
  const nameOf = (node: string) => (graph.hasNode(node) ? labelOf(graph.getNodeAttribute(node, 'label'), []).text : '');
  const isLinked = graph.hasNode(selected) && parentOf(graph, selected) !== undefined;
  const status = refusal ?? (carried === undefined ? strings.editHelp : strings.choose(nameOf(carried)));
  return (
    <div className={`${styles.tools} row`}>
      <Button aria-pressed={isOn} onClick={toggle}>
        {isOn ? strings.editEnd : strings.edit}
      </Button>
      {isOn && (
        <>
          <Button onClick={() => carry(carried === undefined ? selected : undefined)}>
            {carried === undefined ? strings.connect(nameOf(selected)) : strings.cancel}
          </Button>
          <Button disabled={!isLinked} onClick={() => unlink(selected)}>
            {strings.unlink(nameOf(selected))}
          </Button>
        </>
      )}
      <p className={`${styles.status} secondary`} role="status" data-refused={refusal === undefined ? undefined : ''}>
        {isOn ? status : ''}
      </p>
    </div>
  );
}
