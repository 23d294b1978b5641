import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { headers } from '@anecdotes/contracts';
import { expect, onTestFinished, test } from 'vitest';
import { type Client, clientWith, logIn } from '../support/client.ts';
import { startTestServer } from '../support/eventstoredb/server.ts';
import { sharedSettings, startService } from '../support/service-process.ts';

/** For how many seconds the projection-service is stopped: 60 when run by hand, a few in the suite. */
const PAUSE_SECONDS = Number(process.env.FAULT_PAUSE_SECONDS ?? 4);
const BATCH = 500;
/**
 * Batches written and shown before the pause, so that the measured memory is that of the pause and not of the first
 * use.
 */
const WARM_UP_BATCHES = 6;
const EVENTS_A_SECOND = 1_000;
const ALLOWED_GROWTH_MB = 100;

/** Resident memory of a process in MB, as reported by Linux. */
function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** The flags that `npm run start:projection` passes to Node. */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return scripts['start:projection'].match(/--\S+/g);
}

async function writeBatch(client: Client): Promise<string> {
  const anecdotes = Array.from({ length: BATCH }, (_, n) => ({ description: `Written while nobody looked, ${n}` }));
  const { status, headers: answered } = await client.call('POST', '/api/anecdotes/batch', { anecdotes });
  expect(status).toBe(200);
  return answered.get(headers.logPosition) ?? '';
}

test.skipIf(process.platform !== 'linux')(
  `a projection-service that is stopped for ${PAUSE_SECONDS} s at 1,000 events a second catches up with at most 100 MB more memory`,
  { timeout: (PAUSE_SECONDS * 6 + 300) * 1_000 },
  async () => {
    const server = await startTestServer();
    onTestFinished(server.stop);
    const environment = { ...(await sharedSettings(server.url)), LOG_LEVEL: 'error' };
    const commands = await startService('command-service/src/main.ts', environment);
    const queries = await startService('projection-service/src/main.ts', environment, startFlags());
    const writer = await logIn(commands.address);
    const reader = clientWith(queries.address, writer.token);
    const isVisible = async (position: string) => {
      const answer = await reader.call('GET', '/api/statistics', undefined, { [headers.minPosition]: position });
      return answer.status === 200;
    };

    let last = '';
    for (let number = 0; number < WARM_UP_BATCHES; number += 1) last = await writeBatch(writer);
    while (!(await isVisible(last)));
    const before = residentMb(queries.pid);

    process.kill(queries.pid, 'SIGSTOP');
    const begun = performance.now();
    for (let number = 0; number < (PAUSE_SECONDS * EVENTS_A_SECOND) / BATCH; number += 1) {
      last = await writeBatch(writer);
      await delay(begun + ((number + 1) * BATCH * 1_000) / EVENTS_A_SECOND - performance.now());
    }
    process.kill(queries.pid, 'SIGCONT');
    let peak = 0;
    const sampling = setInterval(() => {
      peak = Math.max(peak, residentMb(queries.pid));
    }, 50);
    while (!(await isVisible(last)));
    clearInterval(sampling);

    const { body } = await reader.call<{ total_anecdotes: number }>('GET', '/api/statistics');
    expect(body.data.total_anecdotes).toBe(WARM_UP_BATCHES * BATCH + PAUSE_SECONDS * EVENTS_A_SECOND);
    process.stdout.write(`memory: ${before.toFixed(0)} MB before the pause, ${peak.toFixed(0)} MB at most after it\n`);
    expect(peak - before).toBeLessThan(ALLOWED_GROWTH_MB);
  },
);
