import { type Layers, layersOf } from './layers.ts';
import { type LayoutJob, type LayoutResult, layOut, type SerializedGraph } from './layout-job.ts';
import type { EdgeData, NodeData, StoryGraph } from './model.ts';
import { type Packed, packedOf } from './packed.ts';

/** A graph with more nodes is laid out beside the page, which stays responsive. */
const IN_PAGE = 500;

/** Returns `layersOf` the graph, worked out in a worker when it is large. */
export async function findLayers(graph: StoryGraph, root: string, signal: AbortSignal): Promise<Layers> {
  if (graph.order <= IN_PAGE) return layersOf(graph, root);
  return (await askOrDo({ kind: 'layers', graph: skeletonOf(graph), root }, signal)) as Layers;
}

/** Returns `packedOf` the graph, worked out in a worker when it is large. */
export async function findPacked(graph: StoryGraph, signal: AbortSignal): Promise<Packed> {
  if (graph.order <= IN_PAGE) return packedOf(graph);
  return (await askOrDo({ kind: 'packed', graph: skeletonOf(graph) }, signal)) as Packed;
}

/** `graph` without its words, which a layout does not need. */
function skeletonOf(graph: StoryGraph): SerializedGraph {
  const { nodes, ...rest } = graph.export();
  return {
    ...rest,
    nodes: nodes.map(({ key, attributes }) => ({
      key,
      attributes: { ...(attributes as NodeData), label: '', tags: [] },
    })),
    edges: rest.edges.map(({ key, source, target }) => ({
      ...(key !== undefined && { key }),
      source,
      target,
      attributes: { weight: 0, size: 0 } satisfies EdgeData,
    })),
  };
}

/** What the worker answers; done here where it cannot be loaded. */
async function askOrDo(job: LayoutJob, signal: AbortSignal): Promise<LayoutResult> {
  try {
    return await askWorker(job, signal);
  } catch {
    signal.throwIfAborted();
    return layOut(job);
  }
}

/** Rejects when the worker cannot be loaded, and once `signal` aborts. */
function askWorker(job: LayoutJob, signal: AbortSignal): Promise<LayoutResult> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
    const end = () => worker.terminate();
    signal.addEventListener('abort', () => {
      end();
      reject(signal.reason);
    });
    worker.addEventListener('message', ({ data }: MessageEvent<LayoutResult>) => {
      end();
      resolve(data);
    });
    worker.addEventListener('error', (event) => {
      end();
      reject(new Error(event.message || 'The layout could not be worked out'));
    });
    worker.postMessage(job);
  });
}
