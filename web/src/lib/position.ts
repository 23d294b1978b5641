const KEY = 'log_position';

let highest = sessionStorage.getItem(KEY);

/** The highest log position this tab has seen, as the decimal string the server gave. */
export function knownPosition(): string | null {
  return highest;
}

/** Raises the known position; true when `position` was news. */
export function raisePosition(position: string | null): boolean {
  if (position === null || !/^\d+$/.test(position)) return false;
  if (highest !== null && BigInt(position) <= BigInt(highest)) return false;
  highest = position;
  sessionStorage.setItem(KEY, position);
  return true;
}

/** Forgets the position, when the person leaves. */
export function forgetPosition(): void {
  highest = null;
  sessionStorage.removeItem(KEY);
}
