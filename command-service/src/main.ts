import { connectEventStoreDb } from '@anecdotes/contracts/server/eventstoredb/connection';
import { waitForEventStoreDb } from '@anecdotes/contracts/server/eventstoredb/ready';
import { runProcess, unlessAborted } from '@anecdotes/contracts/server/process';
import { readConfiguration } from '@anecdotes/contracts/server/settings/read-settings';
import { EventStoreUrl } from '@anecdotes/contracts/server/settings/settings';
import { CommandConfiguration } from './configuration.ts';
import { createEventStoreDbEventLog } from './eventstoredb/event-log.ts';
import { startCommandService } from './start.ts';

await runProcess('The command-service', async (stopRequest) => {
  const schema = CommandConfiguration.extend({ EVENTSTORE_URL: EventStoreUrl });
  const { EVENTSTORE_URL, ...configuration } = readConfiguration(schema, process.env);
  const connection = connectEventStoreDb(EVENTSTORE_URL, 'command-service');
  await unlessAborted(stopRequest, waitForEventStoreDb(connection, EVENTSTORE_URL, 'read and write'));
  const { address, stop } = await startCommandService(configuration, createEventStoreDbEventLog(connection));
  return {
    address,
    async stop() {
      await stop();
      await connection.close();
    },
  };
});
