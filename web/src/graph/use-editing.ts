import { useState } from 'react';
import { strings as common } from '../lib/strings.ts';
import { changesOf, type DropTarget, type LinkChange, refusalOf } from './drop-target.ts';
import { parentOf, type StoryGraph } from './model.ts';
import { graphStrings as strings } from './strings.ts';

/** A node whose place is being chosen: what it is to continue, or what is to continue it from then on. */
type Carried = { node: string; kind: 'connect' | 'insert' };

/** How links are changed in a picture. */
export type Editing = {
  isOn: boolean;
  toggle: () => void;
  carried: Carried | undefined;
  carry: (carried: Carried | undefined) => void;
  /** Why the last or the next drop is refused. */
  refusal: string | undefined;
  /** Tells whether letting `node` go there is refused, and says why. */
  judge: (node: string, target: DropTarget | undefined) => boolean;
  /** Lets `node` go there, unless that is refused. */
  drop: (node: string, target: DropTarget) => void;
  /** Lets the carried node continue `node`, or go between it and what it continues. */
  choose: (node: string) => void;
  /** Ends what `child` continues. */
  unlink: (child: string) => void;
  /** Does what a key means for the node that has the focus; false when it means nothing. */
  press: (key: string, node: string) => boolean;
};

/** Changes links of `graph` through `onLink`, which gets what has to be changed together. */
export function useEditing(graph: StoryGraph, onLink: (...changes: readonly LinkChange[]) => void): Editing {
  const [isOn, setIsOn] = useState(false);
  const [carried, setCarried] = useState<Carried>();
  const [refusal, setRefusal] = useState<string>();
  const carry = (next: Carried | undefined) => {
    setRefusal(undefined);
    setCarried(next);
  };
  const judge = (node: string, target: DropTarget | undefined) => {
    const reason = target && refusalOf(graph, node, target);
    setRefusal(reason && { loop: common.errors.loop, same: common.errors.alreadyLinked }[reason]);
    return reason !== undefined;
  };
  const drop = (node: string, target: DropTarget) => {
    if (judge(node, target)) return;
    setCarried(undefined);
    onLink(...changesOf(node, target));
  };
  const choose = (node: string) => {
    if (carried === undefined) return;
    if (carried.kind === 'connect') return drop(carried.node, { parent: node });
    const parent = parentOf(graph, node);
    if (parent === undefined) setRefusal(strings.nothingBefore);
    else drop(carried.node, { parent, child: node });
  };
  const unlink = (child: string) => {
    if (graph.hasNode(child) && parentOf(graph, child) !== undefined) onLink({ id: child, parent: null });
  };
  const press = (key: string, node: string) => {
    if (!isOn) return false;
    if (key === 'c') carry({ node, kind: 'connect' });
    else if (key === 'i') carry({ node, kind: 'insert' });
    else if (key === 'Delete') unlink(node);
    else if (key === 'Escape' && carried !== undefined) carry(undefined);
    else if (key === 'Enter' && carried !== undefined) choose(node);
    else return false;
    return true;
  };
  const toggle = () => {
    carry(undefined);
    setIsOn(!isOn);
  };
  return { isOn, toggle, carried, carry, refusal, judge, drop, choose, unlink, press };
}
