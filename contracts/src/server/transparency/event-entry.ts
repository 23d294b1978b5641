import type { StoredEvent } from '../../event.ts';
import { sha256 } from './merkle-tree.ts';

/**
 * The content of an event, which is the same wherever the log is stored: the UTF-8 bytes of a JSON array of stream,
 * revision, id, type, data and metadata, without white space, the fields of the objects in their stored order. The
 * position and the time of storage are not part of it: both change when a log is copied to another server.
 */
export function contentOf({ stream, revision, id, type, data, metadata }: StoredEvent): string {
  return JSON.stringify([stream, revision, id, type, data, metadata]);
}

/**
 * The entry of an event in the Merkle tree of the log: the SHA-256 (32 bytes) of its content. It is not the content
 * itself, because an entry has at most 65,535 bytes, which a long anecdote exceeds, and because readers of the tree
 * must not learn anything about the people whose events are in it.
 */
export function entryOf(event: StoredEvent): Buffer {
  return entryOfContent(contentOf(event));
}

export function entryOfContent(content: string | Uint8Array): Buffer {
  return sha256(typeof content === 'string' ? Buffer.from(content) : content);
}
