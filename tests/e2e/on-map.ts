import { expect, type Locator } from '@playwright/test';

/** Expects that the centre of `inner` is within the map. */
export async function expectOnMap(inner: Locator): Promise<void> {
  await expect(inner).toBeVisible();
  // Read at one instant, because the map may still be moving.
  const isOnMap = await inner.evaluate((element) => {
    const [box, frame] = [
      element.getBoundingClientRect(),
      element.closest('[role=application]')?.getBoundingClientRect(),
    ];
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return frame && x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom;
  });
  expect(isOnMap).toBe(true);
}
