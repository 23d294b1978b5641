import type { ConnectionsView } from '@anecdotes/contracts';
import type { Layers } from '../../graph/layers.ts';
import { findLayers } from '../../graph/layout.ts';
import { type ChainGraph, setPositions } from '../../graph/model.ts';
import { chainGraph } from './chain-graph.ts';

/** A graph whose nodes have positions, with its layers and the id of its root. */
export type LaidOutGraph = { graph: ChainGraph; layers: Layers; root: string };

/** The size of the picture in the spec, in pixels. Few nodes spread over it, many extend beyond it. */
const BOX = { width: 800, height: 500 };
/** The margins beside the picture on a phone, in pixels. */
const MARGINS = 32;
const COLUMN = { least: 108, most: 200 };
const ROW = { least: 88, most: 132 };

/** Returns `connections` as a graph in layers. */
export async function layOutConnections(connections: ConnectionsView, signal: AbortSignal): Promise<LaidOutGraph> {
  const graph = chainGraph(connections);
  const root = connections.current.id;
  const layers = await findLayers(graph, root, signal);
  setPositions(graph, pointsOf(layers));
  return { graph, layers, root };
}

/** Returns the points of cells: columns from left to right, rows from the top downward. */
function pointsOf({ cells, columns, rows }: Layers) {
  const room = Math.min(BOX.width, document.documentElement.clientWidth - MARGINS);
  const width = Math.min(COLUMN.most, Math.max(COLUMN.least, room / columns));
  const height = Math.min(ROW.most, Math.max(ROW.least, BOX.height / rows));
  return new Map([...cells].map(([node, { column, row }]) => [node, { x: column * width, y: -row * height }]));
}
