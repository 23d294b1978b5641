import type { VaultDependencies } from './change-vault.ts';
import { appendPending, takeDueStreams } from './pending-events.ts';

export type PendingWorker = { stop(): Promise<void> };

const POLL_MS = 1_000;

/**
 * Appends the events that a change of the vault could not append itself, until it is stopped; any number of processes
 * may do so at once. `onWaiting` gets the first error of each round in which events have to wait longer.
 */
export function startPendingWorker(
  deps: Pick<VaultDependencies, 'vault' | 'log'>,
  onWaiting: (error: unknown) => void,
): PendingWorker {
  let working: Promise<void> | undefined;
  const timer = setInterval(() => {
    working ??= appendDue(deps)
      .catch(onWaiting)
      .finally(() => {
        working = undefined;
      });
  }, POLL_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await working;
    },
  };
}

/** Appends all due events. Throws the first error when some of them have to wait. */
export async function appendDue(deps: Pick<VaultDependencies, 'vault' | 'log'>): Promise<void> {
  for (let streams = await takeDueStreams(deps.vault); streams.length > 0; ) {
    const appended = await Promise.allSettled(streams.map((stream) => appendPending(deps, stream)));
    const failed = appended.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    streams = await takeDueStreams(deps.vault);
  }
}
