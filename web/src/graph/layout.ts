import { createStore } from '../lib/store.ts';
import { type Layers, layersOf } from './layers.ts';
import {
  type LayoutJob,
  type LayoutResult,
  layOut,
  type PackedPlaces,
  type Skeleton,
  skeletonOf,
} from './layout-job.ts';
import type { StoryGraph } from './model.ts';

/** A graph with more nodes is laid out beside the page, which stays responsive. */
const IN_PAGE = 500;

/** Returns `layersOf` the graph, worked out in a worker when it is large. */
export async function findLayers(graph: StoryGraph, root: string, signal: AbortSignal): Promise<Layers> {
  if (graph.order <= IN_PAGE) return layersOf(graph, root);
  return (await askOrDo({ kind: 'layers', skeleton: skeletonOf(graph), root }, signal)) as Layers;
}

/** Returns the places of all chains, worked out in a worker when there are many anecdotes. */
export async function findPacked(skeleton: Skeleton, signal: AbortSignal): Promise<PackedPlaces> {
  const job: LayoutJob = { kind: 'packed', skeleton };
  return (skeleton.nodes.length <= IN_PAGE ? layOut(job) : await askOrDo(job, signal)) as PackedPlaces;
}

/** Whether a large graph had to be laid out in the page, because the worker did not start. */
export const laidOutInPage = createStore(false);

/** What the worker answers; done here where it cannot be loaded. */
async function askOrDo(job: LayoutJob, signal: AbortSignal): Promise<LayoutResult> {
  try {
    return await askWorker(job, signal);
  } catch {
    signal.throwIfAborted();
    laidOutInPage.set(true);
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
