import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupIdentity } from '@anecdotes/contracts/server/settings/backup-settings';
import { ConfigurationError, readConfiguration } from '@anecdotes/contracts/server/settings/read-settings';
import { z } from 'zod';
import { CopyRefused } from '../log-copy/copy.ts';
import { flag, parseCommandLine, say, text } from '../shared/command-line.ts';
import { createProgress } from '../shared/progress.ts';
import { runProgram, type Task, UNDONE } from '../shared/run-program.ts';
import { toJson } from '../shared/to-json.ts';
import { neededMasterKey, openTarget } from './named-installation.ts';
import { BackupRefused } from './refused.ts';
import { chooseBackup, restoreBackup, restoreVault } from './restore.ts';

const USAGE = `npm run restore -- --from FOLDER [--until POSITION | --vault]

Restores the newest backup of a folder into an empty target, which DATA_DIR, or DATABASE_URL and EVENTSTORE_URL, name as
for the program. Every byte is verified before anything is written. Data that any backup of the folder lists as erased
stays erased. With --until everything is as it was at that position of the log, with one exception: passwords that were
changed, and sessions and API keys that were ended, after it but before that backup was made, stay so. With --vault only
the vault is restored, beside a log in EventStoreDB that was not lost; events sealed later with new keys stay
unreadable.

First put master.key, and the other *.key files, into DATA_DIR, or set MASTER_KEY. If backups are encrypted,
BACKUP_AGE_IDENTITY_FILE names the file with the private age key. --json prints JSON.

DATA_DIR=/srv/anecdotes npm run restore -- --from /mnt/backups

Exit code: 0 done, 2 could not be done.`;

const Settings = z.object({
  BACKUP_AGE_IDENTITY: BackupIdentity,
  DATA_DIR: z.string().default('.data'),
  SIGNING_KEY: z.string().optional(),
});

await runProgram(run, (error) => {
  const isExpected = error instanceof BackupRefused || error instanceof CopyRefused;
  return isExpected ? { message: error.message, code: UNDONE } : undefined;
});

async function run({ onStop, signal }: Task): Promise<number> {
  const { from, until, vault, json, help } = parse();
  if (help || from === undefined || (vault && until !== undefined)) {
    say(USAGE);
    return help ? 0 : UNDONE;
  }
  if (until !== undefined && !/^0*[1-9]\d{0,17}$/.test(until)) {
    throw new ConfigurationError('--until must be a position: a whole number from 1.');
  }
  const { BACKUP_AGE_IDENTITY, DATA_DIR, SIGNING_KEY } = readConfiguration(Settings, process.env);
  const archive = { folder: from, identities: BACKUP_AGE_IDENTITY };
  const masterKey = neededMasterKey(process.env);
  const chosen = await chooseBackup(archive, { until: until === undefined ? undefined : BigInt(until), masterKey });
  const target = await openTarget(process.env, onStop);
  const progress = createProgress(process.stderr, signal);
  const started = performance.now();
  const restored = vault
    ? await restoreVault(archive, chosen, target, masterKey)
    : await restoreBackup(archive, chosen, target, masterKey, progress);
  progress.end();
  const seconds = (performance.now() - started) / 1_000;
  const { name, position, events, accounts, forgotten } = restored;
  const erased = [...forgotten.people, ...forgotten.anecdotes, ...forgotten.journals].length;
  if (json) say(toJson({ name, position, events, accounts, erased, seconds }));
  else {
    say(
      `${name} is restored: position ${position}, ${events} events, ${accounts} accounts, in ${seconds.toFixed(1)} s.`,
    );
    if (erased > 0) say(`Left out because their data was erased after that backup: ${erased} keys.`);
    if (SIGNING_KEY === undefined && !existsSync(join(DATA_DIR, 'signing.key'))) {
      say('There is no signing.key: everybody has to log in again.');
    }
    say('Now start the program, which builds the views, and then run npm run audit -- verify.');
  }
  return 0;
}

function parse() {
  return parseCommandLine('restore', { options: { from: text, until: text, vault: flag, json: flag, help: flag } })
    .values;
}
