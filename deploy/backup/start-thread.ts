import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Addresses } from './installation.ts';
import type { BackupOptions } from './take-backup.ts';

/**
 * Makes a backup in a worker thread, which `signal` ends. Throws an Error with the name, message, code and path of its
 * error.
 */
export async function takeInThread(
  addresses: Addresses,
  options: Omit<BackupOptions, 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const thread = new Worker(new URL('./backup-thread.ts', import.meta.url), { workerData: { addresses, options } });
  const end = () => void thread.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    // `once` also throws the error that ends a thread, such as a lack of memory.
    const [outcome] = await Promise.race([
      once(thread, 'message'),
      once(thread, 'exit').then(() => [{ name: 'Stopped' }]),
    ]);
    if (outcome !== 'done') throw Object.assign(new Error(outcome.message), outcome);
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}
