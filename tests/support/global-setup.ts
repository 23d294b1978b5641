import { type EmbeddedPostgres, startPostgres } from '@anecdotes/deploy/embedded/postgres';
import pg from 'pg';
import { useOwnTemp } from './own-temp.ts';
import { newDataDir } from './product.ts';

/** Enough for the products and pools of all workers. */
const CONNECTIONS = 250;

/**
 * Starts one real Postgres for all tests of a run, which find it in TEST_POSTGRES_URL and TEST_SUPERUSER_URL. Returns
 * what stops it.
 */
// biome-ignore lint/style/noDefaultExport: it is what Vitest and Playwright run before all tests
export default async function setUp(): Promise<() => Promise<void>> {
  // Projects that are set up later share that of the first.
  if (process.env.TEST_POSTGRES_URL !== undefined) return async () => {};
  const removeTemp = useOwnTemp();
  const postgres = await startPostgres(newDataDir(), CONNECTIONS);
  await spareServer(postgres);
  process.env.TEST_POSTGRES_URL = postgres.url;
  process.env.TEST_SUPERUSER_URL = postgres.superuserUrl;
  return async () => {
    await postgres.stop();
    removeTemp();
  };
}

/**
 * Saves the server the waiting for the disk, as no test needs its data after a power cut, and its clients most of what a
 * password costs them at every connection.
 */
async function spareServer({ superuserUrl, url }: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query('alter system set fsync = off');
  await client.query('alter system set full_page_writes = off');
  await client.query('select pg_reload_conf()');
  await client.query('set scram_iterations = 1');
  for (const { username, password } of [new URL(superuserUrl), new URL(url)]) {
    await client.query(`alter role ${username} password ${client.escapeLiteral(decodeURIComponent(password))}`);
  }
  await client.end();
}
