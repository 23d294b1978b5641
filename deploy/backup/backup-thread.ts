import { parentPort, workerData } from 'node:worker_threads';
import { assemble } from '@anecdotes/contracts/server/assemble';
import { lowerThreadPriority } from '@anecdotes/contracts/server/concurrency/thread-priority';
import { type Addresses, openAt } from './installation.ts';
import { type BackupOptions, takeBackup } from './take-backup.ts';

/*
 * Makes one backup in a worker thread, so that the program stays responsive. Posts 'done', or the name, message and
 * code of the error.
 */
lowerThreadPriority();
const { addresses, options } = workerData as { addresses: Addresses; options: BackupOptions };
try {
  const opened = await assemble((onStop) => openAt(addresses, { hasTables: true }, onStop));
  await takeBackup(opened, options, { step() {}, end() {} }).finally(opened.stop);
  parentPort?.postMessage('done');
} catch (error) {
  const { name, message, code } = error as { name?: string; message?: string; code?: unknown };
  parentPort?.postMessage({ name, message, code: typeof code === 'string' ? code : undefined });
}
parentPort?.close();
