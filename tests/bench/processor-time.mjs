import { readFileSync } from 'node:fs';
import pg from 'pg';

/** Milliseconds of a clock tick in /proc; 100 a second on every Linux that Node runs on. */
const TICK_MS = 10;

/**
 * Measures the processor time that the process `pid` and the connections of the database at `url` use, in milliseconds.
 * Beside rates it shows what a call costs, whatever else the machine does meanwhile. Linux only; elsewhere it tells NaN.
 */
export async function openProcessorClock(url, pid) {
  const client = new pg.Client(url);
  await client.connect();
  return {
    /** Answers a function that tells the time used since; that of connections closed meanwhile is not in it. */
    async start() {
      const before = await timesOf(client, pid);
      return async () => {
        const after = await timesOf(client, pid);
        return [...after].reduce((sum, [one, time]) => sum + time - (before.get(one) ?? 0), 0);
      };
    },
    close: () => client.end(),
  };
}

async function timesOf(client, pid) {
  const { rows } = await client.query(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return new Map([pid, ...rows.map((row) => row.pid)].map((one) => [one, timeOf(one)]));
}

function timeOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return process.platform === 'linux' ? 0 : Number.NaN;
  }
}

/** Resident memory of a process in MB. */
export function memoryOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
