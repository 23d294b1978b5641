import type { StoredEvent } from '../../event.ts';
import { sha256 } from './merkle-tree.ts';

/**
 * What the log keeps of an event wherever it is stored: the UTF-8 bytes of a JSON array of stream, revision, id, type,
 * data and metadata, without white space, the fields of the objects in their stored order. The place in the log and the
 * time at which a log took the event are not part of it: both change when a log is copied to another server.
 */
export function contentOf({ stream, revision, id, type, data, metadata }: StoredEvent): string {
  return JSON.stringify([stream, revision, id, type, data, metadata]);
}

/**
 * The entry of an event in the Merkle tree of the log: the SHA-256 (32 bytes) of its content. It is not the content
 * itself: an entry may have 65,535 bytes at most, which a long anecdote passes, and whoever reads the tree learns
 * nothing of the people whose events are in it.
 */
export function entryOf(event: StoredEvent): Buffer {
  return entryOfContent(contentOf(event));
}

export function entryOfContent(content: string | Uint8Array): Buffer {
  return sha256(typeof content === 'string' ? Buffer.from(content) : content);
}
