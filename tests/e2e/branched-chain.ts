import type { AnecdoteView } from '@anecdotes/contracts';
import type { Browser, Page } from '@playwright/test';
import { openPage } from '../support/browser.ts';
import { type Journal, keepLoggedIn } from '../support/journal-page.ts';

/** Writes a chain of four anecdotes whose second one, `middle`, has two children, and `alone` without connections. */
export async function writeBranchedChain(
  journal: Journal,
): Promise<Record<'first' | 'middle' | 'alone', AnecdoteView>> {
  const first = await journal.write('Slept badly. Coffee at five again, and I know better.', {
    tags: ['sleep', 'caffeinated', 'evening'],
  });
  const middle = await journal.write('No coffee after three.', { tags: ['sleep'], connected_to: first.id });
  await journal.write('Slept until the light came in.', { tags: ['sleep', 'positive'], connected_to: middle.id });
  await journal.write('A headache, but a small one.', { connected_to: middle.id });
  const alone = await journal.write('Nothing came of this one.');
  return { first, middle, alone };
}

/** Opens another page of `journal`, in a browser context without WebGL. */
export async function openWithoutWebGl(browser: Browser, journal: Journal): Promise<Page> {
  const page = await openPage(browser, journal.problems);
  await keepLoggedIn(page, journal.client);
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.includes('webgl') ? null : getContext.call(this, kind as '2d', ...(rest as []));
      },
    });
  });
  return page;
}
