import { expect, type Locator, type Page } from '@playwright/test';

const MAX_PRESSES = 60;

/** Presses Tab, or Shift+Tab, until `target` has the focus; every element on the way must show its focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MAX_PRESSES; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    await expectVisibleFocus(page);
  }
  throw new Error(`The element has no focus after ${MAX_PRESSES} presses of ${key}`);
}

/** Expects that the focus is visible. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  expect(await page.evaluate(describeFocus)).toMatchObject({ isInWindow: true, isUncovered: true, isMarked: true });
}

/** Describes the focused element: whether it is in the window, not covered, and marked by an outline or a frame. */
function describeFocus() {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) {
    return { name: 'nothing', isInWindow: true, isUncovered: true, isMarked: true };
  }
  const isOutlined = (element: Element | null) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && !/, 0\)|\/ 0\)/.test(outlineColor);
  };
  const { top, bottom, left, right } = focused.getBoundingClientRect();
  const label = focused.closest('label');
  const form = focused.closest('form');
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return {
    name: focused.outerHTML.slice(0, 160),
    isInWindow: bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth,
    isUncovered: hit !== null && [focused, label].some((each) => each?.contains(hit) || (each && hit.contains(each))),
    // A field without its own outline is marked by the shadow of its form, which floats while it has the focus.
    isMarked:
      [focused, focused.parentElement, label].some(isOutlined) ||
      (form !== null && getComputedStyle(form).boxShadow !== 'none'),
  };
}
