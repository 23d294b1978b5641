import { inSlices } from '../lib/in-slices.ts';
import { createStore } from '../lib/store.ts';
import { type Layers, layersOf } from './layers.ts';
import {
  type LayoutJob,
  type LayoutResult,
  layOut,
  type PackedPositions,
  type Skeleton,
  skeletonOf,
} from './layout-job.ts';
import type { ChainGraph } from './model.ts';

/** A graph with more nodes is laid out in a worker, so that the page stays responsive. */
const IN_PAGE = 500;

/** Returns `layersOf` the graph, computed in a worker if it is large. */
export async function findLayers(graph: ChainGraph, root: string, signal: AbortSignal): Promise<Layers> {
  if (graph.order <= IN_PAGE) return layersOf(graph, root);
  return (await runInWorkerOrPage({ kind: 'layers', skeleton: skeletonOf(graph), root }, signal)) as Layers;
}

/** Returns the positions of all chains, computed in a worker if there are many anecdotes. */
export async function findPacked(skeleton: Skeleton, signal: AbortSignal): Promise<PackedPositions> {
  const job: LayoutJob = { kind: 'packed', skeleton };
  const positions = skeleton.nodes.length <= IN_PAGE ? inSlices(layOut(job), signal) : runInWorkerOrPage(job, signal);
  return (await positions) as PackedPositions;
}

/** Whether the last large graph had to be laid out in the page, because the worker failed. */
export const laidOutInPage = createStore(false);

/** Returns the result of the worker; computes it in the page if the worker fails. */
async function runInWorkerOrPage(job: LayoutJob, signal: AbortSignal): Promise<LayoutResult> {
  try {
    const result = await runInWorker(job, signal);
    laidOutInPage.set(false);
    return result;
  } catch {
    signal.throwIfAborted();
    laidOutInPage.set(true);
    return inSlices(layOut(job), signal);
  }
}

/** A worker that takes longer, plus a time per node, counts as failed: browsers may end a worker without an event. */
const WORKER_TIMEOUT_MS = 10_000;
const WORKER_TIMEOUT_PER_NODE_MS = 2;

/** Rejects when the worker cannot be started, fails or does not answer, and when `signal` aborts. */
function runInWorker(job: LayoutJob, signal: AbortSignal): Promise<LayoutResult> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
    const fail = (reason: unknown) => {
      end();
      reject(reason);
    };
    const timeoutMs = WORKER_TIMEOUT_MS + WORKER_TIMEOUT_PER_NODE_MS * job.skeleton.nodes.length;
    const timeout = setTimeout(() => fail(new Error('The layout worker did not answer in time')), timeoutMs);
    const stop = () => fail(signal.reason);
    const end = () => {
      clearTimeout(timeout);
      signal.removeEventListener('abort', stop);
      worker.terminate();
    };
    signal.addEventListener('abort', stop);
    worker.addEventListener('message', ({ data }: MessageEvent<LayoutResult>) => {
      end();
      resolve(data);
    });
    const failed = () => fail(new Error('The layout worker failed'));
    worker.addEventListener('error', failed);
    worker.addEventListener('messageerror', failed);
    worker.postMessage(job);
  });
}
