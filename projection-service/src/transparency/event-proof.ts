import type { StoredEvent } from '@anecdotes/contracts';
import { contentOf, entryOfContent } from '@anecdotes/contracts/server/transparency/event-entry';
import { proofFile } from '@anecdotes/contracts/server/transparency/inclusion-proof-file';
import { inclusionProof } from '@anecdotes/contracts/server/transparency/merkle-tree';
import { verifierKeyText } from '@anecdotes/contracts/server/transparency/signed-note';
import { lastPublished, type SignedLog, signTree } from './checkpoints.ts';
import { growTree } from './grow-tree.ts';
import { findLeaf, readTree, storedSubtrees } from './tree-store.ts';

/**
 * A C2SP tlog-proof of `event`: its content, and the hashes that lead from it to a checkpoint: the last published one
 * if that covers the event, else one that is signed now. The extra data is a JSON object with the `content`, the
 * `log_key` that verifies the checkpoint and, if given, the `key` (Base64) that opens what is sealed in the content.
 * Returns undefined when the tree does not contain the event. Throws LogNotContinued.
 */
export async function proveEvent(
  log: Pick<SignedLog, 'pool' | 'source' | 'keys' | 'onIncident'>,
  event: StoredEvent,
  key?: Uint8Array,
): Promise<string | undefined> {
  const content = contentOf(event);
  const entry = entryOfContent(content);
  const known = await readTree(log.pool);
  const tree = known.position < event.position ? await growTree(log) : known;
  const index = await findLeaf(log.pool, event.position, entry);
  if (index === undefined) return undefined;
  const published = await lastPublished(log.pool, log.keys.signer.verifier.name);
  const covering = published !== undefined && index < published.size && published.size <= tree.size;
  const { size, note } = covering ? published : { size: tree.size, note: await signTree(log, tree) };
  const hashes = await inclusionProof(index, size, storedSubtrees(log.pool));
  const extra = {
    content,
    ...(key !== undefined && { key: Buffer.from(key).toString('base64') }),
    log_key: verifierKeyText(log.keys.signer.verifier),
  };
  return proofFile({ index, hashes, extra: Buffer.from(JSON.stringify(extra)), checkpoint: note });
}
