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

/** Starts one real Postgres for all test files of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeTemp = useOwnTemp();
  const postgres = await startPostgres(newDataDir());
  project.provide('postgresUrl', postgres.url);
  project.provide('superuserUrl', postgres.superuserUrl);
  return async () => {
    await postgres.stop();
    removeTemp();
  };
}
