import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import type { Installation } from '@anecdotes/deploy/backup/installation';
import { chooseBackup, restoreBackup } from '@anecdotes/deploy/backup/restore';
import { type BackupOptions, takeBackup } from '@anecdotes/deploy/backup/take-backup';
import { createEventStore, type EventStore } from '@anecdotes/deploy/embedded/event-store';
import { onTestFinished } from 'vitest';
import { startBothSides } from './both-sides.ts';
import { openWireStore } from './command-side.ts';
import { createTestDatabase } from './database.ts';
import { openMailbox } from './mailbox.ts';
import { silent } from './silent.ts';
import { visitorOf } from './visitor.ts';
import { isOnWire } from './wire-log.ts';

/** Keeps every backup. */
export const keeping = { count: 100, days: 100 };

export type BackedUp = Awaited<ReturnType<typeof startBackedUp>>;

/** Starts both services, with backups of what they write. Folders and restored services last until the test ends. */
export async function startBackedUp() {
  const side = await startBothSides();
  const mailbox = openMailbox(side);
  const visitor = visitorOf(side);
  const { masterKey, signingKey } = side;
  return {
    side,
    visitor,
    newFolder,
    newTarget,
    close: side.close,

    backUp(folder: string, options: Partial<BackupOptions> = {}) {
      const { log, vault } = side;
      const installation = { log, vault, isLogInVault: !isOnWire };
      return takeBackup(installation, { folder, masterKey, recipients: [], keeping, ...options }, silent);
    },

    /** Restores a backup of `folder` into an empty target, whose log is in EventStoreDB (`onWire`) or in Postgres. */
    async restore(
      folder: string,
      { until, identities = [], onWire }: { until?: bigint; identities?: string[]; onWire?: boolean } = {},
    ) {
      const archive = { folder, identities };
      const chosen = await chooseBackup(archive, { until, masterKey });
      const { url, log, vault, target } = await newTarget(onWire);
      const restored = await restoreBackup(archive, chosen, target, masterKey, silent);
      return {
        restored,
        vault,
        log,
        /** Starts both services on the restored data. */
        async start() {
          const started = await startBothSides({ signingKey, on: { url, log, masterKey } });
          onTestFinished(started.close);
          return started;
        },
      };
    },

    async newMember() {
      const member = await visitor.newMember(mailbox);
      const { account } = await side.deps.authenticate(`Bearer ${member.token}`);
      return { ...member, account };
    },

    /** Writes an anecdote; returns its id. */
    async write(token: string, description: string) {
      return (await side.call(token, 'POST', '/api/anecdotes', { description })).json().data.id as string;
    },
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'anecdotes-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty target of a restore. */
async function newTarget(onWire = isOnWire) {
  const url = await createTestDatabase();
  const log: EventStore = onWire ? await openWireStore() : createEventStore(url);
  await log.migrate();
  const vault = createPool(url, { name: 'restore', max: 2, statementTimeout: 60_000, onError() {} });
  onTestFinished(() => vault.end());
  const target: Installation = { log, vault, isLogInVault: !onWire };
  return { url, log, vault, target };
}
