import { setTimeout as delay } from 'node:timers/promises';
import { ConfigurationError } from '../settings/read-settings.ts';
import { serversOf } from './address.ts';
import { supportsBatchAppend } from './calls.ts';
import { certificateError } from './certificate.ts';
import type { EventStoreDbConnection } from './connection.ts';
import { type Rights, refusedRights } from './rights.ts';

const ANSWER_MS = 3_000;
const POLL_MS = 500;

type Fault = { readonly sentence: string; readonly giveUpAfterMs: number };

/**
 * Waits until the server at `connectionString` answers and grants `rights`, and prints once what it waits for. Throws
 * ConfigurationError, with the fault in one line: after half a minute without an answer, after some seconds of refusals
 * (a new server creates its accounts after its first answer), and at once when its certificate cannot be verified.
 */
export async function waitForEventStoreDb(
  connection: EventStoreDbConnection,
  connectionString: string,
  rights: Rights,
): Promise<void> {
  let since = performance.now();
  let last: string | undefined;
  for (;;) {
    const fault = await faultNow(connection, connectionString, rights);
    if (fault === undefined) return;
    if (fault.sentence !== last) since = performance.now();
    if (last === undefined && fault.giveUpAfterMs > 0) process.stderr.write(`${fault.sentence} Trying again …\n`);
    last = fault.sentence;
    if (performance.now() - since >= fault.giveUpAfterMs) {
      throw new ConfigurationError(`${fault.sentence} Check EVENTSTORE_URL.`);
    }
    await delay(POLL_MS);
  }
}

async function faultNow(
  connection: EventStoreDbConnection,
  connectionString: string,
  rights: Rights,
): Promise<Fault | undefined> {
  const { hasAccount } = serversOf(connectionString);
  try {
    const refused = await connection.call(ANSWER_MS, async (client) => {
      await supportsBatchAppend(client);
      return refusedRights(client, ANSWER_MS, { rights, hasAccount });
    });
    return refused === undefined ? undefined : { sentence: refused, giveUpAfterMs: 5_000 };
  } catch {
    const certificate = await certificateError(connectionString);
    if (certificate !== undefined) return { sentence: certificate, giveUpAfterMs: 0 };
    return { sentence: 'EventStoreDB does not answer.', giveUpAfterMs: 30_000 };
  }
}
