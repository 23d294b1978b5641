const KEY = 'log_position';

let highest = parse(sessionStorage.getItem(KEY));
let covered: bigint | null = null;

/** The highest log position this tab has heard of; every read asks for at least that. */
export function knownPosition(): string | null {
  return highest === null ? null : String(highest);
}

/** Takes note of a position the server told. */
export function raisePosition(told: string | null): void {
  const position = parse(told);
  if (position === null) return;
  covered ??= position;
  if (highest !== null && position <= highest) return;
  highest = position;
  sessionStorage.setItem(KEY, String(position));
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
  covered = null;
  sessionStorage.removeItem(KEY);
}

function parse(told: string | null): bigint | null {
  return told !== null && /^\d+$/.test(told) ? BigInt(told) : null;
}
