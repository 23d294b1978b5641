import { KurrentDbContainer } from '@testcontainers/kurrentdb';
import { PostgreSqlContainer } from '@testcontainers/postgresql';
import { getContainerRuntimeClient } from 'testcontainers';

/** A server in a container of its own. */
export type Container = { readonly url: string; stop(): Promise<unknown> };

/** Returns why no container can run here, or undefined where an engine answers. */
export function faultOfContainerEngine(): Promise<string | undefined> {
  return getContainerRuntimeClient().then(
    () => undefined,
    () => 'no container engine answers',
  );
}

/** Starts an EventStoreDB or KurrentDB of `image` that keeps its log in memory. */
export async function startEventStoreDbContainer(image: string): Promise<Container> {
  const container = await new KurrentDbContainer(image)
    .withEnvironment({ KURRENTDB_RUN_PROJECTIONS: 'None', KURRENTDB_START_STANDARD_PROJECTIONS: 'false' })
    // Versions before KurrentDB have other names for the environment variables, but know these options.
    .withCommand(['--insecure', '--mem-db'])
    .start();
  // The client of the product knows only the old name of the scheme.
  return { url: container.getConnectionString().replace('kurrentdb://', 'esdb://'), stop: () => container.stop() };
}

export async function startPostgresContainer(image: string): Promise<Container> {
  const container = await new PostgreSqlContainer(image).start();
  return { url: container.getConnectionUri(), stop: () => container.stop() };
}
