import { expect, test } from 'vitest';
import { openBrowserTab } from '../lib/browser-stand-in.ts';
import { layersOf } from './layers.ts';
import { graphOf } from './test-graphs.ts';

test('a large graph is laid out in the page if no worker starts, and laidOutInPage reports it', async () => {
  openBrowserTab();
  const { findLayers, laidOutInPage } = await import('./layout.ts');
  const graph = graphOf(Array.from({ length: 600 }, (_, index) => `n${index} n${index + 1}`));
  expect(laidOutInPage.get()).toBe(false);
  const layers = await findLayers(graph, 'n0', new AbortController().signal);
  expect(layers).toEqual(layersOf(graph, 'n0'));
  expect(laidOutInPage.get()).toBe(true);
});
