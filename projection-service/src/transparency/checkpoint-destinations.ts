import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@anecdotes/contracts/server/make-folder';
import { type Checkpoint, openCheckpoint } from '@anecdotes/contracts/server/transparency/checkpoint';
import type { Witness } from '@anecdotes/contracts/server/transparency/checkpoint-keys';
import { NoteRefused, type VerifierKey } from '@anecdotes/contracts/server/transparency/signed-note';
import { undefinedFor } from '@anecdotes/contracts/server/undefined-for';
import { separateLogin } from './address-login.ts';

/** Where checkpoints are kept outside of the database. */
export type CheckpointDestinations = {
  /** A folder that keeps each checkpoint as a separate file. */
  readonly folder?: string | undefined;
  /** A shell command that reads the checkpoint from its standard input. */
  readonly command?: string | undefined;
  /** An http(s) address to which the checkpoint is posted; a name and password in it are sent as basic authorization. */
  readonly url?: string | undefined;
  /** The witnesses that cosign it before it is kept. */
  readonly witnesses?: readonly Witness[] | undefined;
};

/** A file of the folder: a checkpoint of the log, or the reason why it is not one. */
export type KeptCheckpoint = { readonly file: string } & (
  | { readonly checkpoint: Checkpoint; readonly note: string }
  | { readonly fault: string }
);

const COMMAND_MS = 30_000;
const URL_MS = 10_000;
const SUFFIX = '.checkpoint';

/**
 * Keeps `note`, the checkpoint of `size` events, at each of `destinations`. Returns a sentence for each that failed,
 * also because `signal` aborted.
 */
export async function keepCheckpoint(
  note: string,
  size: number,
  destinations: CheckpointDestinations,
  signal: AbortSignal,
): Promise<string[]> {
  const { folder, command, url } = destinations;
  const attempts = [
    folder !== undefined && attempt('CHECKPOINT_DIR', () => keepInFolder(note, size, folder)),
    command !== undefined && attempt('CHECKPOINT_COMMAND', () => giveToCommand(note, command, signal)),
    url !== undefined && attempt('CHECKPOINT_URL', () => post(note, url, signal)),
  ];
  const failures = await Promise.all(attempts);
  return failures.filter((failure) => typeof failure === 'string');
}

/** Runs `keep`. Returns a sentence if it failed, without the address, which may contain a password. */
async function attempt(name: string, keep: () => Promise<void>): Promise<string | undefined> {
  try {
    await keep();
    return undefined;
  } catch (error) {
    // An error of fetch has no code, but its cause has one.
    const { name: kind, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } };
    const reason = kind === 'TimeoutError' ? 'no answer' : [code, cause?.code].find((one) => typeof one === 'string');
    const why = reason === undefined ? '' : ` (${reason})`;
    return `A checkpoint of the log could not be kept at ${name}${why}.`;
  }
}

/** Files are never replaced: a different tree of the same size gets another file. */
async function keepInFolder(note: string, size: number, folder: string): Promise<void> {
  await makeFolder(folder);
  for (let copy = 0; ; copy += 1) {
    const file = join(folder, `${String(size).padStart(12, '0')}${copy === 0 ? '' : `-${copy}`}${SUFFIX}`);
    if ((await textOf(file)) === note || (await writeWhole(note, file))) return;
  }
}

/**
 * Writes a new file that exists either completely or not at all; false if it exists, or if another process writes it.
 * Only the process that created its draft may write it, because not every disk has hard links.
 */
async function writeWhole(text: string, file: string): Promise<boolean> {
  const draft = `${file}.new`;
  const opened = await open(draft, 'wx').catch(undefinedFor('EEXIST'));
  if (opened === undefined) return false;
  try {
    try {
      await opened.writeFile(text);
      await opened.sync();
    } finally {
      await opened.close();
    }
    if ((await textOf(file)) === undefined) {
      await rename(draft, file);
      return true;
    }
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await rm(draft);
  return false;
}

/** The text of `file`; undefined if there is none. */
function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(undefinedFor('ENOENT'));
}

async function giveToCommand(note: string, command: string, signal: AbortSignal): Promise<void> {
  const child = spawn('/bin/sh', ['-c', command], {
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: COMMAND_MS,
    signal,
  });
  // A command that does not read its input is judged by its exit code.
  child.stdin.on('error', () => {});
  child.stdin.end(note);
  const [code, killedBy] = await once(child, 'close');
  const reason = code === null ? `ended by ${killedBy}` : `exit code ${code}`;
  if (code !== 0) throw Object.assign(new Error('the command failed'), { code: reason });
}

async function post(note: string, url: string, signal: AbortSignal): Promise<void> {
  const { address, headers } = separateLogin(url);
  const response = await fetch(address, {
    method: 'POST',
    body: note,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(URL_MS)]),
  });
  await response.body?.cancel();
  if (!response.ok)
    throw Object.assign(new Error('the server refused the checkpoint'), { code: `status ${response.status}` });
}

/**
 * The checkpoints in `folder`, the smallest tree first; none when the folder does not exist. `keys` are those of the
 * log.
 */
export async function keptCheckpoints(folder: string, keys: readonly VerifierKey[]): Promise<KeptCheckpoint[]> {
  const files = (await readdir(folder).catch(undefinedFor('ENOENT'))) ?? [];
  const kept: KeptCheckpoint[] = [];
  for (const file of files.filter((name) => name.endsWith(SUFFIX)).sort()) {
    const note = await readFile(join(folder, file));
    try {
      kept.push({ file, checkpoint: openCheckpoint(note, keys), note: note.toString() });
    } catch (error) {
      if (!(error instanceof NoteRefused)) throw error;
      kept.push({ file, fault: error.message });
    }
  }
  const sizeOf = (one: KeptCheckpoint) => ('checkpoint' in one ? one.checkpoint.size : 0);
  return kept.sort((one, other) => sizeOf(one) - sizeOf(other));
}
