import { readTabStored, writeTabStored } from './stored-value.ts';

const KEY = 'log_position';

let highest = parse(readTabStored(KEY));
/** The newest change this page knows of; null before it knows of any. */
let newestChange: bigint | null = null;
/** Everything that is shown was read here or later; null before anything was read. */
let shown: bigint | null = null;

/** The highest log position this tab knows of; every read asks for at least that. */
export function knownPosition(): string | null {
  return highest === null ? null : String(highest);
}

/** Records the position of a change, as the server gave it. */
export function recordChange(text: string | null): void {
  const position = parse(text);
  if (position === null) return;
  shown ??= position;
  if (newestChange === null || position > newestChange) newestChange = position;
  advance(position);
}

/**
 * Records the position a read was answered from. False when a newer change became known in the meantime, which the
 * read cannot show yet.
 */
export function recordRead(text: string | null): boolean {
  const position = parse(text);
  if (position === null) return true;
  advance(position);
  if (newestChange !== null && position < newestChange) return false;
  if (shown === null || position < shown) shown = position;
  return true;
}

/** Makes every read ask for at least this position, whatever is shown meanwhile. */
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

/** Forgets the positions, when the person leaves. */
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
