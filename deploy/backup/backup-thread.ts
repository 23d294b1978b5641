import { parentPort, workerData } from 'node:worker_threads';
import { assemble } from '@anecdotes/contracts/server/assemble';
import { lowerThreadPriority } from '@anecdotes/contracts/server/concurrency/thread-priority';
import { type Addresses, openAt } from './installation.ts';
import { type BackupOptions, takeBackup } from './take-backup.ts';

/*
 * Makes one backup in a worker thread, so that the program stays responsive. Posts 'done', or the name, message,
 * code and path of the error.
 */
lowerThreadPriority();
const { addresses, options } = workerData as { addresses: Addresses; options: BackupOptions };
try {
  const opened = await assemble((onStop) => openAt(addresses, { hasTables: true }, onStop));
  await takeBackup(opened, options, { step() {}, end() {} }).finally(opened.stop);
  parentPort?.postMessage('done');
} catch (error) {
  const { name, message, code, path } = error as NodeJS.ErrnoException;
  parentPort?.postMessage({ name, message, code: typeof code === 'string' ? code : undefined, path });
}
parentPort?.close();
