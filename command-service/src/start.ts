import { assemble } from '@anecdotes/contracts/server/assemble';
import { createServiceServer } from '@anecdotes/contracts/server/http/http-server';
import { createRegistry, measureRequests } from '@anecdotes/contracts/server/http/metrics';
import { limitUnknownRoutes } from '@anecdotes/contracts/server/http/unknown-routes';
import { checkDatabase, createPool } from '@anecdotes/contracts/server/postgres/pool';
import type { RunningService } from '@anecdotes/contracts/server/process';
import { checkProduction } from '@anecdotes/contracts/server/settings/settings';
import { composeCommandSide } from './compose.ts';
import type { CommandConfiguration } from './configuration.ts';
import type { WholeLog } from './event-log.ts';
import { healthRoutes } from './health.ts';

/** Starts the stand-alone command-service on `log`, which the caller closes after `stop`. */
export async function startCommandService(configuration: CommandConfiguration, log: WholeLog): Promise<RunningService> {
  checkProduction(configuration);
  const { HOST, PORT, DATABASE_URL, VAULT_POOL } = configuration;
  await checkDatabase(DATABASE_URL, VAULT_POOL);
  const { app, shortages, reportFailure } = createServiceServer(configuration);
  return assemble(async (onStop) => {
    const vault = createPool(DATABASE_URL, { name: 'vault', max: VAULT_POOL, onError: reportFailure('vault pool') });
    onStop(() => vault.end());
    const commands = await composeCommandSide(configuration, {
      log,
      vault,
      onError: reportFailure('rate limits'),
    });
    const registry = createRegistry();
    measureRequests(app, registry, 'command');
    limitUnknownRoutes(app, commands.deps.limiter);
    healthRoutes(app, { log: commands.deps.log, vault, registry, shortages });
    await commands.addTo(app, registry);
    onStop(() => app.close());
    const address = await app.listen({ host: HOST, port: PORT });
    onStop(commands.sendMails(app, registry, address, (line) => process.stdout.write(`${line}\n`)).stop);
    return { address };
  });
}
