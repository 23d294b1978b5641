import { useState } from 'react';
import { strings as common } from '../lib/strings.ts';
import { changesOf, type DropTarget, type LinkChange, refusalOf } from './drop-target.ts';
import { type ChainGraph, parentOf } from './model.ts';
import { graphStrings as strings } from './strings.ts';

/** A node whose new position in a chain is being chosen: its new parent, or the child before which it is inserted. */
type PendingMove = { node: string; kind: 'connect' | 'insert' };

/** The state and actions of editing links in a graph. */
export type Editing = {
  isOn: boolean;
  toggle: () => void;
  pendingMove: PendingMove | undefined;
  setPendingMove: (move: PendingMove | undefined) => void;
  /** The message why the last drop was refused, or the next one will be. */
  refusal: string | undefined;
  /** Returns whether dropping `node` there is refused, and sets `refusal`. */
  checkDrop: (node: string, target: DropTarget | undefined) => boolean;
  /** Drops `node` there, unless that is refused. */
  drop: (node: string, target: DropTarget) => void;
  /** Makes `node` the parent of the node of `pendingMove`, or inserts that node between `node` and its parent. */
  choose: (node: string) => void;
  /** Removes the link from `child` to its parent. */
  unlink: (child: string) => void;
  /** Handles a key for the node that has the focus; false if the key has no meaning. */
  press: (key: string, node: string) => boolean;
};

const refusals = { gone: strings.gone, loop: common.errors.loop, same: common.errors.alreadyLinked };

/** Edits links of `graph` through `onLink`, which gets all changes that belong together; off without it. */
export function useEditing(
  graph: ChainGraph,
  onLink: ((...changes: readonly LinkChange[]) => void) | undefined,
): Editing {
  const [isWanted, setIsWanted] = useState(false);
  const isOn = isWanted && onLink !== undefined;
  const [move, setMove] = useState<PendingMove>();
  // Its node may have been deleted elsewhere, or its last link removed.
  const pendingMove = move && graph.hasNode(move.node) ? move : undefined;
  const [refusal, setRefusal] = useState<string>();
  const setPendingMove = (next: PendingMove | undefined) => {
    setRefusal(undefined);
    setMove(next);
  };
  const checkDrop = (node: string, target: DropTarget | undefined) => {
    const reason = target && refusalOf(graph, node, target);
    setRefusal(reason && refusals[reason]);
    return reason !== undefined;
  };
  const drop = (node: string, target: DropTarget) => {
    if (checkDrop(node, target)) return;
    setMove(undefined);
    onLink?.(...changesOf(node, target));
  };
  const choose = (node: string) => {
    if (pendingMove === undefined) return;
    if (pendingMove.kind === 'connect') return drop(pendingMove.node, { parent: node });
    const parent = parentOf(graph, node);
    if (parent === undefined) setRefusal(strings.nothingBefore);
    else drop(pendingMove.node, { parent, child: node });
  };
  const unlink = (child: string) => {
    if (graph.hasNode(child) && parentOf(graph, child) !== undefined) onLink?.({ id: child, parent: null });
  };
  const press = (key: string, node: string) => {
    if (!isOn) return false;
    if (key === 'c') setPendingMove({ node, kind: 'connect' });
    else if (key === 'i') setPendingMove({ node, kind: 'insert' });
    else if (key === 'Delete') unlink(node);
    else if (key === 'Escape' && pendingMove !== undefined) setPendingMove(undefined);
    else if (key === 'Enter' && pendingMove !== undefined) choose(node);
    else return false;
    return true;
  };
  const toggle = () => {
    setPendingMove(undefined);
    setIsWanted(!isOn);
  };
  return { isOn, toggle, pendingMove, setPendingMove, refusal, checkDrop, drop, choose, unlink, press };
}
