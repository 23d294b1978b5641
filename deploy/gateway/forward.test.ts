import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createForwarder } from './forward.ts';

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test.each(['/api/../metrics', '/api/%2e%2e/metrics', '/api/tags?search_term=%20a'])(
  'a service is asked for %s as it was sent',
  async (path) => {
    const service = await listen(createServer((request, answer) => answer.end(request.url)));
    const { forward, close } = createForwarder();
    onTestFinished(close);
    const target = new URL(`http://127.0.0.1:${service}`);
    const caller = { address: '127.0.0.1', protocol: 'http', id: 'request' };
    const gateway = await listen(
      createServer((incoming, answer) =>
        forward(incoming, answer, { target, caller, headers: {}, onUnreachable: () => answer.destroy() }),
      ),
    );
    const [answer] = (await once(get({ port: gateway, path }), 'response')) as [IncomingMessage];
    expect((await answer.toArray()).join('')).toBe(path);
  },
);
