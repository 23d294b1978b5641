import type { KeyboardEvent } from 'react';

/**
 * True for a key that an input method handles, such as Escape, which discards what is being composed. Safari reports
 * that by the code only.
 */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229;
}
