import { type Capacity, createWaitingLine, type Entry, type WaitingLimits } from './waiting-line.ts';

/**
 * Runs `work` on behalf of `owner` when there is room for its `bytes`. Throws LineFull when too much waits, or when its
 * turn does not come in time; `work` was then not begun.
 */
export type FairQueue = <Result>(
  costs: { readonly owner: string; readonly bytes: number },
  work: () => Promise<Result>,
) => Promise<Result>;

/** A queue that begins work, of each owner in turn, while less than `room` is running; `waiting` limits what waits. */
export function createFairQueue({ room, waiting }: { room: Capacity; waiting: WaitingLimits }): FairQueue {
  const line = createWaitingLine<Entry & { begin(): void }>(waiting);
  let running = 0;
  let used = 0;

  function beginNext(): void {
    while (running < room.count && used < room.bytes) {
      const [next] = line.take({ count: 1, bytes: room.bytes });
      if (next === undefined) return;
      running += 1;
      used += next.bytes;
      next.begin();
    }
  }

  return async ({ owner, bytes }, work) => {
    const turn = Promise.withResolvers<void>();
    line.push({ owner, bytes, begin: turn.resolve, refuse: turn.reject });
    beginNext();
    await turn.promise;
    try {
      return await work();
    } finally {
      running -= 1;
      used -= bytes;
      beginNext();
    }
  };
}
