import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { serversOf } from './address.ts';

const HANDSHAKE_MS = 2_000;

/**
 * Why TLS to a server at `connectionString` fails permanently, as a sentence: the CA file cannot be read, or the
 * certificate of a server cannot be verified. Undefined otherwise, also when no server answers.
 */
export async function certificateError(connectionString: string): Promise<string | undefined> {
  const { servers, tls, tlsCAFile } = serversOf(connectionString);
  if (!tls) return undefined;
  let ca: Buffer | undefined;
  try {
    ca = tlsCAFile === undefined ? undefined : readFileSync(tlsCAFile);
  } catch {
    return 'The file that tlsCAFile names cannot be read.';
  }
  const refusals = await Promise.all(servers.map((server) => whyUnverified(server, ca)));
  const why = refusals.find((refusal) => refusal !== undefined);
  return why === undefined ? undefined : `EventStoreDB answers, but its certificate cannot be verified (${why}).`;
}

function whyUnverified({ host, port }: { host: string; port: number }, ca: Buffer | undefined) {
  return new Promise<string | undefined>((resolve) => {
    const socket = connect({
      host,
      port,
      ...(ca !== undefined && { ca }),
      ...(isIP(host) === 0 && { servername: host }),
      // Nothing is sent over this connection. With `true`, the failure would look like any other broken handshake.
      rejectUnauthorized: false,
      ALPNProtocols: ['h2'],
      timeout: HANDSHAKE_MS,
    });
    const end = (why?: string) => {
      socket.destroy();
      resolve(why);
    };
    socket.on('secureConnect', () => end(socket.authorized ? undefined : String(socket.authorizationError)));
    socket.on('timeout', () => end());
    socket.on('error', () => end());
  });
}
