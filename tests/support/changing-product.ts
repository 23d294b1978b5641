import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a proxy in front of the product at `target` that can release a new version of the app's service worker. */
export async function startProxy(target: string) {
  let version = '';
  const requested: string[] = [];
  const server = createServer((incoming, answer) => {
    const { method, url = '/', headers } = incoming;
    requested.push(url);
    const isWorker = url === '/sw.js';
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...fresh } = headers;
    const outgoing = request(new URL(url, target), {
      method,
      headers: isWorker ? { ...fresh, 'accept-encoding': 'identity' } : headers,
    });
    outgoing.on('response', (response) => {
      if (!isWorker || version === '') {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
        return;
      }
      const { 'content-length': _length, etag: _etag, ...rest } = response.headers;
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        answer.writeHead(200, rest);
        answer.end(text.replace(/("?revision"?:)"\w+"/, `$1"${version}"`));
      });
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The paths and queries of all requests. */
    requested,
    /** From now on a service worker of version `next` is served. */
    releaseVersion(next: string): void {
      version = next;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
