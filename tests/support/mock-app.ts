import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export type MockApp = Awaited<ReturnType<typeof startMockApp>>;

/** Builds the web app with its mock data service and serves its files, and nothing else. */
export async function startMockApp() {
  const folder = mkdtempSync(join(tmpdir(), 'anecdotes-mock-'));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', 'web', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  const built = spawnSync(process.execPath, args, { cwd: root, env: { ...process.env, VITE_MOCK_API: 'true' } });
  if (built.status !== 0) throw new Error(String(built.stderr));

  /** Calls of the API, which only a service could answer. */
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/api')) calls.push(`${request.method} ${pathname}`);
    const file = join(folder, pathname);
    const isFile = existsSync(file) && statSync(file).isFile();
    const shown = isFile ? file : join(folder, 'index.html');
    response.setHeader('content-type', types[extname(shown)] ?? 'application/octet-stream');
    response.end(readFileSync(shown));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    folder,
    calls,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
