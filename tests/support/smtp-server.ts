import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail that the server received: sender, recipients and the message with its headers. */
type Received = { from: string; to: string[]; message: string };

/** A mail server (RFC 5321) that takes every message, refuses it with 451, or takes it and never answers. */
export async function startSmtpServer(decide: () => 'take' | 'refuse' | 'hold' = () => 'take') {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let mail: Received = { from: '', to: [], message: '' };
    let rest = '';
    let inData = false;
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.write('220 test\r\n');

    function command(line: string): void {
      const pathOf = () => /<(.*)>/.exec(line)?.[1] ?? '';
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'MAIL') mail = { from: pathOf(), to: [], message: '' };
      if (verb === 'RCPT') mail.to.push(pathOf());
      if (verb === 'DATA') inData = true;
      socket.write(verb === 'DATA' ? '354 go on\r\n' : verb === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      if (verb === 'QUIT') socket.end();
    }

    socket.on('data', (chunk) => {
      rest += chunk;
      for (;;) {
        const end = rest.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = rest.slice(0, end);
        rest = rest.slice(end + (inData ? 5 : 2));
        if (!inData) command(text);
        else {
          inData = false;
          const decision = decide();
          if (decision !== 'refuse') received.push({ ...mail, message: text });
          if (decision !== 'hold') socket.write(decision === 'refuse' ? '451 later\r\n' : '250 taken\r\n');
        }
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
