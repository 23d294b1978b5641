import { extentOf } from './extent.ts';
import { addLink, type ChainGraph, createGraph } from './model.ts';

/** The longest line, in pixels. */
const LINE_PX = 900;

/**
 * Returns the parts of a graph that is much wider than high and than a page, to be printed one below the other like
 * lines of a text: each begins with the nodes that end the one before. Other graphs are returned whole.
 */
export function printedLines(graph: ChainGraph, scale: number): ChainGraph[] {
  const { x, y } = extentOf(graph);
  const line = LINE_PX / scale;
  const width = x[1] - x[0];
  if (width < 2 * line || width < 3 * (y[1] - y[0])) return [graph];
  const columns = [...new Set(graph.mapNodes((_, node) => node.x))].sort((one, other) => one - other);
  const starts = [x[0]];
  let last = x[0];
  for (const column of columns) {
    if (column - (starts.at(-1) ?? 0) > line) starts.push(last);
    last = column;
  }
  return starts.map((start, index) => partOf(graph, start, starts[index + 1] ?? x[1]));
}

/** The nodes of `graph` between two positions, and their links. */
function partOf(graph: ChainGraph, from: number, to: number): ChainGraph {
  const part = createGraph();
  graph.forEachNode((node, data) => {
    if (data.x >= from && data.x <= to) part.addNode(node, data);
  });
  graph.forEachEdge((_, data, parent, child) => addLink(part, parent, child, data));
  return part;
}
