import { type ChainGraph, descendsFrom, type Point, parentOf } from './model.ts';

/** Where a node is dropped: its new parent, and its new child if it is inserted between the two. */
export type DropTarget = { parent: string; child?: string };

/** A node and its new parent; null for none. */
export type LinkChange = { id: string; parent: string | null };

/** Returns the link changes of dropping `node` there, in an order in which no step creates a loop. */
export function changesOf(node: string, { parent, child }: DropTarget): LinkChange[] {
  return [{ id: node, parent }, ...(child === undefined ? [] : [{ id: child, parent: node }])];
}

/** Why `node` cannot be dropped there; undefined if it can. */
export function refusalOf(
  graph: ChainGraph,
  node: string,
  { parent, child }: DropTarget,
): 'gone' | 'loop' | 'same' | undefined {
  // One of them may have been deleted elsewhere during the drag.
  if (![node, parent, child ?? node].every((each) => graph.hasNode(each))) return 'gone';
  if (node === child || (child === undefined && parentOf(graph, node) === parent)) return 'same';
  return descendsFrom(graph, parent, node) ? 'loop' : undefined;
}

/** True if both are the same target or both are undefined. */
export function isSameTarget(one: DropTarget | undefined, other: DropTarget | undefined): boolean {
  return one?.parent === other?.parent && one?.child === other?.child;
}

/** Returns the link nearest to the point, at most `reach` away; only links whose nodes both pass `isOpen`. */
export function linkNear(
  graph: ChainGraph,
  { x, y }: Point,
  reach: number,
  isOpen: (node: string) => boolean,
): DropTarget | undefined {
  let found: DropTarget | undefined;
  let nearest = reach;
  graph.forEachEdge((_edge, _data, parent, child, from, to) => {
    const [across, up] = [to.x - from.x, to.y - from.y];
    const along = ((x - from.x) * across + (y - from.y) * up) / (across * across + up * up || 1);
    if (along < 0 || along > 1) return;
    const distance = Math.hypot(from.x + along * across - x, from.y + along * up - y);
    if (distance > nearest || !isOpen(parent) || !isOpen(child)) return;
    nearest = distance;
    found = { parent, child };
  });
  return found;
}
