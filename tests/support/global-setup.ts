import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@anecdotes/deploy/embedded/postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged into vitest's own
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Starts one real Postgres for all test files of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'anecdotes-test-'));
  chmodSync(directory, 0o711);
  const postgres = await startPostgres(directory);
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
