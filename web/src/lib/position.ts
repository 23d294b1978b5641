import { readTabStored, writeTabStored } from './stored-value.ts';

const KEY = 'log_position';

let highest = parse(readTabStored(KEY));
/** The position of the newest change this page knows of; null before it knows of any. */
let newestChange: bigint | null = null;
/** Everything on screen was read at this position or later; null before the first read. */
let shown: bigint | null = null;

/** The highest log position this tab knows of; every read asks for at least this position. */
export function knownPosition(): string | null {
  return highest === null ? null : String(highest);
}

/** Records the position of a change, as the server sent it. */
export function recordChange(text: string | null): void {
  const position = parse(text);
  if (position === null) return;
  shown ??= position;
  if (newestChange === null || position > newestChange) newestChange = position;
  advance(position);
}

/**
 * Records the position at which a read was answered. False if a newer change became known in the meantime, which the
 * answer does not contain.
 */
export function recordRead(text: string | null): boolean {
  const position = parse(text);
  if (position === null) return true;
  advance(position);
  if (newestChange !== null && position < newestChange) return false;
  if (shown === null || position < shown) shown = position;
  return true;
}

/** Records that an answer older than a known change is shown, so that a live update about the change refreshes it. */
export function recordOldRead(text: string | null): void {
  const position = parse(text);
  if (position !== null && shown !== null && position < shown) shown = position;
}

/** Makes every read ask for at least this position; answers from before it are still accepted. */
export function requirePosition(text: string): void {
  const position = parse(text);
  if (position !== null) advance(position);
}

/** True when everything this tab shows was read at this position or later. */
export function isShown(text: string): boolean {
  const position = parse(text);
  return position === null || (shown !== null && position <= shown);
}

/** Marks everything shown as read at the known position; false when it already was. */
export function markAllShown(): boolean {
  const behind = shown === null || highest === null || shown < highest;
  shown = highest;
  return behind;
}

/** Forgets all positions, when the session ends. */
export function resetPosition(): void {
  highest = null;
  newestChange = null;
  shown = null;
  writeTabStored(KEY, null);
}

function advance(position: bigint): void {
  if (highest !== null && position <= highest) return;
  highest = position;
  writeTabStored(KEY, String(position));
}

function parse(text: string | null): bigint | null {
  return text !== null && /^\d+$/.test(text) ? BigInt(text) : null;
}
