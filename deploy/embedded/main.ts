import { resolve } from 'node:path';
import { endOnSignal, exitWith, explain, refuseArguments } from '@anecdotes/contracts/server/process';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { listensEverywhere } from '../shared/web-address.ts';
import { readSettings, type Settings } from './configuration.ts';
import { dataFolderError } from './data-folder.ts';
import { type Product, startProduct } from './product.ts';

const stopRequest = new AbortController();
try {
  refuseArguments();
  const settings = readSettings(process.env);
  const dataDir = resolve(settings.DATA_DIR);
  const fault = await dataFolderError(dataDir);
  if (fault !== undefined) throw new ConfigurationError(`${fault} Set DATA_DIR to a folder that can be written.`);
  const starting = startProduct(settings, dataDir, console.log, stopRequest.signal);
  endOnSignal(async () => (await starting).stop(), stopRequest);
  const product = await starting;
  announce(product, settings);
  void product.databaseEnded.then(() => exitWith('The database ended unexpectedly.'));
} catch (error) {
  if (!stopRequest.signal.aborted) exitWith(explain(error));
}

function announce(
  { address, metricsAddress, directory }: Product,
  { GUEST, GUEST_PASSWORD, SMTP_URL, NODE_ENV, HOST, PUBLIC_URL }: Settings,
): void {
  const lines = [`\nAnecdotes runs at ${address}`];
  if (PUBLIC_URL === undefined && listensEverywhere(HOST))
    lines.push('Links in mails begin with this address. For other machines, set PUBLIC_URL to the one they use.');
  if (GUEST === 'on') lines.push(`Guest account: guest / ${GUEST_PASSWORD}`);
  if (SMTP_URL !== undefined) lines.push('Mails go to the server of SMTP_URL');
  else if (NODE_ENV !== 'production') lines.push(`Mails stay here: ${address}/dev/mailbox`);
  if (metricsAddress !== undefined) lines.push(`Metrics for Prometheus: ${metricsAddress}/metrics`);
  if (directory !== undefined) lines.push(`Data is stored in ${directory}`);
  console.log(lines.join('\n'));
}
