import { test as base } from '@playwright/test';
import { type RunningProduct, startProduct } from './product.ts';

/** `test` with one running product for all files of a worker; each file writes only to accounts of its own. */
export const test = base.extend<object, { product: RunningProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],
});
