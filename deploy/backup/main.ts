import { BackupIdentity, backupSettings } from '@anecdotes/contracts/server/settings/backup-settings';
import { readConfiguration } from '@anecdotes/contracts/server/settings/read-settings';
import { z } from 'zod';
import { flag, parseCommandLine, say, text } from '../shared/command-line.ts';
import { createProgress } from '../shared/progress.ts';
import { runProgram, type Task, UNDONE } from '../shared/run-program.ts';
import { toJson } from '../shared/to-json.ts';
import { checkBackups, describeChecks, holdsErased } from './check-backup.ts';
import { masterKeyOf, neededMasterKey, openInstallation } from './named-installation.ts';
import { BackupRefused } from './refused.ts';
import { forgetInBackups } from './rewrite-backups.ts';
import { takeBackup } from './take-backup.ts';

const USAGE = `npm run backup -- --to FOLDER | --check FOLDER | --forget FOLDER

--to FOLDER      adds a backup of log and vault, both at one position of the log, while the product runs or is stopped;
                 writes only the events that the last backup there does not have. Then removes all but the newest
                 BACKUP_KEEP (30) backups, and those older than BACKUP_KEEP_DAYS (30)
--check FOLDER   verifies every byte of all backups there: lists what a restore of each would bring back, missing or
                 changed files, and backups that still hold keys of erased data
--forget FOLDER  rewrites such backups without these keys
--json           prints JSON
--help           prints this

Reads DATA_DIR, DATABASE_URL, EVENTSTORE_URL and MASTER_KEY as the program does. With BACKUP_AGE_RECIPIENT (age1…)
backups are encrypted for that key; BACKUP_AGE_IDENTITY_FILE names the file with the private key that decrypts them. The
master key is never in a backup: keep master.key, and the other *.key files of DATA_DIR, elsewhere.

npm run backup -- --to /mnt/backups
npm run backup -- --check /mnt/backups

Exit code: 0 no fault found, 1 a backup is damaged or holds keys of erased data, 2 could not be done.`;

const [WELL, FAULTY] = [0, 1];
const Settings = z.object({ ...backupSettings, BACKUP_AGE_IDENTITY: BackupIdentity });

await runProgram(run, (error) =>
  error instanceof BackupRefused ? { message: error.message, code: UNDONE } : undefined,
);

async function run({ onStop, signal }: Task): Promise<number> {
  const { to, check, forget, json, help } = parse();
  const folders = [to, check, forget].filter((folder) => folder !== undefined);
  if (help || folders.length !== 1) {
    say(USAGE);
    return help ? WELL : UNDONE;
  }
  const settings = readConfiguration(Settings, process.env);
  const recipients = settings.BACKUP_AGE_RECIPIENT;
  const archive = { folder: folders[0] ?? '', identities: settings.BACKUP_AGE_IDENTITY };
  const progress = createProgress(process.stderr, signal);
  if (to !== undefined) {
    const masterKey = neededMasterKey(process.env);
    const installation = await openInstallation(process.env, onStop);
    const keeping = { count: settings.BACKUP_KEEP, days: settings.BACKUP_KEEP_DAYS };
    const taken = await takeBackup(installation, { folder: to, masterKey, recipients, keeping }, progress);
    progress.end();
    const { name, position, events, added, accounts, bytes, removed } = taken;
    const what = `position ${position}, ${events} events (${added} new), ${accounts} accounts, ${bytes} bytes written`;
    say(json ? toJson(taken) : `${name}  ${what}${removed === 0 ? '' : `, older backups removed: ${removed}`}`);
    return WELL;
  }
  if (forget !== undefined) {
    const rewritten = await forgetInBackups(archive, { masterKey: neededMasterKey(process.env), recipients });
    if (json) say(toJson(rewritten.map(({ name }) => name)));
    else for (const { name } of rewritten) say(`${name} is rewritten without the keys of erased data.`);
    if (!json && rewritten.length === 0) say('No backup holds a key of erased data.');
    return WELL;
  }
  const checks = await checkBackups(archive, masterKeyOf(process.env), progress);
  progress.end();
  if (checks.length === 0) throw new BackupRefused(`There is no backup in ${archive.folder}.`);
  say(json ? toJson(checks) : describeChecks(checks));
  return checks.some((check) => check.fault !== null || holdsErased(check)) ? FAULTY : WELL;
}

function parse() {
  return parseCommandLine('backup', { options: { to: text, check: text, forget: text, json: flag, help: flag } })
    .values;
}
