/**
 * True while a button or a link in `area` is being pressed. Safari on a Mac does not focus these, so that an event about
 * a lost focus does not name them.
 */
export function isPressedIn(area: ParentNode): boolean {
  return area.querySelector(':is(button, a):active') !== null;
}
