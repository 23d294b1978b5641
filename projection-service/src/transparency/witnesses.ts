import { toBase64 } from '@anecdotes/contracts/server/transparency/base64';
import type { Witness } from '@anecdotes/contracts/server/transparency/checkpoint-keys';
import { consistencyProof, type ReadSubtrees } from '@anecdotes/contracts/server/transparency/merkle-tree';
import { NoteRefused, openNote, parseNote, signatureLine } from '@anecdotes/contracts/server/transparency/signed-note';
import { separateLogin } from './address-login.ts';

const WITHIN_MS = 10_000;
/** The answer of a witness has only a few lines. */
const MAX_CHARACTERS = 10_000;
/** A witness answers 422 when the proof does not hold, and 409 when it knows another tree of the same size. */
const NOT_CONTINUED = 'it knows a log that this one does not continue';

/**
 * Asks each witness that has not cosigned `note`, the checkpoint of `size` events, to do so: `add-checkpoint` of C2SP
 * tlog-witness (https://c2sp.org/tlog-witness). Returns the note with their lines, and a sentence for each that failed,
 * also because `signal` aborted.
 */
export async function cosign(
  note: string,
  size: number,
  witnesses: readonly Witness[],
  read: ReadSubtrees,
  signal: AbortSignal,
): Promise<{ note: string; failures: string[] }> {
  const { signatures } = parseNote(note);
  const missing = witnesses.filter(({ key }) => !signatures.some(({ name, id }) => name === key.name && id === key.id));
  const answers = await Promise.all(missing.map((witness) => askOne(note, size, witness, read, signal)));
  const failures = answers.flatMap((answer) => ('failure' in answer ? answer.failure : []));
  return { note: note + answers.map((answer) => ('lines' in answer ? answer.lines : '')).join(''), failures };
}

async function askOne(
  note: string,
  size: number,
  { key, url }: Witness,
  read: ReadSubtrees,
  signal: AbortSignal,
): Promise<{ lines: string } | { failure: string }> {
  try {
    let answer = await addCheckpoint(url, note, 0, [], signal);
    // To a wrong old size, a witness answers 409 and the size that it knows.
    const known = answer.status === 409 ? /^(\d{1,15})\n$/.exec(answer.text)?.[1] : undefined;
    if (known !== undefined && Number(known) <= size) {
      const proof = await consistencyProof(Number(known), size, read);
      answer = await addCheckpoint(url, note, Number(known), proof, signal);
    }
    if (answer.status === 422 || (answer.status === 409 && Number(known) >= size))
      return { failure: refusal(key.name, NOT_CONTINUED) };
    if (answer.status !== 200) return { failure: refusal(key.name, `status ${answer.status}`) };
    openNote(note + answer.text, [key]);
    const { signatures } = parseNote(note + answer.text);
    const lines = signatures.filter(({ name, id }) => name === key.name && id === key.id).map(signatureLine);
    return { lines: lines.join('') };
  } catch (error) {
    if (error instanceof NoteRefused) return { failure: refusal(key.name, 'no signature') };
    return { failure: refusal(key.name, 'no answer') };
  }
}

function refusal(name: string, why: string): string {
  return `The witness ${name} has not cosigned a checkpoint of the log (${why}).`;
}

async function addCheckpoint(
  url: string,
  note: string,
  old: number,
  proof: readonly Uint8Array[],
  signal: AbortSignal,
) {
  const lines = [`old ${old}`, ...proof.map(toBase64)];
  const { address, headers } = separateLogin(`${url.replace(/\/$/, '')}/add-checkpoint`);
  const response = await fetch(address, {
    method: 'POST',
    headers,
    body: `${lines.join('\n')}\n\n${note}`,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]),
  });
  let text = '';
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    // The rest is not read, however long it is.
    if (text.length > MAX_CHARACTERS) break;
  }
  return { status: response.status, text };
}
