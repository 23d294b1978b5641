import { readOfTab, writeOfTab } from './stored-value.ts';

const KEY = 'log_position';

let highest = parse(readOfTab(KEY));
/** The newest change this page has heard of; null before it has heard of any. */
let changed: bigint | null = null;
/** Everything that is shown was read here or later; null before anything was read. */
let covered: bigint | null = null;

/** The highest log position this tab has heard of; every read asks for at least that. */
export function knownPosition(): string | null {
  return highest === null ? null : String(highest);
}

/** Takes note of the position of a change that the server told. */
export function raisePosition(told: string | null): void {
  const position = parse(told);
  if (position === null) return;
  covered ??= position;
  if (changed === null || position > changed) changed = position;
  raise(position);
}

/**
 * Takes note of the position a read was answered from. False when a change was heard of while it was on its way that
 * it cannot show yet.
 */
export function acceptRead(told: string | null): boolean {
  const position = parse(told);
  if (position === null) return true;
  raise(position);
  if (changed !== null && position < changed) return false;
  if (covered === null || position < covered) covered = position;
  return true;
}

/** Asks every read for at least `told`, whatever is shown meanwhile. */
export function demandPosition(told: string): void {
  const position = parse(told);
  if (position !== null) raise(position);
}

/** True when everything this tab shows was read at `told` or later. */
export function isCovered(told: string): boolean {
  const position = parse(told);
  return position === null || (covered !== null && position <= covered);
}

/** Counts everything shown as read at the known position; false when it already was. */
export function coverKnown(): boolean {
  const behind = covered === null || highest === null || covered < highest;
  covered = highest;
  return behind;
}

/** Forgets the positions, when the person leaves. */
export function forgetPosition(): void {
  highest = null;
  changed = null;
  covered = null;
  writeOfTab(KEY, null);
}

function raise(position: bigint): void {
  if (highest !== null && position <= highest) return;
  highest = position;
  writeOfTab(KEY, String(position));
}

function parse(told: string | null): bigint | null {
  return told !== null && /^\d+$/.test(told) ? BigInt(told) : null;
}
