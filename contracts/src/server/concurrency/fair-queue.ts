import { type Capacity, createBoundedQueue, type Entry, type WaitingLimits } from './bounded-queue.ts';

/**
 * Runs `work` on behalf of `owner` when there is room for its `bytes`. Throws QueueFull when too much waits, or when its
 * turn does not come in time; `work` was then not begun.
 */
export type FairQueue = <Result>(
  costs: { readonly owner: string; readonly bytes: number },
  work: () => Promise<Result>,
) => Promise<Result>;

/** A queue that begins work, of each owner in turn, while less than `room` is running; `waiting` limits what waits. */
export function createFairQueue({ room, waiting }: { room: Capacity; waiting: WaitingLimits }): FairQueue {
  const queue = createBoundedQueue<Entry & { begin(): void }>(waiting);
  let running = 0;
  let used = 0;

  function beginNext(): void {
    while (running < room.count && used < room.bytes) {
      const [next] = queue.take({ count: 1, bytes: room.bytes });
      if (next === undefined) return;
      running += 1;
      used += next.bytes;
      next.begin();
    }
  }

  return async ({ owner, bytes }, work) => {
    const turn = Promise.withResolvers<void>();
    queue.push({ owner, bytes, begin: turn.resolve, refuse: turn.reject });
    beginNext();
    // Otherwise it would be refused only when other work ends, however late that is.
    const late = setTimeout(queue.refuseLate, waiting.milliseconds + 1);
    await turn.promise.finally(() => clearTimeout(late));
    try {
      return await work();
    } finally {
      running -= 1;
      used -= bytes;
      beginNext();
    }
  };
}
