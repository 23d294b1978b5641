/**
 * True for a key that an input method handles, such as Escape, which discards what is being composed. Safari reports
 * that by the code only.
 */
export function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
