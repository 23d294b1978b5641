import type { AnecdoteProof } from '@anecdotes/contracts';
import { readData, reasonOf } from '../../lib/api.ts';
import { notifyError } from '../../lib/messages.ts';
import { saveFile } from '../../lib/save-file.ts';
import { readStrings } from './strings.ts';

/** Saves a file that proves to others that the anecdote `id` was recorded in its present form. */
export async function saveProof(id: string): Promise<void> {
  try {
    const { proof, name } = await readData<AnecdoteProof>(`/anecdotes/${id}/proof`);
    saveFile(new Blob([proof], { type: 'text/plain' }), name);
  } catch (error) {
    notifyError(reasonOf(error, readStrings.proofFailed));
  }
}
