import { descendsFrom, type Point, parentOf, type StoryGraph } from './model.ts';

/** Where a node is let go: what it continues from then on, and what continues it where it goes between the two. */
export type DropTarget = { parent: string; child?: string };

/** A node, and what it continues from now on; null for nothing. */
export type LinkChange = { id: string; parent: string | null };

/** Returns what letting `node` go there changes, in the order in which no step makes a loop. */
export function changesOf(node: string, { parent, child }: DropTarget): LinkChange[] {
  return [{ id: node, parent }, ...(child === undefined ? [] : [{ id: child, parent: node }])];
}

/** Why `node` cannot be let go there; undefined when it can. */
export function refusalOf(graph: StoryGraph, node: string, { parent, child }: DropTarget): 'loop' | 'same' | undefined {
  if (node === child || (child === undefined && parentOf(graph, node) === parent)) return 'same';
  return descendsFrom(graph, parent, node) ? 'loop' : undefined;
}

/** True when both are the same place, or neither is one. */
export function isSameTarget(one: DropTarget | undefined, other: DropTarget | undefined): boolean {
  return one?.parent === other?.parent && one?.child === other?.child;
}

/** Returns the link nearest to `point`, at most `reach` away; only between nodes of which `isOpen` is true. */
export function linkNear(
  graph: StoryGraph,
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
