import { expect, test } from 'vitest';
import type { ChainGraph } from './model.ts';
import { printedLines } from './printed-lines.ts';
import { graphOf } from './test-graphs.ts';

/** A chain of `length` nodes, 100 pixels apart, whose names are their numbers. */
function chainOf(length: number): ChainGraph {
  const graph = graphOf(Array.from({ length: length - 1 }, (_, number) => `${number} ${number + 1}`));
  graph.updateEachNodeAttributes((node, data) => ({ ...data, x: 100 * Number(node) }));
  return graph;
}

test('a long chain is printed in lines that begin where the one before ends', () => {
  const lines = printedLines(chainOf(22), 1);
  expect(lines.map((line) => line.nodes().map(Number))).toEqual([
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [9, 10, 11, 12, 13, 14, 15, 16, 17, 18],
    [18, 19, 20, 21],
  ]);
  expect(lines.map((line) => line.size)).toEqual([9, 9, 3]);
});

test('a graph that fits the page or is not much wider than high is printed whole', () => {
  const short = chainOf(15);
  expect(printedLines(short, 1)).toEqual([short]);
  const steep = chainOf(22);
  steep.updateEachNodeAttributes((_, data) => ({ ...data, y: data.x }));
  expect(printedLines(steep, 1)).toEqual([steep]);
});

test('the scale of a picture decides how much of it is in one line', () => {
  expect(printedLines(chainOf(22), 0.5)).toHaveLength(1);
  expect(printedLines(chainOf(42), 0.5)).toHaveLength(3);
});
