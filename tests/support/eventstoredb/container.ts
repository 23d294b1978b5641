import { execFile, execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const READY_WITHIN_MS = 60_000;

/** The program that talks to a container engine, if one answers. */
export function containerEngine(): string | undefined {
  return ['docker', 'podman'].find((program) => {
    try {
      execFileSync(program, ['info'], { stdio: 'ignore', timeout: 10_000 });
      return true;
    } catch {
      return false;
    }
  });
}

/** Starts a server of `image` that keeps its log in memory, and waits until it is ready. */
export async function startContainer(image: string): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const engine = containerEngine() ?? 'docker';
  const { stdout } = await run(engine, ['run', '--rm', '-d', '-p', '127.0.0.1::2113', image, '--insecure', '--mem-db']);
  const id = stdout.trim();
  const stop = () => run(engine, ['rm', '-f', id]);
  const { stdout: place } = await run(engine, ['port', id, '2113/tcp']);
  const address = place.trim().split('\n')[0] ?? '';
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const ready = await fetch(`http://${address}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return { url: `esdb://${address}?tls=false`, stop };
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`${image} was not ready in time`);
    }
    await delay(200);
  }
}
