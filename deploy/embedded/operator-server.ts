import type { AddressInfo } from 'node:net';
import type { OnStop } from '@anecdotes/contracts/server/assemble';
import { createServiceServer, type HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { webAddress } from '../shared/web-address.ts';
import type { Settings } from './configuration.ts';

/** The port unless METRICS_PORT is set; any free one if PORT is the same or 0. */
const USUAL_PORT = 9464;

/**
 * Serves `routes` at METRICS_HOST and METRICS_PORT, apart from the public address. Returns their address; undefined,
 * after a warning, if another program has the usual port. Throws ConfigurationError if METRICS_PORT cannot be used.
 */
export async function serveOperator(
  settings: Settings,
  routes: (app: HttpServer) => void,
  onStop: OnStop,
): Promise<string | undefined> {
  const { METRICS_HOST: host, METRICS_PORT: given, PORT } = settings;
  const port = given ?? (PORT === 0 || PORT === USUAL_PORT ? 0 : USUAL_PORT);
  const { app } = createServiceServer(settings);
  routes(app);
  onStop(() => app.close());
  try {
    await app.listen({ host, port });
    const listening = app.server.address() as AddressInfo;
    return webAddress(listening.address, listening.port);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' && given === undefined) {
      app.log.warn(`Metrics are not served: port ${port} is taken. Set METRICS_PORT to a free one.`);
      return undefined;
    }
    if (code === 'EADDRINUSE') throw new ConfigurationError(`Port ${port} is taken. Set METRICS_PORT to a free one.`);
    if (syscall !== 'listen' && syscall !== 'getaddrinfo') throw error;
    throw new ConfigurationError('This address or port may not be used. Set METRICS_HOST and METRICS_PORT.');
  }
}
