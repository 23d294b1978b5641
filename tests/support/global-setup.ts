import { startPostgres } from '@anecdotes/deploy/embedded/postgres';
import type { TestProject } from 'vitest/node';
import { useOwnTemp } from './own-temp.ts';
import { newDataDir } from './product.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged into vitest's own
  export interface ProvidedContext {
    postgresUrl: string;
    superuserUrl: string;
  }
}

/** Starts one real Postgres for all test files of a run; projects that are set up later share that of the first. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { TEST_POSTGRES, TEST_SUPERUSER } = process.env;
  if (TEST_POSTGRES !== undefined && TEST_SUPERUSER !== undefined) {
    project.provide('postgresUrl', TEST_POSTGRES);
    project.provide('superuserUrl', TEST_SUPERUSER);
    return undefined;
  }
  const removeTemp = useOwnTemp();
  const postgres = await startPostgres(newDataDir());
  project.provide('postgresUrl', postgres.url);
  project.provide('superuserUrl', postgres.superuserUrl);
  process.env.TEST_POSTGRES = postgres.url;
  process.env.TEST_SUPERUSER = postgres.superuserUrl;
  return async () => {
    await postgres.stop();
    removeTemp();
  };
}
