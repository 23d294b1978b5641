import { createRequire } from 'node:module';
import { isIP } from 'node:net';

type Connector = { readonly connectionOptions?: { servername?: string } };
type Credentials = { _createSecureConnector?(...parameters: unknown[]): Connector };
type Grpc = { readonly credentials: { createSsl(): object } };

/**
 * Makes the client of EventStoreDB send no TLS server name to an IP address: RFC 6066 forbids one, and Node.js prints a
 * warning. The certificate is still checked against the address.
 */
export function sendNoAddressAsServerName(): void {
  const client = createRequire(import.meta.url).resolve('@eventstore/db-client');
  const { credentials } = createRequire(client)('@grpc/grpc-js') as Grpc;
  const secure = Object.getPrototypeOf(credentials.createSsl()) as Credentials;
  const create = secure._createSecureConnector;
  if (create === undefined) return;
  secure._createSecureConnector = function (...parameters) {
    const connector = create.apply(this, parameters);
    const { connectionOptions } = connector;
    if (isIP(connectionOptions?.servername ?? '') !== 0) delete connectionOptions?.servername;
    return connector;
  };
}
