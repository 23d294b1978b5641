import type { CDPSession, Locator, Page } from '@playwright/test';

/** The scroll position of the page, once scrolling has stopped. */
export function restingScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    return new Promise<number>((resolve) => {
      let [last, still] = [scrollY, 0];
      const look = () => {
        still = scrollY === last ? still + 1 : 0;
        last = scrollY;
        if (still < 20) requestAnimationFrame(look);
        else resolve(last);
      };
      look();
    });
  });
}

/** Moves fingers, placed at these horizontal distances from the middle of `element`, up by 80 pixels. */
export async function swipeUp(screen: CDPSession, element: Locator, fingers: readonly number[]): Promise<void> {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved = 0) => {
    const points = fingers.map((aside) => ({ x: x + width / 2 + aside, y: y + height / 2 - moved }));
    return screen.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : points });
  };
  await touch('touchStart');
  for (const moved of [10, 30, 50, 80]) await touch('touchMove', moved);
  await touch('touchEnd');
}
