import { connectEventStoreDb } from '@anecdotes/contracts/server/eventstoredb/connection';
import { waitForEventStoreDb } from '@anecdotes/contracts/server/eventstoredb/ready';
import { runProcess, unlessAborted } from '@anecdotes/contracts/server/process';
import { readConfiguration } from '@anecdotes/contracts/server/settings/read-settings';
import { EventStoreUrl } from '@anecdotes/contracts/server/settings/settings';
import { ProjectionConfiguration } from './configuration.ts';
import { createEventStoreDbEventSource } from './eventstoredb/event-source.ts';
import { startProjectionService } from './start.ts';

await runProcess('The projection-service', async (stopRequest) => {
  const schema = ProjectionConfiguration.extend({ EVENTSTORE_URL: EventStoreUrl });
  const { EVENTSTORE_URL, ...configuration } = readConfiguration(schema, process.env);
  const connection = connectEventStoreDb(EVENTSTORE_URL, 'projection-service');
  await unlessAborted(stopRequest, waitForEventStoreDb(connection, EVENTSTORE_URL, 'read'));
  const { address, stop } = await startProjectionService(configuration, createEventStoreDbEventSource(connection));
  return {
    address,
    async stop() {
      await stop();
      await connection.close();
    },
  };
});
