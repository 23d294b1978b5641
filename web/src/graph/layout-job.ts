import { type Layers, layersOf } from './layers.ts';
import { createGraph, type StoryGraph } from './model.ts';
import { type Packed, packedOf } from './packed.ts';

export type SerializedGraph = ReturnType<StoryGraph['export']>;

/** What the worker is asked, and what it answers. */
export type LayoutJob =
  | { kind: 'layers'; graph: SerializedGraph; root: string }
  | { kind: 'packed'; graph: SerializedGraph };
export type LayoutResult = Layers | Packed;

/** Does what the worker is asked. */
export function layOut(job: LayoutJob): LayoutResult {
  const graph = createGraph();
  graph.import(job.graph);
  return job.kind === 'layers' ? layersOf(graph, job.root) : packedOf(graph);
}
