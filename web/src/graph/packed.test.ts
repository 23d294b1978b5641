import { describe, expect, test } from 'vitest';
import { inOneGo } from '../lib/in-slices.ts';
import type { ChainGraph } from './model.ts';
import { packedOf } from './packed.ts';
import { graphOf } from './test-graphs.ts';

const packed = (graph: ChainGraph) => inOneGo(packedOf(graph));

/** A graph of `chains` chains, each a tree of 12 nodes named `c<chain>-<number>`. */
function journal(chains: number, more: readonly string[] = []) {
  const links = Array.from({ length: chains }, (_, chain) => {
    const name = (node: number) => `c${String(chain).padStart(4, '0')}-${String(node).padStart(3, '0')}`;
    return Array.from({ length: 11 }, (_, index) => `${name(Math.floor(index / 2))} ${name(index + 1)}`);
  });
  return graphOf([...links.flat(), ...more], (node) => Number(node.slice(1, 5)));
}

describe('the layout of all chains', () => {
  test('gives the same points for the same journal, in any order of nodes', () => {
    const forward = packed(journal(40)).points;
    const again = packed(journal(40)).points;
    expect(again).toEqual(forward);
    const names = journal(40).nodes().toReversed();
    const backward = graphOf(names, (node) => Number(node.slice(1, 5)));
    journal(40).forEachEdge((_edge, data, parent, child) => backward.addEdge(parent, child, data));
    const { points } = packed(backward);
    for (const [node, point] of forward) expect(points.get(node)).toEqual(point);
  });

  test('places chains in circles that do not overlap and contain their anecdotes', () => {
    const { points, chains } = packed(journal(60));
    for (const [index, a] of chains.entries()) {
      for (const node of a.nodes) {
        const { x, y } = points.get(node) ?? { x: Number.NaN, y: 0 };
        expect(Math.hypot(x - a.x, y - a.y)).toBeLessThan(a.radius);
      }
      for (const b of chains.slice(index + 1)) {
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(a.radius + b.radius);
      }
    }
  });

  test('keeps the anecdotes of a chain apart and its links short', () => {
    const graph = journal(8);
    const { points, chains } = packed(graph);
    const distance = (a: string, b: string) => {
      const [from, to] = [points.get(a), points.get(b)];
      return from && to ? Math.hypot(from.x - to.x, from.y - to.y) : Number.NaN;
    };
    for (const { nodes } of chains) {
      for (const [index, a] of nodes.entries()) {
        for (const b of nodes.slice(index + 1)) expect(distance(a, b)).toBeGreaterThan(0.45);
      }
    }
    graph.forEachEdge((_edge, _data, parent, child) => expect(distance(parent, child)).toBeLessThan(2));
  });

  test('moves no existing chain when a new one is added', () => {
    const before = packed(journal(30));
    const after = packed(journal(31));
    for (const [node, point] of before.points) expect(after.points.get(node)).toEqual(point);
  });

  test('keeps the shapes of all other chains when one gains an anecdote', () => {
    const before = packed(journal(30));
    const after = packed(journal(30, ['c0007-011 c0007-012']));
    for (const [index, chain] of before.chains.entries()) {
      const now = after.chains[index];
      if (!now || chain.nodes[0]?.startsWith('c0007')) continue;
      const shape = ({ points }: typeof before, { nodes, x, y }: typeof chain) =>
        nodes.map((node) =>
          [(points.get(node)?.x ?? 0) - x, (points.get(node)?.y ?? 0) - y].map((at) => at.toFixed(6)),
        );
      expect(shape(after, now)).toEqual(shape(before, chain));
    }
  });

  test('has no points for an empty graph', () => {
    expect(packed(graphOf([]))).toEqual({ points: new Map(), chains: [] });
  });
});
