import { open, rm } from 'node:fs/promises';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { newCheckpointKey } from '@anecdotes/contracts/server/transparency/checkpoint-keys';
import { newSignerKey, verifierKeyOf, verifierKeyText } from '@anecdotes/contracts/server/transparency/signed-note';
import { publishCheckpoint } from '@anecdotes/projection-service/transparency/checkpoints';
import { proveEvent } from '@anecdotes/projection-service/transparency/event-proof';
import { LogNotContinued } from '@anecdotes/projection-service/transparency/log-not-continued';
import type { VerbCall } from '../audit/verbs.ts';
import { accessing, idOf } from '../shared/command-line.ts';
import { toJson } from '../shared/to-json.ts';
import { checkExport, describeCheck } from './check-export.ts';
import { exportLog } from './export-log.ts';
import { findEvent } from './find-event.ts';
import { keysOf, readCheckpointSetting } from './signed-log.ts';

/** The arguments of a verb, with its options. */
type Call = Omit<VerbCall, 'values'> & {
  readonly values: {
    readonly json: boolean;
    readonly new: boolean;
    readonly event?: string | undefined;
    readonly out?: string | undefined;
    readonly key?: string | undefined;
  };
};

/** Runs the verb; true when everything is sound, false when something differs. */
type Verb = (call: Call) => Promise<boolean>;

/** The verbs of the audit about the tree of the log, by name. */
export const transparencyVerbs: Readonly<Record<string, Verb>> = {
  async checkpoint({ environment, open, say, values }) {
    const setting = readCheckpointSetting(environment);
    const keys = keysOf(setting);
    const { pool, source } = await open();
    return catchLogNotContinued(say, async () => {
      const published = await publishCheckpoint({ pool, source, keys, destinations: setting.destinations });
      say(values.json ? toJson(published) : published.note.trimEnd());
      if (published.failures.length > 0) throw new ConfigurationError(published.failures.join('\n'));
    });
  },

  async prove({ values, environment, open, say, progress }) {
    const id = idOf(values.event, '--event must be the id of an event.');
    const { out = `event-${id}.tlog-proof` } = values;
    const keys = keysOf(readCheckpointSetting(environment));
    const system = await open();
    return catchLogNotContinued(say, async () => {
      const event = await findEvent(system, id, progress);
      const proof = event && (await proveEvent({ ...system, keys }, event));
      if (proof === undefined) throw new ConfigurationError(`The log has no event ${id}.`);
      await accessing('Cannot write the proof', () => writeOrRemove(out, proof));
      say(values.json ? toJson({ out, proof }) : `${out} shows that the log holds this event.`);
    });
  },

  async export({ values, environment, open, say, progress }) {
    const { out } = values;
    if (out === undefined) throw new ConfigurationError('--out must be a folder.');
    const keys = keysOf(readCheckpointSetting(environment));
    const system = await open();
    return catchLogNotContinued(say, async () => {
      const events = await exportLog(system, keys, out, progress);
      say(values.json ? toJson({ out, events }) : `${events} events are in ${out}.`);
    });
  },

  async check({ rest: [folder], values, say }) {
    if (folder === undefined) throw new ConfigurationError('Name the folder of an export.');
    const key = values.key === undefined ? undefined : verifierKeyOf(values.key);
    if (values.key !== undefined && key === undefined) throw new ConfigurationError('--key must be the key of a log.');
    const checked = await accessing('Cannot check this export', () => checkExport(folder, key));
    say(values.json ? toJson(checked) : describeCheck(checked));
    return checked.isSound;
  },

  async key({ values, environment, say }) {
    const setting = readCheckpointSetting(environment);
    const name = setting.keys?.signer.verifier.name;
    if (values.new) {
      const key = name === undefined ? newCheckpointKey().trimEnd() : newSignerKey(name);
      say(values.json ? toJson({ key }) : key);
      return true;
    }
    const keys = keysOf(setting).verifiers.map(verifierKeyText);
    say(values.json ? toJson({ keys }) : keys.join('\n'));
    return true;
  },
};

async function catchLogNotContinued(say: (line: string) => void, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof LogNotContinued)) throw error;
    say(error.message);
    return false;
  }
}

/** Writes a file. If it cannot be written whole, as on a full disk, removes it, unless it is a device. */
async function writeOrRemove(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(content);
  } catch (error) {
    if ((await file.stat()).isFile()) await rm(path);
    throw error;
  } finally {
    await file.close();
  }
}
