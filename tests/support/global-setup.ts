import { type EmbeddedPostgres, startPostgres } from '@anecdotes/deploy/embedded/postgres';
import { ensureBundles } from '@anecdotes/deploy/run/programs';
import pg from 'pg';
import { useOwnTemp } from './own-temp.ts';
import { newDataDir } from './product.ts';

/** Enough for the products and pools of all workers. */
const CONNECTIONS = 250;

/**
 * Starts one real Postgres for all tests of a run, which find it in TEST_POSTGRES_URL and TEST_SUPERUSER_URL. Returns a
 * function that stops it.
 */
// biome-ignore lint/style/noDefaultExport: it is what Vitest and Playwright run before all tests
export default async function setUp(): Promise<() => Promise<void>> {
  // Projects that are set up later share the Postgres of the first.
  if (process.env.TEST_POSTGRES_URL !== undefined) return async () => {};
  const removeTemp = useOwnTemp();
  ensureBundles();
  const postgres = await startPostgres(newDataDir(), CONNECTIONS);
  await speedUpServer(postgres);
  process.env.TEST_POSTGRES_URL = postgres.url;
  process.env.TEST_SUPERUSER_URL = postgres.superuserUrl;
  return async () => {
    await postgres.stop();
    removeTemp();
  };
}

/**
 * Makes the server faster: it does not wait for the disk, because no test needs its data after a power cut; it does not
 * visit each of the run's hundreds of databases every minute to clean up and to count rows, which no test may depend on;
 * and its passwords use one SCRAM iteration, which saves its clients most of the time that each connection takes.
 */
async function speedUpServer({ superuserUrl, url }: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query('alter system set fsync = off');
  await client.query('alter system set full_page_writes = off');
  await client.query('alter system set autovacuum = off');
  await client.query('select pg_reload_conf()');
  await client.query('set scram_iterations = 1');
  for (const { username, password } of [new URL(superuserUrl), new URL(url)]) {
    await client.query(`alter role ${username} password ${client.escapeLiteral(decodeURIComponent(password))}`);
  }
  await client.end();
}
