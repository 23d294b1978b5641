import { runProcess } from '@anecdotes/contracts/server/process';
import { readConfiguration } from '@anecdotes/contracts/server/settings/read-settings';
import { GatewayConfiguration } from './configuration.ts';
import { startGateway } from './gateway.ts';

await runProcess('The gateway', () => startGateway(readConfiguration(GatewayConfiguration, process.env)));
