import { useState } from 'react';
import { strings as common } from '../lib/strings.ts';
import { changesOf, type DropTarget, type LinkChange, refusalOf } from './drop-target.ts';
import { parentOf, type StoryGraph } from './model.ts';
import { graphStrings as strings } from './strings.ts';

/** A node whose new place is being chosen: its new parent, or the child before which it is inserted. */
type Carried = { node: string; kind: 'connect' | 'insert' };

/** The state and actions of editing links in a graph. */
export type Editing = {
  isOn: boolean;
  toggle: () => void;
  carried: Carried | undefined;
  carry: (carried: Carried | undefined) => void;
  /** The message why the last drop was refused, or the next one will be. */
  refusal: string | undefined;
  /** Returns whether dropping `node` there is refused, and sets `refusal`. */
  judge: (node: string, target: DropTarget | undefined) => boolean;
  /** Drops `node` there, unless that is refused. */
  drop: (node: string, target: DropTarget) => void;
  /** Makes `node` the parent of the carried node, or inserts the carried node between `node` and its parent. */
  choose: (node: string) => void;
  /** Removes the link from `child` to its parent. */
  unlink: (child: string) => void;
  /** Handles a key for the node that has the focus; false if the key has no meaning. */
  press: (key: string, node: string) => boolean;
};

/** Edits links of `graph` through `onLink`, which gets all changes that belong together. */
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
