import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const NS_IN_MS = 1e6;

/** By default the connections of the product: those of the bench itself have names that begin with `bench`. */
const OF_PRODUCT = `application_name not like 'bench%'`;

/**
 * Measures, in milliseconds, the processor time of the process `pid` and of the connections to the database at `url`
 * for which the SQL condition `connections` is true. Unlike rates, it shows the cost of a call whatever else the
 * machine does meanwhile. Linux only; NaN elsewhere.
 */
export async function openProcessorClock(url, pid, connections = OF_PRODUCT) {
  const client = new pg.Client({ connectionString: url, application_name: 'bench clock' });
  await client.connect();
  const read = async () => {
    const { rows } = await client.query(
      `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
       and pid <> pg_backend_pid() and ${connections}`,
    );
    return { program: timesOf([pid]), postgres: timesOf(rows.map((row) => row.pid)) };
  };
  return {
    /** Returns a function that returns the time used since; without that of threads and connections that have ended. */
    async start() {
      const before = await read();
      return async () => {
        const after = await read();
        return { program: since(before.program, after.program), postgres: since(before.postgres, after.postgres) };
      };
    },
    close: () => client.end(),
  };
}

/** Processor time by thread, of all threads of the processes. */
function timesOf(pids) {
  return new Map(pids.flatMap((pid) => threadsOf(pid).map((thread) => [thread, timeOf(thread)])));
}

function since(before, after) {
  if (process.platform !== 'linux') return Number.NaN;
  return [...after].reduce((sum, [thread, time]) => sum + time - (before.get(thread) ?? 0), 0);
}

function threadsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  } catch {
    return [];
  }
}

function timeOf(thread) {
  try {
    return Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0]) / NS_IN_MS;
  } catch {
    return 0;
  }
}

/** Resident memory of a process in MB. */
export function memoryOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
